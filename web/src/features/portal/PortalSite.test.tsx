import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import {
  answerOpeningWith,
  bare,
  consent,
  invalid,
  open,
  serveConsent,
  signedAt,
} from '@/features/portal/testing';
import { offlineWords } from '@/lib/useOnline';
import { server } from '@/testing/server';

const drawing = 'data:image/png;base64,iVBORw0KGgo=';

let sent: unknown[];

afterEach(() => vi.unstubAllGlobals());

beforeEach(() => {
  sent = serveConsent();
});

test('the page says where the clinic is and whom to call', async () => {
  open();
  expect(await screen.findByText('214 W 18th Street, New York, NY 10011')).toBeVisible();
  const call = screen.getByRole('link', { name: '(212) 555-0100' });
  expect(call).toHaveAttribute('href', 'tel:+12125550100');
});

test('a drawn signature stands on the copy of a consent signed earlier, under the names of the consent and of the patient', async () => {
  answerOpeningWith(HttpResponse.json({ ...consent, ...bare, signature: drawing }));
  open();
  expect(await screen.findByAltText('Your drawn signature')).toHaveAttribute('src', drawing);
  expect(screen.getByRole('heading', { name: 'Botox consent' })).toBeVisible();
  expect(screen.getByText('Amelia Hart')).toBeVisible();
  expect(screen.queryByText(/^Signed electronically/)).not.toBeInTheDocument();
});

test('a consent signed earlier shows when', async () => {
  answerOpeningWith(HttpResponse.json({ ...consent, ...bare }));
  open();
  expect(await screen.findByText(/^Your consent was signed on January 10, 2026/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign consent' })).not.toBeInTheDocument();
});

test('an unknown link is an invalid link', async () => {
  answerOpeningWith(HttpResponse.json({ error: invalid, code: 'not_found' }, { status: 404 }));
  open();
  expect(await screen.findByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  expect(screen.getByText(invalid)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('a link without its token is an invalid link', async () => {
  open('/portal/sign');
  expect(await screen.findByText(invalid)).toBeVisible();
});

test('a lost connection can be tried again', async () => {
  server.use(http.get('*/api/portal/consent/secret', () => HttpResponse.error(), { once: true }));
  open();
  expect(await screen.findByText(invalid)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Hello Amelia' })).toBeVisible();
});

test('what the clinic wrote is cleaned of scripts', async () => {
  answerOpeningWith(
    HttpResponse.json({
      ...consent,
      template: '<p onclick="x()">Read this.</p><img src=x onerror="x()"><script>x()</script>',
    }),
  );
  open();
  const text = await screen.findByRole('region', { name: 'Consent text' });
  expect(text.innerHTML).toBe('<p>Read this.</p>');
});

const toDecline = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'I do not want to sign' }));

test('a patient declines with a reason, and the page says so, after a reload too', async () => {
  let current = consent;
  server.use(
    http.get('*/api/portal/consent/secret', () => HttpResponse.json(current)),
    http.post('*/api/portal/consent/secret/decline', async ({ request }) => {
      sent.push(await request.json());
      current = { ...consent, declined_at: signedAt };
      return HttpResponse.json({ declined_at: signedAt });
    }),
  );
  const { unmount } = open();
  await toDecline();
  const reason = screen.getByRole('textbox', { name: 'Why do you decline?' });
  expect(reason).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Decline consent' }));
  expect(reason).toHaveAccessibleDescription('Please say why, in a few words.');
  expect(sent).toEqual([]);
  await userEvent.type(reason, ' I would like to talk first. ');
  await userEvent.click(screen.getByRole('button', { name: 'Decline consent' }));
  const said =
    /^You declined this consent on January 10, 2026 at 9:00\sAM PST\. Linden Aesthetics has your reason\./;
  expect(await screen.findByText(said)).toBeVisible();
  expect(sent).toEqual([{ reason: 'I would like to talk first.' }]);
  unmount();
  open();
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign consent' })).not.toBeInTheDocument();
});

test('offline, the form to decline says so, keeps the reason, and sends it when the network is back', async () => {
  const declined: unknown[] = [];
  server.use(
    http.post('*/api/portal/consent/secret/decline', () => HttpResponse.error(), { once: true }),
    http.post('*/api/portal/consent/secret/decline', async ({ request }) => {
      declined.push(await request.json());
      return HttpResponse.json({ declined_at: signedAt });
    }),
  );
  open();
  await toDecline();
  const reason = screen.getByRole('textbox', { name: 'Why do you decline?' });
  await userEvent.type(reason, 'No time');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  // The form to sign waits behind it.
  const form = within(screen.getByRole('form', { name: 'Decline' }));
  expect(form.getByText(offlineWords)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Decline consent' }));
  expect(await screen.findByText('Your answer was not sent. Please try again.')).toBeVisible();
  expect(reason).toHaveValue('No time');
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(form.queryByText(offlineWords)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Decline consent' }));
  expect(await screen.findByText(/^You declined this consent on/)).toBeVisible();
  expect(declined).toEqual([{ reason: 'No time' }]);
});

test('a decline that fails keeps the reason, and going back keeps what was typed for signing', async () => {
  server.use(
    http.post('*/api/portal/consent/secret/decline', () =>
      HttpResponse.json(
        {
          error: 'This consent is signed already. Please contact the clinic.',
          code: 'already_signed',
        },
        { status: 409 },
      ),
    ),
  );
  open();
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Your full name (optional)' }),
    'Amelia Hart',
  );
  await toDecline();
  await userEvent.type(screen.getByRole('textbox', { name: 'Why do you decline?' }), 'No time');
  await userEvent.click(screen.getByRole('button', { name: 'Decline consent' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your answer was not sent. Please try again.This consent is signed already. Please contact the clinic.',
  );
  expect(screen.getByRole('textbox', { name: 'Why do you decline?' })).toHaveValue('No time');
  await userEvent.click(screen.getByRole('button', { name: 'Back to signing' }));
  expect(screen.getByRole('textbox', { name: 'Your full name (optional)' })).toHaveValue(
    'Amelia Hart',
  );
});

test('the page reports once that it has shown the end of the text', async () => {
  let isShown: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  const [observe, disconnect] = [vi.fn(), vi.fn()];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof isShown) {
        isShown = callback;
      }
      observe = observe;
      disconnect = disconnect;
    },
  );
  const told: string[] = [];
  server.use(
    http.post('*/api/portal/consent/secret/read-to-end', ({ request }) => {
      told.push(request.method);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  open();
  // An effect observes it, which may run after the page is drawn.
  await waitFor(() => expect(observe).toHaveBeenCalled());
  isShown([{ isIntersecting: false }]);
  expect(told).toEqual([]);
  isShown([{ isIntersecting: true }]);
  await waitFor(() => expect(told).toEqual(['POST']));
  expect(disconnect).toHaveBeenCalled();
});
