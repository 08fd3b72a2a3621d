import Check from '@mui/icons-material/Check';
import FilterList from '@mui/icons-material/FilterList';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';

interface Props {
  cancelled: boolean;
  onCancelled: (shown: boolean) => void;
}

/** What is rarely changed: cancelled appointments are shown on demand, and the day is printed. */
export function DeskMenu({ cancelled, onCancelled }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  return (
    <>
      <IconButton
        aria-label="Filter and print"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        color="primary"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <FilterList />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={cancelled}
          onClick={choose(() => onCancelled(!cancelled))}
        >
          <ListItemIcon>{cancelled && <Check fontSize="small" />}</ListItemIcon>
          Show cancelled
        </MenuItem>
        {/* After the menu is gone, or it would be on the paper. */}
        <MenuItem onClick={choose(() => setTimeout(() => window.print(), 200))}>
          <ListItemIcon />
          Print the day sheet
        </MenuItem>
      </Menu>
    </>
  );
}
