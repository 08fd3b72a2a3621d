import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { ActivityEntry } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { RecordTable, type Column } from '@/components/RecordTable';
import { StatusChip } from '@/components/StatusChip';
import { actorName } from '@/features/activity/actorName';
import { formatInstant } from '@/lib/dates';
import { sentence } from '@/lib/sentence';

const named = 3;
const pressable = {
  justifyContent: 'flex-start',
  margin: '-4px -8px',
  paddingInline: 8,
  fontWeight: 'inherit',
  textAlign: 'left',
} as const;

/** Only a long IPv6 address may break. */
const whole = { overflowWrap: 'normal' } as const;

interface Props {
  entries: readonly ActivityEntry[];
  choose: (part: 'patient' | 'person', value: string) => void;
}

/** The entries in plain words; pressing a name filters by it. */
export function EntryTable({ entries, choose }: Props) {
  const zone = useTimeZone();
  return (
    <RecordTable
      caption="Activity"
      columns={columns(zone, choose)}
      rows={entries}
      rowKey={({ id }) => id}
    />
  );
}

const columns = (zone: string, choose: Props['choose']): readonly Column<ActivityEntry>[] => [
  {
    key: 'what',
    header: 'What',
    render: ({ phrase, outcome, changes }) => (
      <>
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {phrase}
          {outcome === 'denied' && <StatusChip tone="danger" label="Refused" />}
          {outcome === 'repeated' && <StatusChip tone="neutral" label="Sent again" />}
        </Stack>
        {changes.length > 0 && <Changes changes={changes} />}
      </>
    ),
  },
  { key: 'when', header: 'When', nowrap: true, render: ({ at }) => formatInstant(at, zone) },
  {
    key: 'who',
    header: 'Who',
    render: (entry) => (
      <>
        {entry.member ? (
          <Button
            style={pressable}
            onClick={() => choose('person', String(entry.member?.id))}
            aria-label={`Only ${entry.member.name}`}
          >
            {entry.member.name}
          </Button>
        ) : (
          actorName(entry)
        )}
        {entry.role && (
          <Typography variant="body2" color="textSecondary">
            {entry.role}
          </Typography>
        )}
      </>
    ),
  },
  {
    key: 'whose',
    header: 'Client',
    render: (entry) => <PatientNames entry={entry} choose={choose} />,
  },
  {
    key: 'from',
    header: 'From',
    render: ({ ip, user_agent }) => (
      <Box component="span" title={user_agent} sx={ip?.includes(':') ? undefined : whole}>
        {ip}
      </Box>
    ),
  },
];

/** What changed on a member, with the values before and after. */
function Changes({ changes }: Pick<ActivityEntry, 'changes'>) {
  return (
    <Box
      component="ul"
      aria-label="What changed"
      sx={{
        m: 0,
        mt: 0.5,
        pl: 2.5,
        typography: 'body2',
        color: 'text.secondary',
        overflowWrap: 'anywhere',
      }}
    >
      {changes.map(({ field, from, to }) => (
        <li key={field}>{`${words(field)}: ${from ?? 'nothing'} → ${to ?? 'nothing'}`}</li>
      ))}
    </Box>
  );
}

/** 'license_number' is 'License number'. */
const words = (field: string) => sentence(field.replaceAll('_', ' '));

function PatientNames({
  entry: { patients, patient_count },
  choose,
}: {
  entry: ActivityEntry;
  choose: Props['choose'];
}) {
  if (patient_count === 0)
    return (
      <Typography component="span" color="textSecondary">
        —
      </Typography>
    );
  const shown = patients.slice(0, named);
  return (
    <Stack sx={{ alignItems: 'flex-start' }}>
      {shown.map(({ id, name }) => (
        <Button
          key={id}
          style={pressable}
          onClick={() => choose('patient', String(id))}
          aria-label={`Only ${name}`}
        >
          {name}
        </Button>
      ))}
      {patient_count > shown.length && (
        <Typography
          variant="body2"
          color="textSecondary"
        >{`and ${patient_count - shown.length} more`}</Typography>
      )}
    </Stack>
  );
}
