import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';

import { useListLoyaltyRulesQuery, type LoyaltyRule } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RuleForm } from '@/features/loyalty/RuleForm';

const numberFormat = new Intl.NumberFormat('en-US');
const columns: readonly Column<LoyaltyRule>[] = [
  { key: 'service', header: 'Service', render: ({ service }) => service },
  { key: 'points', header: 'Points', align: 'right', render: ({ points }) => numberFormat.format(points) },
];

/** What each service earns, and the form that sets it. */
export function RulesPanel() {
  const { may } = usePermissions();
  const mayRead = may('loyalty.read');
  const query = useListLoyaltyRulesQuery(undefined, { skip: !mayRead });
  const { data: rules, isError } = query;

  const list = () => {
    if (!mayRead) return <NoPermission what="the point rules" />;
    const failure = <QueryFailure what="The point rules could not be loaded." of={query} />;
    if (!rules) return isError ? failure : <Skeleton variant="rounded" height={120} aria-label="Loading the point rules" />;
    return (
      <>
        {failure}
        {rules.length > 0
          ? <RecordTable caption="Points by service" columns={columns} rows={rules} rowKey={({ id }) => id} />
          : <EmptyState title="No rules yet" hint="A service without a rule earns no points." />}
      </>
    );
  };

  return (
    <Panel title="Point rules">
      <Stack spacing={3} sx={{ maxWidth: 640 }}>
        {may('loyalty.write')
          ? <RuleForm rules={rules} />
          : <NoPermission what="the form for point rules" />}
        {list()}
      </Stack>
    </Panel>
  );
}
