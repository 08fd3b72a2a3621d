import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useMemo, useState } from 'react';

import { useListProvidersQuery, useShowScheduleQuery } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useSession } from '@/api/useSession';
import { EmptyState } from '@/components/EmptyState';
import { lazyCode } from '@/components/lazyCode';
import { LoadFailure, NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import type { Slot } from '@/features/appointments/calendar/calendarOptions';
import { cardMaker, providerOf, type Card, type Place } from '@/features/appointments/calendar/card';
import { closedTimes } from '@/features/appointments/calendar/closedTimes';
import { columnsOf, providersOf, shownProvider } from '@/features/appointments/calendar/columns';
import { DayList, WeekStrip } from '@/features/appointments/calendar/DayList';
import { daysOf, type DeskAddress } from '@/features/appointments/calendar/deskAddress';
import { DeskBar } from '@/features/appointments/calendar/DeskBar';
import { DeskDialogs, type Asked } from '@/features/appointments/calendar/DeskDialogs';
import { isOver } from '@/features/appointments/calendar/status';
import { useMoves } from '@/features/appointments/calendar/useMoves';
import { useVisits } from '@/features/appointments/calendar/useVisits';
import type { Visit } from '@/features/appointments/calendar/visit';
import { VisitPanel } from '@/features/appointments/calendar/VisitPanel';
import { VisitSide } from '@/features/appointments/calendar/VisitSide';
import { useNotify } from '@/lib/notices';
import { useNewFromAddress } from '@/lib/useNewFromAddress';
import { calendarColour, calendarVariables, darkCalendarColour } from '@/theme/calendarColours';

// Fetched along with this file, and not in it: a day on a phone is a list.
const useClinicCalendar = lazyCode(async () => (await import('@/features/appointments/calendar/ClinicCalendar')).ClinicCalendar);

interface Props {
  address: DeskAddress;
  today: string;
  timeZone: string;
  /** Whom a link from a record wants to book. */
  patientId: number | undefined;
}

const nobody: never[] = [];

/** The clinic's days as a grid, with the chosen appointment beside it. */
export function Desk({ address, today, timeZone, patientId }: Props) {
  const { may } = usePermissions();
  const own = useSession()?.member.id;
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { code: ClinicCalendar, failed, retry } = useClinicCalendar();
  const { data: choices = nobody } = useListProvidersQuery(undefined, { skip: !may('appointment.create') });
  const { query, visits, stale } = useVisits(address);
  const { move, placeOnWay } = useMoves(timeZone);
  const notify = useNotify('move');
  const [chosen, choose] = useState<number>();
  const [asked, ask] = useState<Asked | undefined>(patientId === undefined ? undefined : { what: 'book', slot: undefined });
  useNewFromAddress(() => ask({ what: 'book', slot: undefined }));
  const toggle = useCallback((id: number) => choose((before) => (before === id ? undefined : id)), []);

  const days = useMemo(() => daysOf(address), [address]);
  const providers = useMemo(() => providersOf(choices, visits ?? nobody), [choices, visits]);
  const shown = shownProvider(address.provider, providers, own);
  const toCard = useMemo(() => cardMaker(timeZone), [timeZone]);
  const all = useMemo(() => (visits ?? nobody).map((visit) => toCard(visit, placeOnWay(visit))), [visits, toCard, placeOnWay]);
  const columns = useMemo(() => columnsOf(providers, all, address.provider), [providers, all, address.provider]);
  const isDay = address.view === 'day';
  const cards = useMemo(() => all.filter(({ column }) => (isDay ? columns.some(({ id }) => id === column) : column === shown)), [all, isDay, columns, shown]);
  const { data: schedule } = useShowScheduleQuery({ from: days[0], to: days.at(-1) ?? days[0] });
  const closed = useMemo(() => (schedule ? closedTimes(schedule, days, isDay ? columns.map(({ id }) => id) : [shown], timeZone) : nobody), [schedule, days, isDay, columns, shown, timeZone]);
  const visit = all.find(({ id }) => id === chosen)?.visit;
  // It left the screen, cancelled or on another day: nothing opens by itself when it comes back.
  if (chosen !== undefined && visits && !stale && !visit) choose(undefined);

  const mayUpdate = may('appointment.update');
  const mayMove = useCallback((card: Card) => mayUpdate && !isOver(card.visit.status), [mayUpdate]);
  const onEmpty = (slot: Slot) => may('appointment.create') && ask({ what: 'book', slot: isDay ? slot : { ...slot, column: shown } });
  const send = async (from: Visit, place: Place) => {
    const moved = await move(from, place, []);
    if (moved.done) return;
    if (moved.warnings.length > 0) ask({ what: 'move', visit: from, wanted: { place, warnings: moved.warnings } });
    else notify({ tone: 'error', text: `Not moved. ${moved.failure.message}` });
  };
  const onMove = (id: number, to: { start: string; minutes: number; column?: string }) => {
    const card = all.find((each) => each.id === id);
    if (!card || !mayMove(card)) return false;
    const place = { start: to.start, minutes: to.minutes, provider_id: providerOf(to.column ?? card.column) };
    void send(card.visit, place);
    return true;
  };

  const list = phone && isDay;
  return (
    <Box className="desk" sx={[colours, list ? null : frame]}>
      <DeskBar address={address} today={today} providers={providers} shown={shown} phone={phone} onBook={may('appointment.create') ? () => ask({ what: 'book', slot: undefined }) : undefined} />
      {phone && <WeekStrip address={address} today={today} />}
      <QueryFailure what="Appointments could not be loaded." of={query} />
      <NextPageFailure what="The later appointments could not be loaded." of={query} />
      {failed && <LoadFailure what="The calendar could not be loaded." transient onRetry={retry} />}
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', gap: 2 }}>
        <Box aria-busy={stale} sx={{ flex: 1, minWidth: 0, opacity: stale ? 0.6 : 1, transition: 'opacity 150ms' }}>
          {!visits && !query.isError && <PageSkeleton />}
          {visits && list && (cards.length === 0 ? <EmptyState title="No appointments on this day" hint="Look at another day, or book one." /> : <DayList cards={cards} timeZone={timeZone} today={today} chosen={chosen} onOpen={toggle} />)}
          {visits && !list && ClinicCalendar && (
            <ClinicCalendar
              view={address.view} days={days} timeZone={timeZone} columns={columns} cards={cards} closed={closed} chosen={chosen}
              mayBook={may('appointment.create')} mayMove={mayMove} onOpen={toggle} onEmpty={onEmpty} onMove={onMove}
            />
          )}
        </Box>
        {visit && (
          <VisitSide key={visit.id} onClose={() => choose(undefined)}>
            {(titleId) => (
              <VisitPanel visit={visit} timeZone={timeZone} titleId={titleId} onMove={() => ask({ what: 'move', visit })} onCancel={() => ask({ what: 'cancel', visit })} onDecline={() => ask({ what: 'decline', visit })} onClose={() => choose(undefined)} />
            )}
          </VisitSide>
        )}
      </Box>
      <DeskDialogs asked={asked} timeZone={timeZone} providers={providers} patientId={patientId} move={move} onClose={() => ask(undefined)} />
    </Box>
  );
}

/** The dark scheme is for screens only. */
const colours = (theme: Theme) => ({ ...calendarVariables(calendarColour), '@media screen': theme.applyStyles('dark', calendarVariables(darkCalendarColour)) });

/** As high as the window, so that hours scroll under the providers' names. */
const frame = { display: 'flex', flexDirection: 'column', height: 'calc(100dvh - 16px - var(--bottom-bar, 0px))', minHeight: 520, mb: -8 } as const;
