import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { BookDrawer } from '@/features/appointments/calendar/BookDrawer';
import type { Booking } from '@/features/appointments/calendar/booking';
import { atTheDesk, press } from '@/features/appointments/calendar/testing';
import { clinicWith } from '@/features/appointments/testing';
import { renderSignedIn } from '@/testing/renderScreen';

atTheDesk();

/** A calendar of two places, which stays in use while somebody is booked in it. */
function Calendar() {
  const [booking, setBooking] = useState<Booking>();
  const [over, setOver] = useState(false);
  const at = (start: string, column: string) => setBooking({ slot: { start, column } });
  return (
    <>
      <button onClick={() => at('2026-11-20T09:00', '4')}>Nine, Noah</button>
      <button onClick={() => at('2026-11-20T11:15', '1')}>A quarter past eleven, Elena</button>
      <button onClick={() => setOver(true)}>Turn the phone</button>
      {booking && (
        <BookDrawer
          timeZone="America/New_York"
          day="2026-11-20"
          booking={booking}
          patientId={undefined}
          over={over}
          onBooked={() => {}}
          onClose={() => setBooking(undefined)}
        />
      )}
    </>
  );
}

const open = async () => {
  clinicWith([], ['appointment.list', 'appointment.create', 'patient.list']);
  await renderSignedIn({ path: '/', element: <Calendar /> }, '/');
  await press('Nine, Noah');
  return screen.findByRole('dialog', { name: 'Book an appointment' });
};

test('booking stands beside the calendar, which is neither dimmed nor hidden, and gives the focus back', async () => {
  const panel = await open();
  expect(panel).not.toHaveAttribute('aria-modal');
  expect(document.querySelector('.MuiBackdrop-root')).toBeNull();
  expect(screen.getByRole('button', { name: 'Nine, Noah' })).toBeVisible();
  expect(panel).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Nine, Noah' })).toHaveFocus();
});

test('notices are told how much room the form takes at the right, as long as it is there', async () => {
  const beside = () => document.documentElement.style.getPropertyValue('--panel-beside');
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(window.innerWidth - 424, 64, 400, 700),
  );
  await open();
  expect(beside()).toBe('424px');
  await press('Close');
  await waitFor(() => expect(beside()).toBe(''));
  vi.restoreAllMocks();
});

test('another place of the calendar changes the time and the provider, and keeps what was typed', async () => {
  const panel = await open();
  const form = within(panel);
  await form.findByRole('option', { name: 'Elena Moreau' });
  expect(form.getByLabelText(/^Date and time/)).toHaveValue('2026-11-20T09:00');
  await userEvent.type(form.getByLabelText('Notes'), 'Bring photos');
  await press('A quarter past eleven, Elena');
  expect(form.getByLabelText(/^Date and time/)).toHaveValue('2026-11-20T11:15');
  expect(form.getByLabelText('Provider')).toHaveDisplayValue('Elena Moreau');
  expect(form.getByLabelText('Notes')).toHaveValue('Bring photos');
  expect(panel).toHaveFocus();
});

test('turned to where there is no room beside, the form covers the calendar, and keeps what was typed', async () => {
  const panel = await open();
  await userEvent.type(within(panel).getByLabelText('Notes'), 'Bring photos');
  await press('Turn the phone');
  const over = within(await screen.findByRole('dialog', { name: 'Book an appointment' }));
  await waitFor(() => expect(document.querySelector('.MuiBackdrop-root')).not.toBeNull());
  expect(over.getByLabelText('Notes')).toHaveValue('Bring photos');
  await userEvent.click(over.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Discard what you typed?')).toBeVisible();
});
