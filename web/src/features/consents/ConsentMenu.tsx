import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

import type { Consent } from '@/api/generated';
import { actionNames, type ConsentAction } from '@/features/consents/consentActions';

interface Props {
  consent: Consent;
  actions: readonly ConsentAction[];
  anchor: HTMLElement;
  onChoose: (action: ConsentAction) => void;
  onClose: () => void;
}

/** What can be done with an issued consent. */
export function ConsentMenu({ consent, actions, anchor, onChoose, onClose }: Props) {
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': `Actions for ${consent.template_name}` } }}>
      {actions.map((action) => (
        <MenuItem key={action} onClick={() => onChoose(action)}>{actionNames[action]}</MenuItem>
      ))}
    </Menu>
  );
}
