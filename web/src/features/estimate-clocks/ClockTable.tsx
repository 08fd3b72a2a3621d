import Typography from '@mui/material/Typography';
import { useMemo } from 'react';

import type { EstimateClock } from '@/api/generated';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { StatusChip } from '@/components/StatusChip';
import { WordButton } from '@/components/WordButton';
import { ageWords, causeWords, dueWords, endingWords } from '@/features/estimate-clocks/clockWords';
import { formatDate, formatInstant, today as todayIn } from '@/lib/dates';
import { estimatePath } from '@/lib/paths';
import { wallOf } from '@/lib/wallTime';

interface Props {
  clocks: readonly EstimateClock[];
  zone: string;
  onClose: ((clock: EstimateClock) => void) | undefined;
}

/** The estimates that are owed, or were; a name leads to the estimate. */
export function ClockTable({ clocks, zone, onClose }: Props) {
  const columns = useMemo(() => columnsOf(zone, onClose), [zone, onClose]);
  return (
    <RecordTable
      caption="Estimates and when they are due"
      columns={columns}
      rows={clocks}
      rowKey={({ id }) => id}
    />
  );
}

function columnsOf(zone: string, onClose: Props['onClose']): Column<EstimateClock>[] {
  const today = todayIn(zone);
  return [
    {
      key: 'client',
      header: 'Client',
      render: ({ patient_id, patient_name }) => (
        <RowLink to={estimatePath(patient_id)}>{patient_name}</RowLink>
      ),
    },
    {
      key: 'due',
      header: 'Due',
      nowrap: true,
      render: ({ due_on, closed_at }) =>
        closed_at ? (
          formatDate(due_on)
        ) : (
          <StatusChip
            tone={due_on <= today ? 'danger' : 'warning'}
            label={dueWords(due_on, today)}
          />
        ),
    },
    {
      key: 'cause',
      header: 'Cause',
      render: ({ cause, asked_at }) => (
        <>
          {causeWords[cause]}
          {asked_at && cause !== 'asked' && (
            <Typography variant="body2" color="textSecondary">
              {causeWords.asked}
            </Typography>
          )}
        </>
      ),
    },
    {
      key: 'visit',
      header: 'Visit',
      render: ({ starts_at, service }) =>
        starts_at ? `${formatInstant(starts_at, zone)}, ${service ?? ''}` : '—',
    },
    {
      key: 'age',
      header: 'Owed for',
      nowrap: true,
      render: ({ started_at, closed_at }) =>
        ageWords(
          wallOf(started_at, zone).slice(0, 10),
          closed_at ? wallOf(closed_at, zone).slice(0, 10) : today,
        ),
    },
    {
      key: 'state',
      header: 'State',
      render: (clock) =>
        clock.ending === null ? (
          onClose && (
            <WordButton
              label="Close"
              name={`Close the estimate due for ${clock.patient_name}, ${formatDate(clock.due_on)}`}
              onPress={() => onClose(clock)}
            />
          )
        ) : (
          <Ending clock={clock} zone={zone} />
        ),
    },
  ];
}

function Ending({
  clock: { ending, ending_note, closed_at, closed_by, estimate_version },
  zone,
}: {
  clock: EstimateClock;
  zone: string;
}) {
  return (
    <>
      {ending &&
        `${endingWords[ending]}${estimate_version === null ? '' : `, version ${estimate_version}`}`}
      <Typography variant="body2" color="textSecondary">
        {[ending_note, closed_by, formatInstant(closed_at, zone)].filter(Boolean).join(', ')}
      </Typography>
    </>
  );
}
