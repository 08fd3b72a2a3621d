import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';

import { waitlistApi, useListWaitlistQuery, type WaitlistEntry } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { EmptyState } from '@/components/EmptyState';
import { ExportButton } from '@/components/ExportButton';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { StatusChip } from '@/components/StatusChip';
import { AddToWaitlist } from '@/features/waitlist/dialogs';
import { isPast, nameOf, preferenceText } from '@/features/waitlist/entryWords';
import { useRemoveEntry } from '@/features/waitlist/useRemoveEntry';
import { formatInstantDate, today as todayIn } from '@/lib/dates';
import { bookWaitingPath, patientPath, paths } from '@/lib/paths';
import { refreshInterval } from '@/lib/userActivity';

export const loader = prefetchLoader(({ mayLimited }) => [
  mayLimited('appointment.list') && waitlistApi.endpoints.listWaitlist.initiate(),
]);

/** The waitlist, the longest waiting first. */
export function Component() {
  const { may, mayLimited } = usePermissions();
  const [opened, setOpened] = useState<WaitlistEntry | 'new'>();
  const mayAdd = may('appointment.create');
  return (
    <Stack spacing={2}>
      <PageHeader
        back={{ to: paths.appointments, label: 'Back to the appointments' }}
        title="Waitlist"
        subtitle="When a visit is cancelled or moved, the patients who wait for a time like that are shown at once."
        actions={
          <>
            {may('list.export') && (
              <ExportButton
                list={{ url: '/api/waitlist/export' }}
                name="waitlist"
                failure="The waitlist could not be exported."
              />
            )}
            {mayAdd && (
              <Button variant="contained" startIcon={<Add />} onClick={() => setOpened('new')}>
                Add to the waitlist
              </Button>
            )}
          </>
        }
      />
      {mayLimited('appointment.list') ? (
        <Waiting onEdit={setOpened} />
      ) : (
        <NoPermission what="the waitlist" />
      )}
      {opened && (
        <AddToWaitlist
          entry={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Stack>
  );
}

function Waiting({ onEdit }: { onEdit: (entry: WaitlistEntry) => void }) {
  const query = useListWaitlistQuery(undefined, {
    pollingInterval: refreshInterval,
    skipPollingIfUnfocused: true,
  });
  const columns = useColumns(onEdit);
  const { data: entries } = query;
  return (
    <>
      <QueryFailure what="The waitlist could not be loaded." query={query} />
      {!entries && !query.isError && <PageSkeleton />}
      {entries?.length === 0 && (
        <EmptyState
          title="Nobody is waiting"
          hint="Add patients who want an earlier time, or a time that is taken now."
        />
      )}
      {entries && entries.length > 0 && (
        <RecordTable caption="Who waits" columns={columns} rows={entries} rowKey={({ id }) => id} />
      )}
    </>
  );
}

function useColumns(onEdit: (entry: WaitlistEntry) => void): Column<WaitlistEntry>[] {
  const { may, mayLimited } = usePermissions();
  const timeZone = useTimeZone();
  const remove = useRemoveEntry();
  const [linked, mayChange, mayBook] = [
    mayLimited('patient.read'),
    may('appointment.update'),
    may('appointment.create'),
  ];
  return useMemo(() => {
    const today = todayIn(timeZone);
    const facts: Column<WaitlistEntry>[] = [
      {
        key: 'who',
        header: 'Patient',
        wholeWords: true,
        render: (entry) =>
          linked && entry.patient_id !== null ? (
            <RowLink to={patientPath(entry.patient_id)} strong>
              {nameOf(entry)}
            </RowLink>
          ) : (
            nameOf(entry)
          ),
      },
      {
        key: 'what',
        header: 'Service',
        wholeWords: true,
        render: ({ service, provider_name }) => (
          <>
            {service}
            <Typography
              component="span"
              variant="body2"
              color="textSecondary"
              sx={{ display: 'block' }}
            >
              {provider_name ? `with ${provider_name}` : 'Any provider'}
            </Typography>
          </>
        ),
      },
      {
        key: 'when',
        header: 'Can come',
        render: (entry) => (
          <>
            {preferenceText(entry)}
            {isPast(entry, today) && (
              <Box>
                <StatusChip tone="warning" label="Last day has passed" />
              </Box>
            )}
          </>
        ),
      },
      { key: 'note', under: 'when', header: 'Note', render: ({ note }) => note ?? '—' },
      {
        key: 'since',
        under: 'who',
        header: 'Waiting since',
        nowrap: true,
        render: ({ created_at }) => formatInstantDate(created_at, timeZone),
      },
    ];
    if (!mayChange && !mayBook) return facts;
    return [
      ...facts,
      {
        key: 'actions',
        header: 'Actions',
        align: 'right',
        nowrap: true,
        render: (entry) => (
          <>
            {mayBook && (
              <ButtonLink
                to={bookWaitingPath(entry.id)}
                aria-label={`Find a time for ${nameOf(entry)}`}
              >
                Find a time
              </ButtonLink>
            )}
            {mayChange && (
              <IconButton
                onClick={() => onEdit(entry)}
                aria-label={`Edit what ${nameOf(entry)} waits for`}
                title="Edit"
              >
                <EditOutlined />
              </IconButton>
            )}
            {mayChange && (
              <IconButton
                onClick={() => void remove(entry)}
                aria-label={`Remove ${nameOf(entry)} from the waitlist`}
                title="Remove"
              >
                <DeleteOutlined />
              </IconButton>
            )}
          </>
        ),
      },
    ];
  }, [linked, mayChange, mayBook, timeZone, onEdit, remove]);
}
