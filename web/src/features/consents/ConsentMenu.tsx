import Box from '@mui/material/Box';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';

import type { Consent } from '@/api/generated';
import { actionNames, type ConsentAction } from '@/features/consents/consentActions';
import { useWhyNotTexted } from '@/features/consents/useWhyNotTexted';

interface Props {
  consent: Consent;
  actions: readonly ConsentAction[];
  anchor: HTMLElement;
  onChoose: (action: ConsentAction) => void;
  onClose: () => void;
}

/** What can be done with an issued consent. What cannot is reached by the keyboard as well, because it says why. */
export function ConsentMenu({ consent, actions, anchor, onChoose, onClose }: Props) {
  const whyNotTexted = useWhyNotTexted(consent.patient_id, !actions.includes('text'));
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        list: {
          'aria-label': `Actions for ${consent.template_name}`,
          disabledItemsFocusable: true,
        },
      }}
    >
      {actions.map((action) => {
        const whyNot = action === 'text' ? whyNotTexted : null;
        if (!whyNot)
          return (
            <MenuItem key={action} onClick={() => onChoose(action)}>
              {actionNames[action]}
            </MenuItem>
          );
        return (
          <MenuItem
            key={action}
            disabled
            sx={{ whiteSpace: 'normal', maxWidth: 320, '&.Mui-disabled': { opacity: 1 } }}
          >
            <Box>
              <Typography color="textDisabled">{actionNames[action]}</Typography>
              <Typography variant="body2" color="textSecondary">
                {whyNot}
              </Typography>
            </Box>
          </MenuItem>
        );
      })}
    </Menu>
  );
}
