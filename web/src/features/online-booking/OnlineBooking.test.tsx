import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { type BookingSettings, type NewBookingSettings } from '@/api/generated';
import { OnlineBooking } from '@/features/online-booking/OnlineBooking';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const settings: BookingSettings = {
  mode: 'requested',
  lead_hours: 24,
  horizon_days: 60,
  chooses_provider: true,
  patients_move: false,
  service_ids: null,
  member_ids: null,
  policy: 'Cancel a day ahead.',
  policy_version: 2,
  address: 'https://linden.example/book',
  version: 3,
  updated_at: '2026-11-25T15:00:00Z',
  updated_by: 'Elena Moreau',
};

let sent: [string | null, NewBookingSettings][];

beforeEach(() => {
  sent = [];
  server.use(
    http.get('*/api/booking/settings', () => HttpResponse.json(settings)),
    http.get('*/api/appointments/providers', () =>
      HttpResponse.json([
        { id: 7, name: 'Robin Provider' },
        { id: 8, name: 'Dana Director' },
      ]),
    ),
    http.put('*/api/booking/settings', async ({ request }) => {
      const body = (await request.json()) as NewBookingSettings;
      sent.push([request.headers.get('if-match'), body]);
      return HttpResponse.json({ ...settings, ...body, version: 4 });
    }),
  );
});

async function open(modules: string[] = ['online_booking']) {
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...sessionWith('clinic.settings.write'), modules }),
    ),
  );
  await renderSignedIn({ path: '/', element: <OnlineBooking /> });
}

async function change() {
  await userEvent.click(await screen.findByRole('button', { name: 'Change online booking' }));
  return within(await screen.findByRole('dialog', { name: 'Online booking' }));
}

test('the panel says how clients book, and is not there while the module is off', async () => {
  await open();
  const panel = within(await screen.findByRole('region', { name: 'Online booking' }));
  expect(await panel.findByRole('link', { name: settings.address })).toHaveAttribute(
    'href',
    settings.address,
  );
  for (const words of [
    'A request that you accept or decline',
    'From 24 hours to 60 days ahead',
    'Every service',
    'Everybody who takes appointments; clients choose',
    'Cancel a day ahead.',
    'Version 2',
  ])
    expect(panel.getByText(words)).toBeVisible();
});

test('without the module there is nothing', async () => {
  await open([]);
  expect(screen.queryByRole('region', { name: 'Online booking' })).not.toBeInTheDocument();
});

test('what is changed is saved from the version that was seen', async () => {
  await open();
  const dialog = await change();
  await userEvent.selectOptions(dialog.getByLabelText(/^A booking is/), 'Booked at once');
  await userEvent.click(dialog.getByLabelText('Everybody who takes appointments can be booked'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Choose at least one person')).toBeVisible();
  await userEvent.click(await dialog.findByLabelText('Dana Director'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The settings of online booking are saved.')).toBeVisible();
  expect(sent).toEqual([
    [
      '3',
      {
        mode: 'booked',
        lead_hours: 24,
        horizon_days: 60,
        chooses_provider: true,
        patients_move: false,
        service_ids: null,
        member_ids: [8],
        policy: 'Cancel a day ahead.',
      },
    ],
  ]);
});

test('a refused field is named at it, and what was typed stays', async () => {
  await open();
  server.use(
    http.put('*/api/booking/settings', () =>
      HttpResponse.json(
        {
          error: 'Some entries need another look.',
          code: 'invalid',
          fields: { policy: 'must be at most 4,000 characters' },
        },
        { status: 422 },
      ),
    ),
  );
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const dialog = await change();
  await userEvent.type(dialog.getByLabelText('Booking policy'), ' Thank you.');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/must be at most 4,000 characters/)).toBeVisible();
  expect(dialog.getByLabelText('Booking policy')).toHaveValue('Cancel a day ahead. Thank you.');
});

test('settings that cannot be loaded are fetched again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('*/api/booking/settings', () => HttpResponse.error(), { once: true }));
  await open();
  expect(
    await screen.findByText('The settings of online booking could not be loaded.'),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByText('Every service')).toBeVisible());
});

test('clients move their visits by themselves once the clinic allows it', async () => {
  await open();
  expect(await screen.findByText('Clients ask, and you call back')).toBeVisible();
  const dialog = await change();
  const box = dialog.getByRole('checkbox', {
    name: 'Clients move their visits to a free time by themselves',
  });
  expect(box).not.toBeChecked();
  await userEvent.click(box);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual(['3', expect.objectContaining({ patients_move: true })]);
});
