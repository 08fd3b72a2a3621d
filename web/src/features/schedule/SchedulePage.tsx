import Stack from '@mui/material/Stack';

import { scheduleApi } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useSession } from '@/api/useSession';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { BlocksPanel } from '@/features/schedule/BlocksPanel';
import { ClosuresPanel } from '@/features/schedule/ClosuresPanel';
import { HoursPanel } from '@/features/schedule/HoursPanel';
import { ResourcesPanel } from '@/features/schedule/ResourcesPanel';
import { useSchedule } from '@/features/schedule/useSchedule';
import { paths } from '@/lib/paths';

export const loader = prefetchLoader(({ mayLimited }) => [
  mayLimited('appointment.list') && scheduleApi.endpoints.listClosures.initiate(),
]);

/** What the calendar is planned by. Those who may not plan see it, and may change their own hours. */
export function Component() {
  const { mayLimited } = usePermissions();
  return (
    <Stack spacing={2}>
      <PageHeader
        back={{ to: paths.appointments, label: 'Back to the appointments' }}
        title="Hours and rooms"
        subtitle="Booking asks about these times, and the calendar draws them behind the appointments"
      />
      {mayLimited('appointment.list') ? <Schedule /> : <NoPermission what="the schedule" />}
    </Stack>
  );
}

function Schedule() {
  const { may, mayLimited } = usePermissions();
  const own = useSession()?.member.id;
  const { query, schedule, members } = useSchedule();
  if (!schedule)
    return query.isError ? (
      <QueryFailure what="The schedule could not be loaded." query={query} />
    ) : (
      <PageSkeleton />
    );
  const mayPlan = may('schedule.manage');
  const mayChange = (member: number) =>
    may('schedule.hours.write') || (mayLimited('schedule.hours.write') && member === own);
  return (
    <>
      <QueryFailure what="The schedule could not be loaded." query={query} />
      <HoursPanel hours={schedule.hours} members={members} mayChange={mayChange} />
      <ClosuresPanel mayPlan={mayPlan} />
      <BlocksPanel
        blocks={schedule.blocks}
        resources={schedule.resources}
        members={members}
        mayPlan={mayPlan}
      />
      <ResourcesPanel resources={schedule.resources} mayPlan={mayPlan} />
    </>
  );
}
