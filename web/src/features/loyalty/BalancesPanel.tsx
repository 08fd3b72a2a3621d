import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { useListLoyaltyBalancesInfiniteQuery, type LoyaltyBalance } from '@/api/generated';
import { pageSize, rowsOf } from '@/api/listPages';
import { usePermissions } from '@/api/usePermissions';
import { EmptyState } from '@/components/EmptyState';
import { ExportButton } from '@/components/ExportButton';
import { lazyDialog } from '@/components/lazyDialog';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { StatusChip } from '@/components/StatusChip';
import { WordButton } from '@/components/WordButton';
import { patientPath } from '@/lib/paths';

const PointsViewDialog = lazyDialog(
  async () => (await import('@/features/loyalty/PointsViewDialog')).PointsViewDialog,
);

const numberFormat = new Intl.NumberFormat('en-US');

const columnsFor = (
  onOpen: (balance: LoyaltyBalance) => void,
): readonly Column<LoyaltyBalance>[] => [
  {
    key: 'patient',
    header: 'Patient',
    render: ({ patient_id, first_name, last_name, is_archived }) => (
      <>
        <RowLink to={patientPath(patient_id)}>{`${first_name} ${last_name}`}</RowLink>
        {is_archived && (
          <>
            {' '}
            <StatusChip tone="neutral" label="Archived" />
          </>
        )}
      </>
    ),
  },
  {
    key: 'statement',
    header: 'Statement',
    render: (balance) => (
      <WordButton
        label="Open"
        name={`Open the points of ${balance.first_name} ${balance.last_name}`}
        onPress={() => onOpen(balance)}
      />
    ),
  },
  {
    key: 'points',
    header: 'Points',
    align: 'right',
    render: ({ points }) => numberFormat.format(points),
  },
];

/** How many points each patient has. */
export function BalancesPanel() {
  const { may } = usePermissions();
  return (
    <Panel
      title="Patient balances"
      actions={
        may('list.export') && (
          <ExportButton
            list={{ url: '/api/loyalty/balances/export' }}
            name="points"
            failure="The balances could not be exported."
          />
        )
      }
    >
      {may('loyalty.balance.read') ? <Balances /> : <NoPermission what="the patients’ points" />}
    </Panel>
  );
}

function Balances() {
  // Treatments recorded on other devices change them.
  const query = useListLoyaltyBalancesInfiniteQuery(
    { limit: pageSize },
    {
      refetchOnMountOrArgChange: maxAgeSeconds,
    },
  );
  const { data, isError } = query;
  const balances = rowsOf(data);
  const [opened, setOpened] = useState<LoyaltyBalance | null>(null);
  const columns = useMemo(() => columnsFor(setOpened), []);

  const failure = <QueryFailure what="The balances could not be loaded." query={query} />;
  if (!balances)
    return isError ? failure : <PartSkeleton label="Loading the balances" height={160} />;
  if (balances.length === 0)
    return (
      <>
        {failure}
        <EmptyState title="No points yet" hint="Points appear here when a treatment earns them." />
      </>
    );
  return (
    <Box sx={{ maxWidth: 640 }}>
      {failure}
      <RecordTable
        caption="Points by patient"
        columns={columns}
        rows={balances}
        rowKey={({ patient_id }) => patient_id}
      />
      <NextPageFailure what="More balances could not be loaded." query={query} />
      <NextPageButton query={query} sx={{ mt: 2 }}>
        Show more
      </NextPageButton>
      {opened && <PointsViewDialog balance={opened} onClose={() => setOpened(null)} />}
    </Box>
  );
}
