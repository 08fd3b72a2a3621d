import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';

import type { TeamMember } from '@/api/generated';
import { countTeam } from '@/features/team/members';

/** The team in three numbers. */
export function TeamCounts({ members }: { members: readonly TeamMember[] }) {
  const { total, active, providers } = countTeam(members);
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' }}
    >
      <Count name="Total" value={total} />
      <Count name="Active" value={active} />
      <Count name="Providers" value={providers} />
    </Box>
  );
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <Paper variant="outlined" sx={{ p: 2, display: 'flex', flexDirection: 'column-reverse' }}>
      <Box component="dt" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, typography: 'h1' }}>
        {value}
      </Box>
    </Paper>
  );
}
