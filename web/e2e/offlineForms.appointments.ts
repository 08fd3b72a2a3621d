import type { Page } from '@playwright/test';

import { call } from './api';
import { home } from './clinics';
import { inDays } from './dates';
import { alertWith, type, type FormContext, type Form } from './offlineForm';
import { askOnline, clinicDay } from './online';

/** The entry that the form of the waitlist is about. */
let waiting = 0;

/** Books an appointment of tomorrow and opens what its panel offers. */
async function openFromCalendar(
  page: Page,
  { patient, name }: FormContext,
  time: string,
  button: string,
) {
  await call(page, 'POST', '/api/appointments', {
    patient_id: patient,
    appointment_time: `${await inDays(page, 1)}T${time}`,
    service: 'Follow-up',
  });
  await page.getByRole('link', { name: 'Later' }).click();
  await page
    .getByRole('button', {
      name: new RegExp(
        `^${Number(time.slice(0, 2))}${time.slice(2)} AM to .*${name}, Follow-up, Booked`,
      ),
    })
    .click();
  await page.getByRole('button', { name: button, exact: true }).click();
}

const waitlist = { path: () => '/waitlist', heading: () => 'Waitlist', dialog: true } as const;

/** What the calendar asks about one appointment. */
const visitForm = (fields: Omit<Form, 'path' | 'heading' | 'dialog'>): Form => ({
  path: () => '/appointments?view=day',
  heading: () => ', ',
  dialog: true,
  ...fields,
});

/** Completes a visit of today, which Today then shows as if it had been completed long ago: no test waits for 24 hours. */
async function openUnfinished(page: Page, { patient, name }: FormContext) {
  const { id } = await call<{ id: number }>(page, 'POST', '/api/appointments', {
    patient_id: patient,
    appointment_time: `${await inDays(page, 0)}T07:00`,
    service: 'Consultation',
  });
  for (const status of ['Arrived', 'Completed'])
    await call(page, 'POST', `/api/appointments/${id}/status`, { status });
  const chart = {
    kind: 'visit',
    id,
    patient_id: patient,
    patient_name: name,
    member_name: null,
    what: 'Consultation',
    since: '2026-01-05T15:00:00Z',
  };
  const attention = await call<object>(page, 'GET', '/api/dashboard');
  await page.route('**/api/dashboard', (route) =>
    route.fulfill({ json: { ...attention, unfinished: { total: 1, charts: [chart] } } }),
  );
  await page.reload();
  await page.getByRole('button', { name: /^No chart needed: / }).click();
}

export const appointments: readonly Form[] = [
  {
    what: 'why a visit needs no chart',
    component: 'dashboard/NoChartDialog',
    path: () => '/',
    heading: () => 'Dashboard',
    dialog: true,
    fill: async (page, context) => {
      await openUnfinished(page, context);
      return type([
        [
          page.getByRole('dialog', { name: 'No chart needed' }).getByLabel('Reason'),
          'Bought a cream',
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }),
    failed: alertWith('Not saved yet.'),
    saved: (page) => page.getByText('The visit needs no chart.'),
    after: (page) => page.unroute('**/api/dashboard'),
  },
  {
    ...waitlist,
    what: 'an entry of the waitlist',
    component: 'waitlist/WaitlistDialog',
    fill: async (page, { patient, name, mark }) => {
      const { id } = await call<{ id: number }>(page, 'POST', '/api/waitlist', {
        patient_id: patient,
        service: 'Follow-up',
        note: `Waits ${mark}`,
      });
      await page.reload();
      await page
        .getByRole('row', { name: `Waits ${mark}` })
        .getByRole('button', { name: `Edit what ${name} waits for` })
        .click();
      waiting = id;
      return type([
        [
          page.getByRole('dialog', { name: /waits for$/ }).getByLabel('Note'),
          `Only by phone ${mark}`,
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save changes' }),
    failed: alertWith('Not saved yet.'),
    saved: (page, { name }) => page.getByText(`The waitlist entry of ${name} is saved.`),
    after: (page) => call(page, 'PATCH', `/api/waitlist/${waiting}`, { status: 'Removed' }),
  },
  visitForm({
    what: 'another time of an appointment',
    component: 'appointments/calendar/MoveDialog',
    fill: async (page, about) => {
      await openFromCalendar(page, about, '07:15', 'Move to…');
      return type([
        [
          page.getByRole('dialog', { name: /^Move / }).getByLabel('Date and time'),
          `${await inDays(page, 1)}T07:45`,
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }),
    failed: alertWith('Not moved.'),
    saved: (page, { name }) => page.getByText(`${name} is now `),
  }),
  visitForm({
    what: 'the notes of an appointment',
    component: 'appointments/calendar/EditDialog',
    fill: async (page, about) => {
      await openFromCalendar(page, about, '09:15', 'Edit');
      return type([
        [
          page.getByRole('dialog', { name: /^Edit the visit of / }).getByLabel('Notes'),
          `Prefers the north room ${about.mark}`,
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save changes' }),
    failed: alertWith('Not saved yet.'),
    saved: (page, { name }) => page.getByText(`The visit of ${name} is changed.`),
  }),
  visitForm({
    what: 'the reason of a cancelled appointment',
    component: 'appointments/calendar/CancelDialog',
    close: 'Keep the visit',
    fill: async (page, about) => {
      await openFromCalendar(page, about, '08:15', 'Cancel visit');
      return type([
        [page.getByRole('dialog', { name: /^Cancel / }).getByLabel('Reason'), 'Has a cold'],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel the visit' }),
    failed: alertWith('Not cancelled.'),
    saved: (page, { name }) => page.getByText(`${name} is cancelled.`),
  }),
  visitForm({
    what: 'the reason of a declined request',
    component: 'appointments/calendar/DeclineDialog',
    close: 'Keep the request',
    fill: async (page, { mark }) => {
      const at = await askOnline(page, 'Follow-up', [
        'Ona',
        `Online ${mark}`,
        `ona.${mark}@example.com`,
      ]);
      await page.goto(`${home}/appointments?view=day&date=${clinicDay(at)}`);
      await page
        .getByRole('button', { name: new RegExp(`Ona Online ${mark}, Follow-up, Requested`) })
        .click();
      await page.getByRole('button', { name: 'Decline…' }).click();
      return type([
        [page.getByRole('dialog', { name: /^Decline / }).getByLabel('Reason'), 'Fully booked'],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Decline the request' }),
    failed: alertWith('Not declined.'),
    saved: (page, { mark }) => page.getByText(`The request of Ona Online ${mark} is declined.`),
  }),
];
