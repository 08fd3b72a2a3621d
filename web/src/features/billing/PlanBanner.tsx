import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import CloseIcon from '@mui/icons-material/Close';
import { useState } from 'react';
import { useLocation } from 'react-router';

import type { PlanStanding } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { useSession } from '@/api/useSession';
import { ButtonLink } from '@/components/ButtonLink';
import { planNews } from '@/features/billing/planNews';

const ways = { '/subscriptions': 'See the subscription', '/pricing': 'Compare plans' } as const;

/** What the plan has to say, above the page and in nobody's way. Once put away, the same sentence stays away until the next sign-in. */
export function PlanBanner({ plan }: { plan: PlanStanding }) {
  const { pathname } = useLocation();
  const zone = useSession()?.clinic.time_zone ?? 'UTC';
  const { may, mayLimited } = useMay();
  const [putAway, setPutAway] = useState<string | null>(null);
  const news = planNews(plan, pathname, zone, mayLimited('team.write') || may('billing.checkout'));
  if (!news || (news.canWait && news.text === putAway)) return null;
  const leads = may('billing.checkout') && pathname !== news.to;
  return (
    // It comes with the first screen, which MUI's Alert would make the heavier.
    <Box
      role="status"
      sx={{ mb: 3, px: 2, py: 0.75, display: 'flex', alignItems: 'center', gap: 2, displayPrint: 'none', borderRadius: 1, typography: 'body2', color: `${news.tone}.main`, bgcolor: `${news.tone}.light` }}
    >
      <Box sx={{ flex: 1, py: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2 }}>
        <span>{news.text}</span>
        {/* On a phone it stands below the sentence, level with it. */}
        {leads && <ButtonLink to={news.to} color="inherit" style={{ marginInline: -8, paddingInline: 8 }}>{ways[news.to]}</ButtonLink>}
      </Box>
      {news.canWait && (
        <IconButton color="inherit" aria-label="Put this notice away" onClick={() => setPutAway(news.text)}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
}
