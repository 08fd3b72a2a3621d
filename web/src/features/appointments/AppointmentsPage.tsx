import { useSearchParams } from 'react-router';

import { maxAgeSeconds } from '@/api/baseApi';
import { appointmentsApi } from '@/api/generated';
import { appointmentPageSize } from '@/api/listPages';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useSession } from '@/api/useSession';
import { useTimeZone } from '@/api/useTimeZone';
import { lazyCode } from '@/components/lazyCode';
import { LoadFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { rangeOf, readAddress, readView } from '@/features/appointments/calendar/deskAddress';
import { freedOf, type Freed } from '@/features/appointments/calendar/freed';
import { rememberedView } from '@/features/appointments/calendar/rememberedView';
import { readDateRange } from '@/features/appointments/dateRange';
import { ListView } from '@/features/appointments/ListView';
import { today as todayIn } from '@/lib/dates';

const { listProviders } = appointmentsApi.endpoints;

/** The calendar's code is fetched separately: members who use the list never need it. */
const useDesk = lazyCode(async () => (await import('@/features/appointments/calendar/Desk')).Desk);

export const loader = prefetchLoader(({ may, mayLimited, search, timeZone, member }) => {
  const today = todayIn(timeZone);
  const view = readView(search, rememberedView(member));
  if (view !== 'list') void useDesk.preload();
  const range =
    view === 'list'
      ? { ...readDateRange(search, today), limit: appointmentPageSize }
      : rangeOf(readAddress(search, view, today));
  return [
    mayLimited('appointment.list') &&
      appointmentsApi.endpoints.listAppointments.initiate(range, { forceRefetch: maxAgeSeconds }),
    may('appointment.create') && listProviders.initiate(),
  ];
});

/** The appointments, in the view of the address or the one used last: the specification's form and list, or the calendar. */
export function Component() {
  const { mayLimited } = usePermissions();
  const timeZone = useTimeZone();
  const member = useSession()?.member.id;
  const today = todayIn(timeZone);
  const [search] = useSearchParams();
  const view = readView(search, rememberedView(member));
  // A link from a patient's record names whom to book.
  const patient = Number(search.get('patient'));
  const waiting = Number(search.get('waiting'));
  const shared = { today, timeZone, patientId: patient > 0 ? patient : undefined };

  if (!mayLimited('appointment.list')) {
    return (
      <>
        <PageHeader title="Appointments" />
        <NoPermission what="the appointments" />
      </>
    );
  }
  return view === 'list' ? (
    <ListView {...shared} />
  ) : (
    <Calendar
      {...shared}
      waitingId={waiting > 0 ? waiting : undefined}
      freedTime={freedOf(search.get('freed'))}
      print={search.has('print')}
      search={search}
      view={view}
    />
  );
}

interface CalendarProps {
  today: string;
  timeZone: string;
  patientId: number | undefined;
  waitingId: number | undefined;
  freedTime: Freed | undefined;
  print: boolean;
  search: URLSearchParams;
  view: Parameters<typeof readAddress>[1];
}

function Calendar({ search, view, ...shared }: CalendarProps) {
  const { code: Desk, failed, retry } = useDesk();
  if (failed)
    return <LoadFailure what="The calendar could not be loaded." transient onRetry={retry} />;
  return Desk ? (
    <Desk {...shared} address={readAddress(search, view, shared.today)} />
  ) : (
    <PageSkeleton />
  );
}
