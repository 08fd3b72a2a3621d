import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { type NewSeries, type SeriesDate } from '@/api/generated';
import { Component as AppointmentsPage } from '@/features/appointments/AppointmentsPage';
import { clinicWith, onPhone, visit } from '@/features/appointments/testing';
import { hasUnsavedWork } from '@/lib/unsavedWork';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

onPhone();
beforeEach(() => {
  problemsByDay = {};
  previewed.length = 0;
});

/** The conflicts and warnings by day. */
let problemsByDay: Record<string, Partial<SeriesDate>> = {};
const previewed: NewSeries[] = [];

async function openSeries() {
  clinicWith([]);
  server.use(
    http.post<never, NewSeries>('*/api/appointments/series/preview', async ({ request }) => {
      const body = await request.json();
      previewed.push(body);
      const days = ['2026-11-23', '2026-12-21', '2027-01-18'];
      return HttpResponse.json(
        days.map((date) => ({
          date,
          starts_at: `${date}T14:00:00Z`,
          conflict: null,
          unusual: [],
          ...(body.other_times?.some((other) => other.date === date) ? {} : problemsByDay[date]),
        })),
      );
    }),
  );
  await renderSignedIn(
    { path: '/appointments', element: <AppointmentsPage /> },
    '/appointments?view=day',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Book' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Book an appointment' }));
  await userEvent.type(drawer.getByRole('combobox', { name: /^Patient/ }), 'hart');
  await userEvent.click(await screen.findByRole('option', { name: /Amelia Hart/ }));
  await userEvent.click(drawer.getByRole('checkbox', { name: 'Repeat' }));
  expect(
    drawer.getByText('Choose a date and time for the first visit to see the others.'),
  ).toBeVisible();
  await userEvent.type(drawer.getByLabelText(/^Date and time/), '2026-11-23T09:00');
  return {
    drawer,
    visits: () =>
      within(drawer.getByRole('list', { name: /^Visits/ }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
  };
}

test('shows the dates, names those that are not free, lets them be changed, and books all or none', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { drawer, visits } = await openSeries();
  expect(visits()).toEqual([
    'Mon, Nov 23, 2026, 9:00 AM',
    'Mon, Dec 21, 2026, 9:00 AMChangeLeave out',
    'Mon, Jan 18, 2027, 9:00 AMChangeLeave out',
  ]);
  expect(await drawer.findByText('All 3 times are free.')).toBeVisible();
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/appointments/series', async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1)
        return HttpResponse.json(
          {
            error: 'Some of these dates are not free. Nothing was booked.',
            code: 'series_conflicts',
            conflicts: [
              {
                date: '2026-12-21',
                code: 'double_booked',
                message: 'This provider has another appointment at that time.',
              },
            ],
          },
          { status: 409 },
        );
      return HttpResponse.json(
        {
          series_id: 'x',
          appointments: [
            '2026-11-23T14:00:00Z',
            '2026-12-22T15:00:00Z',
            '2027-01-18T14:00:00Z',
          ].map((starts_at, id) => ({ ...visit, id, starts_at })),
        },
        { status: 201 },
      );
    }),
  );
  await userEvent.click(drawer.getByRole('button', { name: 'Book appointment' }));
  expect(
    await drawer.findByText(
      'Not booked yet. Some of these dates are not free. Nothing was booked.',
    ),
  ).toBeVisible();
  expect(visits()[1]).toBe(
    'Mon, Dec 21, 2026, 9:00 AMChangeLeave outThis provider has another appointment at that time.',
  );
  expect(hasUnsavedWork()).toBe(true);
  await userEvent.click(
    drawer.getByRole('button', { name: 'Change the visit on Mon, Dec 21, 2026' }),
  );
  await userEvent.type(drawer.getByLabelText('Instead of Dec 21, 2026'), '2026-12-22T10:00');
  expect(visits()[1]).toContain('Tue, Dec 22, 2026, 10:00 AM');
  expect(visits()[1]).not.toContain('another appointment');
  await userEvent.click(drawer.getByRole('button', { name: 'Book appointment' }));
  expect(
    await screen.findByText(
      'Amelia Hart is booked for 3 visits, from Nov 23, 2026 to Jan 18, 2027.',
    ),
  ).toBeVisible();
  const body = {
    patient_id: 101,
    appointment_time: '2026-11-23T09:00',
    service: 'Botox',
    notes: null,
    times: 3,
    every_weeks: 4,
    confirmed: [],
  };
  expect(sent).toEqual([
    body,
    { ...body, other_times: [{ date: '2026-12-21', appointment_time: '2026-12-22T10:00' }] },
  ]);
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Book an appointment' })).not.toBeInTheDocument(),
  );
  log.mockRestore();
});

test('a wrong number of visits is refused before anything is sent', async () => {
  const { drawer } = await openSeries();
  await userEvent.clear(drawer.getByLabelText(/^Number of visits/));
  await userEvent.type(drawer.getByLabelText(/^Number of visits/), '61');
  await userEvent.click(drawer.getByRole('button', { name: 'Book appointment' }));
  expect(await drawer.findByText('Enter a whole number from 2 to 60.')).toBeVisible();
});

test('before anything is booked, each date shows its conflict, and is changed or left out', async () => {
  problemsByDay = {
    '2026-12-21': { conflict: 'This provider has another appointment at that time.' },
    '2027-01-18': { unusual: ['The clinic is closed on Jan 18: Holiday.'] },
  };
  const { drawer, visits } = await openSeries();
  expect(
    await drawer.findByText('2 of 3 times are free. Change or leave out the other visits.'),
  ).toBeVisible();
  expect(visits()[1]).toContain('This provider has another appointment at that time.');
  expect(visits()[2]).toContain('The clinic is closed on Jan 18: Holiday.');
  expect(previewed).toEqual([
    {
      patient_id: 101,
      appointment_time: '2026-11-23T09:00',
      service: 'Botox',
      times: 3,
      every_weeks: 4,
    },
  ]);
  await userEvent.click(
    drawer.getByRole('button', { name: 'Leave out the visit on Mon, Dec 21, 2026' }),
  );
  expect(await drawer.findByText('All 2 times are free.')).toBeVisible();
  await userEvent.click(
    drawer.getByRole('button', { name: 'Take in the visit on Mon, Dec 21, 2026 again' }),
  );
  await userEvent.click(
    drawer.getByRole('button', { name: 'Change the visit on Mon, Dec 21, 2026' }),
  );
  await userEvent.type(drawer.getByLabelText('Instead of Dec 21, 2026'), '2026-12-22T10:00');
  expect(await drawer.findByText('All 3 times are free.')).toBeVisible();
  await userEvent.click(
    drawer.getByRole('button', { name: 'Leave out the visit on Mon, Jan 18, 2027' }),
  );
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/appointments/series', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        {
          series_id: 'x',
          appointments: ['2026-11-23T14:00:00Z', '2026-12-22T15:00:00Z'].map((starts_at, id) => ({
            ...visit,
            id,
            starts_at,
          })),
        },
        { status: 201 },
      );
    }),
  );
  await userEvent.click(drawer.getByRole('button', { name: 'Book appointment' }));
  await waitFor(() =>
    expect(sent).toEqual([
      expect.objectContaining({
        times: 3,
        left_out: ['2027-01-18'],
        other_times: [{ date: '2026-12-21', appointment_time: '2026-12-22T10:00' }],
      }),
    ]),
  );
});
