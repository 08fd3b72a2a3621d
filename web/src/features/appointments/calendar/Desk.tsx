import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';

import { useListProvidersQuery, useShowScheduleQuery } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useSession } from '@/api/useSession';
import { EmptyState } from '@/components/EmptyState';
import { lazyCode } from '@/components/lazyCode';
import { LoadFailure, NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { VisitsSkeleton } from '@/features/appointments/VisitsSkeleton';
import type { Booking } from '@/features/appointments/calendar/booking';
import type { Slot } from '@/features/appointments/calendar/calendarOptions';
import {
  cardMaker,
  positionOf,
  providerOf,
  type Card,
} from '@/features/appointments/calendar/card';
import { closedTimes } from '@/features/appointments/calendar/closedTimes';
import { columnsOf, providersOf, shownProvider } from '@/features/appointments/calendar/columns';
import { DayList, WeekStrip } from '@/features/appointments/calendar/DayList';
import {
  daysOf,
  toDeskSearch,
  type DeskAddress,
} from '@/features/appointments/calendar/deskAddress';
import { BookDrawer } from '@/features/appointments/calendar/dialogs';
import { DeskBar } from '@/features/appointments/calendar/DeskBar';
import { DeskDialogs, type DeskDialog } from '@/features/appointments/calendar/DeskDialogs';
import type { Freed } from '@/features/appointments/calendar/freed';
import { FreedOffer } from '@/features/appointments/calendar/FreedOffer';
import { isOver } from '@/features/appointments/calendar/status';
import { useFreed } from '@/features/appointments/calendar/useFreed';
import { usePrintOnce } from '@/features/appointments/calendar/usePrintOnce';
import { useVisits } from '@/features/appointments/calendar/useVisits';
import { VisitPanel } from '@/features/appointments/calendar/VisitPanel';
import { VisitSide } from '@/features/appointments/calendar/VisitSide';
import { useWaiting } from '@/features/waitlist';
import { useNewFromAddress } from '@/lib/useNewFromAddress';
import { calendarColour, calendarVariables, darkCalendarColour } from '@/theme/calendarColours';

// Fetched along with this file, and not in it: a day on a phone is a list.
const useClinicCalendar = lazyCode(
  async () => (await import('@/features/appointments/calendar/ClinicCalendar')).ClinicCalendar,
);

interface Props {
  address: DeskAddress;
  today: string;
  timeZone: string;
  /** The patient whom a link from a record is to book. */
  patientId: number | undefined;
  /** The entry of the waitlist that a link is to book. */
  waitingId: number | undefined;
  /** The time that a link says has become free. */
  freedTime: Freed | undefined;
  /** Whether a link asks for the day on paper. */
  print: boolean;
}

const nobody: never[] = [];

/** The clinic's days as a grid, with the chosen appointment beside it. */
export function Desk({ address, today, timeZone, patientId, waitingId, freedTime, print }: Props) {
  const { may } = usePermissions();
  const own = useSession()?.member.id;
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  // In a low window, such as one at 200 %, the button of a form beside the calendar would be below its edge.
  const low = useMediaQuery('(max-height: 599px)');
  const { code: ClinicCalendar, failed, retry } = useClinicCalendar();
  const providersQuery = useListProvidersQuery(undefined, { skip: !may('appointment.create') });
  const { data: choices = nobody, isLoading: isLoadingProviders } = providersQuery;
  const { query, visits, stale } = useVisits(address);
  /** The time that a link says has become free. */
  const [linked] = useState(freedTime);
  const { move, placeOnWay, freed, free, forget } = useFreed(timeZone, linked);
  const [chosen, setChosen] = useState<number>();
  const [asked, setAsked] = useState<DeskDialog>();
  const [booking, setBooking] = useState<Booking | undefined>(
    patientId === undefined ? undefined : {},
  );
  const { entry: waiting, end } = useWaiting(waitingId);
  const [handledId, setHandledId] = useState<number>();
  if (waiting && handledId !== waiting.id) {
    setHandledId(waiting.id);
    setBooking({ entry: waiting });
  }
  /** A visit that is open gives its room to the form. */
  const bookAt = useCallback((place: Booking) => {
    setChosen(undefined);
    setBooking(place);
  }, []);
  const book = useCallback(() => bookAt({}), [bookAt]);
  useNewFromAddress(book);
  const toggle = useCallback(
    (id: number) => setChosen((before) => (before === id ? undefined : id)),
    [],
  );

  const days = useMemo(() => daysOf(address), [address]);
  const providers = useMemo(() => providersOf(choices, visits ?? nobody), [choices, visits]);
  const shown = shownProvider(address.provider, providers, own);
  /** Before the providers are known, the days would be those of 'Any provider', on the screen and on paper. */
  const loaded = isLoadingProviders ? undefined : visits;
  const toCard = useMemo(() => cardMaker(timeZone), [timeZone]);
  const all = useMemo(
    () => (visits ?? nobody).map((visit) => toCard(visit, placeOnWay(visit))),
    [visits, toCard, placeOnWay],
  );
  const columns = useMemo(
    () => columnsOf(providers, all, address.provider),
    [providers, all, address.provider],
  );
  const isDay = address.view === 'day';
  const cards = useMemo(
    () =>
      all.filter(({ column }) =>
        isDay ? columns.some(({ id }) => id === column) : column === shown,
      ),
    [all, isDay, columns, shown],
  );
  const { data: schedule } = useShowScheduleQuery({ from: days[0], to: days.at(-1) ?? days[0] });
  const closed = useMemo(
    () =>
      schedule
        ? closedTimes(schedule, days, isDay ? columns.map(({ id }) => id) : [shown], timeZone)
        : nobody,
    [schedule, days, isDay, columns, shown, timeZone],
  );
  const visit = all.find(({ id }) => id === chosen)?.visit;
  // It left the screen, cancelled or on another day: nothing opens by itself when it comes back.
  if (chosen !== undefined && visits && !stale && !visit) setChosen(undefined);

  const mayUpdate = may('appointment.update');
  const mayMove = useCallback((card: Card) => mayUpdate && !isOver(card.visit.status), [mayUpdate]);
  const onEmpty = (slot: Slot) =>
    may('appointment.create') && setBooking({ slot: isDay ? slot : { ...slot, column: shown } });
  const onMove = (id: number, to: { start: string; minutes: number; column?: string }) => {
    const card = all.find((each) => each.id === id);
    if (!card || !mayMove(card)) return false;
    const place = {
      ...positionOf(card.visit, timeZone),
      start: to.start,
      minutes: to.minutes,
      provider_id: providerOf(to.column ?? card.column),
    };
    // It goes back to its place until the dialog is answered, which shows both.
    setAsked({ what: 'move', visit: card.visit, wanted: { place, warnings: [] } });
    return false;
  };

  const list = phone && isDay;
  const navigate = useNavigate();
  usePrintOnce(
    print &&
      loaded !== undefined &&
      !providersQuery.isError &&
      !stale &&
      (list || ClinicCalendar !== undefined),
    () =>
      void navigate(
        { search: toDeskSearch(address, today) },
        { replace: true, preventScrollReset: true },
      ),
  );
  return (
    <Box className="desk" sx={[colours, list ? null : frame]}>
      <DeskBar
        address={address}
        today={today}
        providers={providers}
        shown={isLoadingProviders ? undefined : shown}
        phone={phone}
        onBook={may('appointment.create') ? book : undefined}
      />
      {phone && <WeekStrip address={address} today={today} />}
      <QueryFailure what="The providers could not be loaded." query={providersQuery} />
      <QueryFailure what="Appointments could not be loaded." query={query} />
      <NextPageFailure what="The later appointments could not be loaded." query={query} />
      {freed && visits && may('appointment.create') && (
        <FreedOffer
          freed={freed}
          visits={visits}
          choices={choices}
          timeZone={timeZone}
          atOnce={freed === linked}
          onBook={bookAt}
          onClose={forget}
        />
      )}
      {failed && <LoadFailure what="The calendar could not be loaded." transient onRetry={retry} />}
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', gap: 2 }}>
        <Box aria-busy={stale} sx={{ flex: 1, minWidth: 0 }}>
          {!loaded &&
            !query.isError &&
            (list ? (
              <VisitsSkeleton height={56} cards />
            ) : (
              <Skeleton variant="rounded" height="100%" role="status" aria-label="Loading" />
            ))}
          {loaded &&
            list &&
            (cards.length === 0 ? (
              <EmptyState
                title="No appointments on this day"
                hint="Look at another day, or book one."
              />
            ) : (
              <DayList
                cards={cards}
                timeZone={timeZone}
                today={today}
                chosen={chosen}
                onOpen={toggle}
              />
            ))}
          {loaded && !list && ClinicCalendar && (
            <ClinicCalendar
              view={address.view}
              days={days}
              timeZone={timeZone}
              columns={columns}
              cards={cards}
              closed={closed}
              chosen={chosen}
              mayBook={may('appointment.create')}
              mayMove={mayMove}
              onOpen={toggle}
              onEmpty={onEmpty}
              onMove={onMove}
            />
          )}
        </Box>
        {booking && (
          <BookDrawer
            timeZone={timeZone}
            day={address.date}
            booking={booking}
            patientId={patientId}
            over={phone || low}
            hidden={visit !== undefined}
            onBooked={() => {
              if (booking.entry) void end(booking.entry);
              setBooking(undefined);
            }}
            onClose={() => setBooking(undefined)}
          />
        )}
        {visit && (
          <VisitSide key={visit.id} onClose={() => setChosen(undefined)}>
            {(titleId) => (
              <VisitPanel
                visit={visit}
                timeZone={timeZone}
                titleId={titleId}
                onMove={() => setAsked({ what: 'move', visit })}
                onEdit={() => setAsked({ what: 'edit', visit })}
                onCancel={() => setAsked({ what: 'cancel', visit })}
                onDecline={() => setAsked({ what: 'decline', visit })}
                onClose={() => setChosen(undefined)}
              />
            )}
          </VisitSide>
        )}
      </Box>
      <DeskDialogs
        asked={asked}
        timeZone={timeZone}
        providers={providers}
        move={move}
        onFreed={free}
        onClose={() => setAsked(undefined)}
      />
    </Box>
  );
}

/** The dark scheme is for screens only. */
const colours = (theme: Theme) => ({
  ...calendarVariables(calendarColour),
  '@media screen': theme.applyStyles('dark', calendarVariables(darkCalendarColour)),
});

/** As high as the window below the banners, so that hours scroll under the providers' names. */
const frame = {
  display: 'flex',
  flexDirection: 'column',
  height: 'calc(100dvh - 16px - var(--bottom-bar, 0px) - var(--banners, 0px))',
  minHeight: 520,
  mb: -8,
} as const;
