import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Kiosk, PortalConsent } from '@/api/generated';
import { KioskSite } from '@/features/portal/kiosk/KioskSite';
import { server } from '@/testing/server';

const kiosk: Kiosk = {
  clinic_name: 'Linden Aesthetics',
  patient_first_name: 'Amelia',
  member_name: 'Claire Donovan',
  ends_at: '2026-01-10T20:00:00Z',
  documents: [
    { name: 'Botox consent', status: 'signed', token: 'first' },
    { name: 'Photo consent', status: 'waiting', token: 'second' },
  ],
};
const consent: PortalConsent = {
  template: '<p>I agree to photos.</p>',
  template_name: 'Photo consent',
  clinic_name: 'Linden Aesthetics',
  clinic_address: null,
  clinic_phone: null,
  time_zone: 'America/Los_Angeles',
  patient_first_name: 'Amelia',
  declined_at: null,
  signed_at: null,
  patient_name: null,
  typed_name: null,
  signature: null,
  representative: null,
  needs_representative: false,
  electronic_records: null,
};

const replace = vi.fn();

beforeEach(() => {
  vi.stubGlobal('location', { ...window.location, pathname: '/tablet', replace });
  server.use(
    http.get('*/api/kiosk', () => HttpResponse.json(kiosk)),
    http.get('*/api/portal/consent/second', () => HttpResponse.json(consent)),
  );
});

afterEach(() => {
  replace.mockReset();
  document.documentElement.style.fontSize = '';
  sessionStorage.clear();
});

const refusal = (status: number, code: string, error: string) =>
  HttpResponse.json({ error, code }, { status });

test('it goes on with the first form that waits, and to the end when the patient wants to ask', async () => {
  render(<KioskSite />);
  expect(await screen.findByText('I agree to photos.')).toBeVisible();
  expect(screen.getByText('Form 2 of 2')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'I have a question first' }));
  expect(await screen.findByRole('heading', { name: 'Thank you, Amelia' })).toBeVisible();
  expect(screen.getByText('Question first')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Read them again' }));
  expect(await screen.findByText('I agree to photos.')).toBeVisible();
});

test('what was typed is there when the page is loaded again, and gone once the tablet is handed back', async () => {
  server.use(http.post('*/api/kiosk/return', () => HttpResponse.json({ patient_id: 7 })));
  const { unmount } = render(<KioskSite />);
  await userEvent.type(await screen.findByLabelText('Your full name (optional)'), 'Amelia Hart');
  unmount();
  render(<KioskSite />);
  expect(await screen.findByLabelText('Your full name (optional)')).toHaveValue('Amelia Hart');
  await userEvent.click(screen.getByRole('button', { name: 'Hand the tablet back' }));
  await userEvent.type(screen.getByLabelText('PIN'), '4071');
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/patients/7'));
  expect(sessionStorage).toHaveLength(0);
});

test('the text grows on request', async () => {
  render(<KioskSite />);
  await userEvent.click(await screen.findByRole('button', { name: 'Largest text' }));
  expect(document.documentElement.style.fontSize).toBe('150%');
  expect(screen.getByRole('button', { name: 'Largest text' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('after too many wrong PINs it asks for the password, and what was typed in the form stays', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/kiosk/return', async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? refusal(
            403,
            'pin_locked',
            'Too many wrong PINs. Take the tablet back with your password.',
          )
        : HttpResponse.json({ patient_id: 7 });
    }),
  );
  render(<KioskSite />);
  await userEvent.type(await screen.findByLabelText('Your full name (optional)'), 'Amelia');
  await userEvent.click(screen.getByRole('button', { name: 'Hand the tablet back' }));
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText('Enter your PIN.')).toBeVisible();
  await userEvent.type(screen.getByLabelText('PIN'), '4071');
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText(/^Too many wrong PINs/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Back to the forms' }));
  expect(screen.getByLabelText('Your full name (optional)')).toHaveValue('Amelia');
  await userEvent.click(screen.getByRole('button', { name: 'Hand the tablet back' }));
  await userEvent.click(screen.getByRole('button', { name: 'Use the password' }));
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough password');
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/patients/7'));
  expect(sent).toEqual([{ pin: '4071' }, { password: 'a long enough password' }]);
});

test.each([
  [
    'nobody has handed it over',
    refusal(409, 'not_handed_over', 'This device is not with a patient.'),
  ],
  ['the session is over', refusal(401, 'signed_out', 'Please sign in.')],
])("when %s, it opens the staff's app", async (_, answer) => {
  server.use(http.get('*/api/kiosk', () => answer.clone()));
  render(<KioskSite />);
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/'));
});

test('what could not be loaded is fetched again', async () => {
  server.use(
    http.get('*/api/kiosk', () => refusal(500, 'internal', 'Something went wrong.'), {
      once: true,
    }),
  );
  render(<KioskSite />);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('I agree to photos.')).toBeVisible();
});
