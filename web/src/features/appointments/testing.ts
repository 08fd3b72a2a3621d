import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, vi } from 'vitest';

import type {
  Appointment,
  FreeSlots,
  NewAppointment,
  Outlook,
  Schedule,
  WaitlistEntry,
} from '@/api/generated';
import { amelia, ownerSession } from '@/testing/records';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

/** The clinic's Friday morning in the tests of this folder. */
export const now = new Date('2026-11-20T15:00:00Z');

export const visit: Appointment = {
  id: 31,
  patient_id: 101,
  first_name: 'Amelia',
  last_name: 'Hart',
  provider_id: 4,
  provider_name: 'Noah Kim',
  resource_id: null,
  resource_name: null,
  series_id: null,
  service: 'Botox',
  starts_at: '2026-11-20T19:30:00Z',
  ends_at: '2026-11-20T20:00:00Z',
  notes: 'Second visit',
  allow_overlap: false,
  patient_is_archived: false,
  status: 'Booked',
  status_at: null,
  cancel_reason: null,
  booked_anyway_by: null,
  move_asked_at: null,
  requested_at: null,
  version: 1,
  updated_at: null,
  updated_by: null,
  marks: {
    exam: 'valid',
    exam_until: null,
    consents_pending: 0,
    consents_signed: 2,
    is_first_visit: false,
    has_alert: false,
  },
};

export const refusal = (
  status: number,
  code: string,
  error: string,
  fields?: Record<string, string>,
) => HttpResponse.json({ error, code, ...(fields && { fields }) }, { status });

/** A clinic without free times, and without rooms. */
export const noSlots: FreeSlots = { slots: [], next_from: '2026-12-04T05:00:00Z' };
export const noSchedule: Schedule = { days: [], hours: [], blocks: [], resources: [] };

/** The patient would get a message about a move and about a cancellation. */
export const notified: Outlook = {
  moved: null,
  cancelled: null,
  channel: 'email',
  to: 'amelia@example.com',
  due_at: '2026-11-20T14:03:00Z',
  is_quiet: false,
  not_texted: null,
};

export const waiting: WaitlistEntry = {
  id: 61,
  patient_id: 102,
  first_name: 'Bea',
  last_name: 'Harrow',
  service: 'Botox',
  provider_id: null,
  provider_name: null,
  weekdays: [1, 2, 3, 5],
  part_of_day: 'Morning',
  note: 'Only by phone',
  until: null,
  status: 'Waiting',
  created_at: '2026-11-10T15:00:00Z',
  created_by: 'Elena Moreau',
  version: 1,
  updated_at: '2026-11-10T15:00:00Z',
  updated_by: 'Elena Moreau',
};

/** Freezes the date alone; timers run, because typing and fetching need them. */
export const freezeDate = () => vi.useFakeTimers({ now, toFake: ['Date'] });

/**
 * Every test of the file is on a phone on that morning, with nothing kept from before. A day is plain HTML there, which jsdom draws; the grid
 * belongs to e2e/day.spec.ts.
 */
export function onPhone() {
  beforeEach(() => {
    localStorage.clear();
    freezeDate();
    screenOfWidth(390);
  });
  afterEach(() => localStorage.clear());
}

/** A mock clinic for these screens, with a record of the requests it received. */
export function clinicWith(
  appointments: Appointment[],
  permissions = ['appointment.list', 'appointment.create', 'patient.list', 'patient.read'],
  limited: string[] = [],
) {
  const record = { appointments, mark: 7, requested: [] as string[], sent: [] as NewAppointment[] };
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...ownerSession, permissions, limited_permissions: limited }),
    ),
    http.get('*/api/appointments', ({ request }) => {
      record.requested.push(new URL(request.url).search);
      return HttpResponse.json(record.appointments, {
        headers: { 'X-Appointments-Mark': String(record.mark) },
      });
    }),
    http.get('*/api/appointments/changes', () => HttpResponse.json({ mark: record.mark })),
    http.get('*/api/appointments/providers', () =>
      HttpResponse.json([
        { id: 4, name: 'Noah Kim' },
        { id: 1, name: 'Elena Moreau' },
      ]),
    ),
    http.get('*/api/appointments/slots', () => HttpResponse.json(noSlots)),
    http.get('*/api/waitlist', () => HttpResponse.json([])),
    http.get('*/api/waitlist/matches', () => HttpResponse.json([])),
    http.get('*/api/appointments/ahead', () => HttpResponse.json([])),
    http.get('*/api/schedule', () => HttpResponse.json(noSchedule)),
    http.get('*/api/patients', ({ request }) => {
      const search = new URL(request.url).searchParams.get('search') ?? '';
      const patients = [
        amelia,
        { ...amelia, id: 102, last_name: 'Harrow', birth_date: '1991-07-04' },
      ];
      return HttpResponse.json(
        patients.filter(({ first_name, last_name }) =>
          `${first_name} ${last_name}`.toLowerCase().includes(search.toLowerCase()),
        ),
      );
    }),
    http.post<never, NewAppointment>('*/api/appointments', async ({ request }) => {
      const booked = await request.json();
      record.sent.push(booked);
      const made = {
        ...visit,
        id: 40,
        starts_at: '2026-11-21T19:30:00Z',
        ends_at: '2026-11-21T20:00:00Z',
        notes: booked.notes ?? null,
      };
      record.appointments = [...record.appointments, made];
      return HttpResponse.json(made, { status: 201 });
    }),
  );
  return record;
}
