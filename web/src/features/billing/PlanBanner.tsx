import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import CloseIcon from '@mui/icons-material/Close';
import { useState } from 'react';
import { useLocation } from 'react-router';

import type { CurrentPlan } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { ButtonLink } from '@/components/ButtonLink';
import { planMessage } from '@/features/billing/planMessage';
import { paths } from '@/lib/paths';

const linkLabels = {
  [paths.subscriptions]: 'See the subscription',
  [paths.pricing]: 'Compare plans',
} as const;

/** The plan's message, above the page. Once dismissed, the same sentence stays away until the next sign-in. */
export function PlanBanner({ plan }: { plan: CurrentPlan }) {
  const { pathname } = useLocation();
  const zone = useTimeZone();
  const { may, mayLimited } = usePermissions();
  const [dismissed, setDismissed] = useState<string | null>(null);
  const message = planMessage(
    plan,
    pathname,
    zone,
    mayLimited('team.write') || may('billing.checkout'),
  );
  if (!message || (message.dismissible && message.text === dismissed)) return null;
  const showLink = may('billing.checkout') && pathname !== message.to;
  return (
    // Not MUI's Alert, which would make the first screen heavier.
    <Box
      role="status"
      sx={{
        mb: 3,
        px: 2,
        py: 0.75,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        displayPrint: 'none',
        borderRadius: 1,
        typography: 'body2',
        color: `${message.tone}.main`,
        bgcolor: `${message.tone}.light`,
      }}
    >
      <Box
        sx={{
          flex: 1,
          py: 1,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          columnGap: 2,
        }}
      >
        <span>{message.text}</span>
        {/* On a phone it is below the sentence, aligned with it. */}
        {showLink && (
          <ButtonLink
            to={message.to}
            color="inherit"
            style={{ marginInline: -8, paddingInline: 8 }}
          >
            {linkLabels[message.to]}
          </ButtonLink>
        )}
      </Box>
      {message.dismissible && (
        <IconButton
          color="inherit"
          aria-label="Put this notice away"
          onClick={() => setDismissed(message.text)}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
}
