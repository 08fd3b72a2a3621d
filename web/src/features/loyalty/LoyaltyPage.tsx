import Stack from '@mui/material/Stack';

import { maxAgeSeconds } from '@/api/baseApi';
import { loyaltyApi } from '@/api/generated';
import { pageSize } from '@/api/listPages';
import { prefetchLoader } from '@/api/prefetchLoader';
import { PageHeader } from '@/components/PageHeader';
import { BalancesPanel } from '@/features/loyalty/BalancesPanel';
import { RulesPanel } from '@/features/loyalty/RulesPanel';

const { listLoyaltyRules } = loyaltyApi.endpoints;

export const loader = prefetchLoader(({ may }) => [
  may('loyalty.read') && listLoyaltyRules.initiate(),
  may('loyalty.balance.read') &&
    loyaltyApi.endpoints.listLoyaltyBalances.initiate(
      { limit: pageSize },
      { forceRefetch: maxAgeSeconds },
    ),
]);

/** The point rules and the patients' balances. */
export function Component() {
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Loyalty Program"
        subtitle="The points that patients earn with their visits"
      />
      <RulesPanel />
      <BalancesPanel />
    </Stack>
  );
}
