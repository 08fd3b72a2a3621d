import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

import type { Consent } from '@/api/generated';
import { actionNames, actionsFor, type ConsentAction } from '@/features/consents/consentActions';

interface Props {
  consent: Consent;
  anchor: HTMLElement;
  onChoose: (action: ConsentAction) => void;
  onClose: () => void;
}

/** What can be done with an issued consent. */
export function ConsentMenu({ consent, anchor, onChoose, onClose }: Props) {
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': `Actions for ${consent.template_name}` } }}>
      {actionsFor(consent).map((action) => (
        <MenuItem key={action} onClick={() => onChoose(action)} sx={{ minHeight: 44 }}>{actionNames[action]}</MenuItem>
      ))}
    </Menu>
  );
}
