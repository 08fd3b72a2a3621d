import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { SignHere } from '@/features/kiosk/SignHere';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const replace = vi.fn();
const started = vi.fn();

beforeEach(() => {
  replace.mockReset();
  started.mockReset();
  vi.stubGlobal('location', { ...window.location, replace });
});

const refusal = (code: string, error: string) =>
  HttpResponse.json({ error, code }, { status: 409 });
const open = () => renderScreen({ path: '/', element: <SignHere patientId={7} waiting={2} /> });

test("the device opens the patient's page once it is handed over", async () => {
  server.use(
    http.post('*/api/kiosk', async ({ request }) => {
      started(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  open();
  expect(await screen.findByText('2 forms wait for a signature.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Sign here on this device' }));
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/tablet'));
  expect(started).toHaveBeenCalledWith({ patient_id: 7 });
});

test('without a PIN it asks for one, says what is wrong with it, and hands over once it is set', async () => {
  let hasPin = false;
  server.use(
    http.post('*/api/kiosk', () =>
      hasPin
        ? new HttpResponse(null, { status: 204 })
        : refusal('pin_missing', 'Set your PIN first.'),
    ),
    http.put('*/api/auth/pin', async ({ request }) => {
      const { pin } = (await request.json()) as { pin: string };
      if (pin === '1234')
        return HttpResponse.json(
          {
            error: 'Invalid',
            code: 'invalid',
            fields: {
              pin: 'is too easy to guess: use other digits than a row such as 1234 or 1111',
            },
          },
          { status: 422 },
        );
      hasPin = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign here on this device' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'PIN for handing over' }));
  const pin = dialog.getByLabelText(/^PIN(?! again)/);
  const again = dialog.getByLabelText(/^PIN again/);
  const set = async (first: string, second: string) => {
    await userEvent.clear(pin);
    await userEvent.type(pin, first);
    await userEvent.clear(again);
    await userEvent.type(again, second);
    await userEvent.click(dialog.getByRole('button', { name: 'Set PIN' }));
  };
  await set('407', '407');
  expect(await dialog.findByText('Enter 4 to 8 digits')).toBeVisible();
  await set('4071', '4072');
  expect(await dialog.findByText('Enter the same PIN again')).toBeVisible();
  expect(replace).not.toHaveBeenCalled();
  await set('1234', '1234');
  expect(await dialog.findByText(/^The PIN is too easy to guess/)).toBeVisible();
  await set('4071', '4071');
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/tablet'));
});

test('a refusal is shown, and the page stays', async () => {
  server.use(
    http.post('*/api/kiosk', () =>
      refusal('nothing_to_sign', "Nothing waits for this patient's signature. Issue a form first."),
    ),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign here on this device' }));
  expect(await screen.findByText(/^Nothing waits for this patient's signature/)).toBeVisible();
  expect(replace).not.toHaveBeenCalled();
});
