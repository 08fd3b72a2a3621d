import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import { atTheDesk, desk, open, press, sent } from '@/features/appointments/calendar/testing';
import { refusal, visit, waiting } from '@/features/appointments/testing';
import { server } from '@/testing/server';

atTheDesk();

const url = '/appointments?view=list';
const what = 'Amelia Hart, 2:30 PM – 3:00 PM';
const row = async () =>
  within((await screen.findByText('Second visit')).closest('li') ?? document.body);

test('a row checks in at once, hands its focus on, and Undo takes it back', async () => {
  await open([visit], { url });
  await press(`Check in: ${what}`);
  expect(await (await row()).findByText('Arrived')).toBeVisible();
  expect(sent).toEqual([
    { call: 'POST /api/appointments/31/status', body: { status: 'Arrived' }, version: '1' },
  ]);
  expect(screen.queryByRole('button', { name: `Check in: ${what}` })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: `Move: ${what}` })).toHaveFocus();
  await press(/^Undo: Amelia Hart has arrived/);
  expect(await (await row()).findByText('Booked')).toBeVisible();
});

test('a check-in that is refused says why', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await open([visit], { url });
  server.use(
    http.post('*/api/appointments/:id/status', () =>
      refusal(409, 'transition', 'A cancelled appointment cannot become arrived.'),
    ),
  );
  await press(`Check in: ${what}`);
  expect(await screen.findByText('A cancelled appointment cannot become arrived.')).toBeVisible();
});

test('a row moves by the dialog of the calendar', async () => {
  await open([visit], { url });
  await press(`Move: ${what}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Amelia Hart' }));
  await userEvent.selectOptions(dialog.getByLabelText('Provider'), 'Elena Moreau');
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText('Botox with Elena Moreau')).toBeVisible();
  expect(sent).toMatchObject([{ call: 'PATCH /api/appointments/31', body: { provider_id: 1 } }]);
});

test('a row cancels by the dialog of the calendar, and its time is offered to who waits', async () => {
  await open([visit], { url });
  server.use(http.get('*/api/waitlist/matches', () => HttpResponse.json([waiting])));
  await press(`Cancel: ${what}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Amelia Hart?' }));
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Has a cold');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the visit' }));
  await waitFor(() =>
    expect(sent).toMatchObject([{ body: { status: 'Cancelled', reason: 'Has a cold' } }]),
  );
  expect(await screen.findByText(/^1 person waits for a time like this/)).toBeVisible();
  await press('See who');
  await press('Book this time for Bea Harrow');
  const booking = within(await screen.findByRole('dialog', { name: 'Book an appointment' }));
  expect(booking.getByLabelText(/^Date and time/)).toHaveValue('2026-11-20T14:30');
});

test('where there is no room for the buttons, one of them opens a menu', async () => {
  await open([visit], { url });
  await press(`Change: ${what}`);
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Check in',
    'Move',
    'Cancel',
  ]);
  await userEvent.click(menu.getByRole('menuitem', { name: 'Cancel' }));
  expect(await screen.findByRole('dialog', { name: 'Cancel Amelia Hart?' })).toBeVisible();
});

test('who may not change appointments sees no buttons in the rows', async () => {
  const permissions = desk.filter((each) => each !== 'appointment.update');
  await open([visit], { url, permissions });
  expect((await row()).queryByRole('button')).not.toBeInTheDocument();
});
