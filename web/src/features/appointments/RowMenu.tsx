import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

import { rowActionWords, type RowAction } from '@/features/appointments/rowActions';

interface Props {
  anchor: HTMLElement;
  actions: readonly RowAction[];
  onChoose: (action: RowAction) => void;
  onClose: () => void;
}

/** The actions of a row below each other, where there is no room for a button each. */
export function RowMenu({ anchor, actions, onChoose, onClose }: Props) {
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {actions.map((action) => (
        <MenuItem key={action} onClick={() => onChoose(action)}>
          {rowActionWords[action]}
        </MenuItem>
      ))}
    </Menu>
  );
}
