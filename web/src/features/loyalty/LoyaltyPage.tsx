import Stack from '@mui/material/Stack';

import { PageHeader } from '@/components/PageHeader';
import { BalancesPanel } from '@/features/loyalty/BalancesPanel';
import { RulesPanel } from '@/features/loyalty/RulesPanel';

/** This folder is the loyalty program: what each service earns, and how many points each patient has. */
export function Component() {
  return (
    <Stack spacing={3}>
      <PageHeader title="Loyalty Program" subtitle="The points that patients earn with their visits" />
      <RulesPanel />
      <BalancesPanel />
    </Stack>
  );
}
