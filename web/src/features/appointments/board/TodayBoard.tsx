import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useMemo, useState } from 'react';

import { usePermissions } from '@/api/usePermissions';
import { ButtonLink } from '@/components/ButtonLink';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { BoardList } from '@/features/appointments/board/BoardList';
import { boardRows } from '@/features/appointments/board/boardRows';
import type { Status } from '@/features/appointments/calendar/status';
import { useNow } from '@/features/appointments/calendar/useNow';
import { useStatus } from '@/features/appointments/calendar/useStatus';
import { useVisits } from '@/features/appointments/calendar/useVisits';
import type { Visit } from '@/features/appointments/calendar/visit';
import { today as todayIn } from '@/lib/dates';
import { paths } from '@/lib/paths';

/** The day as the desk needs it: who is expected, who is here and for how long, who leaves. It moves by itself on every screen. */
export function TodayBoard({ timeZone }: { timeZone: string }) {
  const { may } = usePermissions();
  const now = useNow();
  const date = todayIn(timeZone, new Date(now));
  const { query, visits } = useVisits({ view: 'day', date, provider: null, cancelled: false });
  const rows = useMemo(() => visits && boardRows(visits, now), [visits, now]);
  const { set, isLoading } = useStatus();
  const [problem, setProblem] = useState<string>();
  const choose = async (visit: Visit, to: Status) => {
    setProblem(undefined);
    setProblem((await set(visit, to))?.message);
  };
  const list = { timeZone, now, busy: isLoading, onStep: may('appointment.update') ? (visit: Visit, to: Status) => void choose(visit, to) : undefined };
  const wholeDay = <ButtonLink to={`${paths.appointments}?view=day`}>Whole day</ButtonLink>;

  return (
    <Stack spacing={2}>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      <Panel title="Arrivals" actions={wholeDay}>
        <QueryFailure what="Today’s appointments could not be loaded." of={query} />
        {!rows && !query.isError && <PageSkeleton />}
        {rows?.expected.length === 0 && <EmptyState title="Nobody is expected in the next three hours" hint="The whole day shows what is booked later." />}
        {rows && rows.expected.length > 0 && <BoardList label="Arrivals in the next three hours" visits={rows.expected} {...list} />}
      </Panel>
      {rows && rows.here.length + rows.leaving.length > 0 && (
        <Panel title="Here now">
          {rows.here.length > 0 && <BoardList label="Who is here" visits={rows.here} {...list} />}
          {rows.leaving.length > 0 && <BoardList label="Just completed" heading="Leaving" visits={rows.leaving} {...list} />}
        </Panel>
      )}
    </Stack>
  );
}
