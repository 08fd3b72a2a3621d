import Typography from '@mui/material/Typography';

import type { ListedAdverseEvent } from '@/api/generated';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { EventMarks } from '@/features/adverse-events/EventMarks';
import { kindWords } from '@/features/adverse-events/eventWords';
import { formatDate, formatInstant } from '@/lib/dates';
import { patientEventsPath } from '@/lib/paths';

/** The clinic's adverse events; a name leads to the record. */
export function EventTable({
  events,
  zone,
}: {
  events: readonly ListedAdverseEvent[];
  zone: string;
}) {
  const columns: Column<ListedAdverseEvent>[] = [
    {
      key: 'client',
      header: 'Client',
      wholeWords: true,
      render: ({ patient_id, patient_name }) => (
        <RowLink to={patientEventsPath(patient_id)}>{patient_name}</RowLink>
      ),
    },
    {
      key: 'event',
      under: 'client',
      header: 'Event',
      render: ({ kind, treatment_type }) => (
        <>
          {kindWords[kind]}
          {treatment_type && (
            <Typography
              variant="body2"
              color="textSecondary"
            >{`after ${treatment_type}`}</Typography>
          )}
        </>
      ),
    },
    { key: 'began', header: 'Began', nowrap: true, render: ({ began_on }) => formatDate(began_on) },
    { key: 'state', header: 'State', render: (event) => <EventMarks event={event} /> },
    {
      key: 'next',
      under: 'began',
      header: 'Next follow-up',
      nowrap: true,
      render: ({ follow_up_on }) => (follow_up_on ? formatDate(follow_up_on) : '—'),
    },
    {
      key: 'reported',
      header: 'Reported',
      render: ({ reported_by, reported_at, acknowledged_by, acknowledged_at }) => (
        <>
          {`${reported_by}, ${formatInstant(reported_at, zone)}`}
          {acknowledged_by && (
            <Typography
              variant="body2"
              color="textSecondary"
            >{`Acknowledged by ${acknowledged_by}, ${formatInstant(acknowledged_at, zone)}`}</Typography>
          )}
        </>
      ),
    },
  ];
  return (
    <RecordTable
      caption="Reported events"
      columns={columns}
      rows={events}
      rowKey={({ id }) => id}
    />
  );
}
