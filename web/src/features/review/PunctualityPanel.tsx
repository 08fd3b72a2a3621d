import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useShowPunctualityQuery, type Punctuality } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { ExportButton } from '@/components/ExportButton';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { TextInput } from '@/components/TextInput';
import { addDays, isPlausibleDate, today } from '@/lib/dates';

const number = (
  key: string,
  header: string,
  render: (row: Punctuality) => string | number,
): Column<Punctuality> => ({ key, header, align: 'right', nowrap: true, render });

const columns: readonly Column<Punctuality>[] = [
  {
    key: 'provider',
    header: 'Provider',
    wholeWords: true,
    render: ({ provider_name }) => provider_name,
  },
  number('recorded', 'Recorded', ({ recorded }) => recorded),
  { ...number('reviewed', 'To review', ({ reviewed }) => reviewed), under: 'recorded' },
  number('approved', 'Approved', ({ approved }) => approved),
  number('median', 'Median hours', ({ median_hours }) => median_hours ?? '—'),
  number('late', 'Late', ({ late }) => late),
  { ...number('returned', 'Returned', ({ returned }) => returned), under: 'late' },
  {
    ...number('onTime', 'In time', ({ on_time_percent }) =>
      on_time_percent === null ? '—' : `${on_time_percent}%`,
    ),
    under: 'approved',
  },
];

/** How punctual each provider was with what was recorded in some days: the last thirty at first. */
export function PunctualityPanel() {
  const zone = useTimeZone();
  const [from, setFrom] = useState(() => addDays(today(zone), -29));
  const [to, setTo] = useState(() => today(zone));
  const possible = isPlausibleDate(from) && isPlausibleDate(to) && from <= to;
  const query = useShowPunctualityQuery({ from, to }, { skip: !possible });
  const { data: rows, isError } = query;
  return (
    <Panel
      title="Punctuality"
      actions={
        possible && (
          <ExportButton
            list={{ url: '/api/review/punctuality/export', params: { from, to } }}
            name="punctuality"
            failure="The table could not be exported."
          />
        )
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 2 }}>
        <TextInput
          label="Recorded from"
          type="date"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextInput
          label="Recorded to"
          type="date"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </Box>
      {!possible && (
        <Typography color="error">Enter two days, the first before the last.</Typography>
      )}
      {possible && <QueryFailure what="The table could not be loaded." query={query} />}
      {possible && !rows && !isError && <PageSkeleton />}
      {possible && rows?.length === 0 && (
        <Typography color="textSecondary">Nothing was recorded in these days.</Typography>
      )}
      {possible && rows && rows.length > 0 && (
        <RecordTable
          caption="Providers by their charts"
          columns={columns}
          rows={rows}
          rowKey={({ provider_id }) => provider_id}
        />
      )}
    </Panel>
  );
}
