import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { useListLoyaltyEntriesInfiniteQuery, type LoyaltyEntry } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { lazyDialog } from '@/components/lazyDialog';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { PartSkeleton } from '@/components/PartSkeleton';
import { RecordTable, type Column } from '@/components/RecordTable';
import { canBeReversed, entryTitle, signed } from '@/features/loyalty/entryWords';
import { formatInstant } from '@/lib/dates';

const ReverseDialog = lazyDialog(
  async () => (await import('@/features/loyalty/ReverseDialog')).ReverseDialog,
);

const numberFormat = new Intl.NumberFormat('en-US');

/** What changed a patient's points, newest first, each with the balance after it. */
export function Statement({ patientId }: { patientId: number }) {
  const query = useListLoyaltyEntriesInfiniteQuery(
    { patientId },
    {
      refetchOnMountOrArgChange: maxAgeSeconds,
    },
  );
  const { currentData, isError } = query;
  const entries = rowsOf(currentData);
  const zone = useTimeZone();
  const { may } = usePermissions();
  const mayReverse = may('loyalty.reverse');
  const [reversing, setReversing] = useState<LoyaltyEntry | null>(null);
  const columns = useMemo(
    () => columnsFor(zone, mayReverse ? setReversing : undefined),
    [zone, mayReverse],
  );

  const failure = <QueryFailure what="The statement could not be loaded." query={query} />;
  if (!entries)
    return isError ? failure : <PartSkeleton label="Loading the statement" height={120} />;
  if (entries.length === 0)
    return (
      <>
        {failure}
        <EmptyState title="No points yet" hint="Points appear here when a treatment earns them." />
      </>
    );
  return (
    <div>
      {failure}
      <RecordTable caption="Statement" columns={columns} rows={entries} rowKey={({ id }) => id} />
      <NextPageFailure what="More entries could not be loaded." query={query} />
      <NextPageButton query={query} sx={{ mt: 2 }}>
        Show more
      </NextPageButton>
      {reversing && <ReverseDialog entry={reversing} onClose={() => setReversing(null)} />}
    </div>
  );
}

const columnsFor = (
  zone: string,
  onReverse: ((entry: LoyaltyEntry) => void) | undefined,
): readonly Column<LoyaltyEntry>[] => [
  {
    key: 'what',
    header: 'What',
    render: (entry) => (
      <Stack sx={{ alignItems: 'flex-start' }}>
        <span>{entryTitle(entry)}</span>
        {entry.reason && (
          <Typography color="textSecondary" variant="body2">
            {entry.reason}
          </Typography>
        )}
        {entry.is_reversed && (
          <Typography color="textSecondary" variant="body2">
            Was taken back
          </Typography>
        )}
      </Stack>
    ),
  },
  {
    key: 'points',
    header: 'Points',
    align: 'right',
    nowrap: true,
    render: ({ points }) => signed(points),
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    nowrap: true,
    render: ({ balance }) => numberFormat.format(balance),
  },
  {
    key: 'who',
    header: 'Who and when',
    render: ({ by, at }) => (
      <Stack>
        <span>{by ?? 'Celadon'}</span>
        <Typography color="textSecondary" variant="body2">
          {formatInstant(at, zone)}
        </Typography>
      </Stack>
    ),
  },
  ...(onReverse
    ? [
        {
          key: 'reverse',
          header: 'Actions',
          render: (entry: LoyaltyEntry) =>
            canBeReversed(entry) && (
              <Button
                onClick={() => onReverse(entry)}
                aria-label={`Take back ${entryTitle(entry)}, ${signed(entry.points)}`}
                style={{ paddingInline: 12 }}
              >
                Take back
              </Button>
            ),
        },
      ]
    : []),
];
