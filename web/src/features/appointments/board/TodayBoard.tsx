import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';

import { usePermissions } from '@/api/usePermissions';
import { ButtonLink } from '@/components/ButtonLink';
import { EmptyRow } from '@/components/EmptyRow';
import { ListPanel } from '@/components/ListPanel';
import { QueryFailure } from '@/components/LoadFailure';
import { RowsSkeleton } from '@/components/RowsSkeleton';
import { BoardList, roomy } from '@/features/appointments/board/BoardList';
import { boardRows, countWords, nextOf } from '@/features/appointments/board/boardRows';
import { useVisitsToday } from '@/features/appointments/board/useVisitsToday';
import type { Status } from '@/features/appointments/calendar/status';
import { useStatus } from '@/features/appointments/calendar/useStatus';
import type { Visit } from '@/features/appointments/calendar/visit';
import { paths } from '@/lib/paths';

/** The day as the desk needs it: who is expected, who is here and for how long, who leaves. It is updated by itself on every screen. */
export function TodayBoard({ timeZone }: { timeZone: string }) {
  const { may } = usePermissions();
  const { now, query, visits } = useVisitsToday(timeZone);
  const rows = useMemo(() => visits && boardRows(visits, now), [visits, now]);
  const next = visits && nextOf(visits, now, timeZone);
  const { set, isLoading } = useStatus();
  const [problem, setProblem] = useState<string>();
  const choose = async (visit: Visit, to: Status) => {
    setProblem(undefined);
    setProblem((await set(visit, to))?.message);
  };
  const list = {
    timeZone,
    now,
    busy: isLoading,
    onStep: may('appointment.update')
      ? (visit: Visit, to: Status) => void choose(visit, to)
      : undefined,
  };
  const wholeDay = (
    <ButtonLink size="small" to={`${paths.appointments}?view=day`}>
      Whole day
    </ButtonLink>
  );

  return (
    <Stack spacing={2}>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      <ListPanel title="Arrivals" note="next 3 hours" actions={wholeDay}>
        <QueryFailure what="Today’s appointments could not be loaded." query={query} />
        {visits && visits.length > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ px: 2, pb: 1 }}>
            {countWords(visits)}
          </Typography>
        )}
        {!rows && !query.isError && <RowsSkeleton count={4} thirdLineBelow={roomy} />}
        {rows?.expected.length === 0 && (
          <EmptyRow
            title="Nobody is expected in the next three hours"
            hint={next ?? 'The whole day shows what is booked later.'}
          />
        )}
        {rows && rows.expected.length > 0 && (
          <BoardList label="Arrivals in the next three hours" visits={rows.expected} {...list} />
        )}
      </ListPanel>
      {rows && rows.here.length + rows.leaving.length > 0 && (
        <ListPanel title="Here now" note={rows.here.length}>
          {rows.here.length > 0 && <BoardList label="Who is here" visits={rows.here} {...list} />}
          {rows.leaving.length > 0 && (
            <BoardList label="Just completed" heading="Leaving" visits={rows.leaving} {...list} />
          )}
        </ListPanel>
      )}
    </Stack>
  );
}
