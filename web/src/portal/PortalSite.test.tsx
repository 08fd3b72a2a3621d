import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { PortalConsent } from '@/api/generated';
import { offlineWords } from '@/lib/useOnline';
import { PortalSite } from '@/portal/PortalSite';
import { server } from '@/testing/server';

const consent: PortalConsent = {
  template: '<h2>Botox</h2><p>I agree to the treatment.</p>',
  clinic_name: 'Linden Aesthetics',
  time_zone: 'America/Los_Angeles',
  patient_first_name: 'Amelia',
  signed_at: null,
};
const signedAt = '2026-01-10T17:00:00Z';
const invalid = 'This consent link is invalid or has expired. Please contact the clinic for a new link.';

let sent: unknown[];

beforeEach(() => {
  sent = [];
  let current = consent;
  server.use(
    http.get('*/api/portal/consent/secret', () => HttpResponse.json(current)),
    http.post('*/api/portal/consent/secret/sign', async ({ request }) => {
      sent.push(await request.json());
      current = { ...consent, signed_at: signedAt };
      return HttpResponse.json({ signed_at: signedAt });
    }),
  );
});

const open = (path = '/portal/sign/secret') => render(<PortalSite path={path} />);
const answerOpeningWith = (answer: Response) => server.use(http.get('*/api/portal/consent/secret', () => answer.clone()));

test('one press signs, with nothing else asked for', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Hello Amelia' })).toBeVisible();
  expect(screen.getByText('Linden Aesthetics')).toBeVisible();
  expect(screen.getByText('I agree to the treatment.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Signing electronically' })).toBeVisible();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();

  await userEvent.click(await screen.findByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible();
  // On the clinic's clock, wherever the patient is.
  expect(screen.getByText(/^Your consent was signed on January 10, 2026 at 9:00\sAM PST\.$/)).toBeVisible();
  expect(sent).toEqual([{ electronic_consent: true }]);
  expect(screen.queryByRole('button', { name: 'Sign consent' })).not.toBeInTheDocument();
});

test('a typed name goes along and stands on the copy', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your full name (optional)' }), '  Amelia Hart ');
  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByText('Signed electronically by Amelia Hart')).toBeVisible();
  expect(sent).toEqual([{ electronic_consent: true, typed_name: 'Amelia Hart' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Save or print a copy' }));
  expect(print).toHaveBeenCalledOnce();
});

test('without a network that is said, and what was typed stays', async () => {
  open();
  const name = await screen.findByRole('textbox', { name: 'Your full name (optional)' });
  await userEvent.type(name, 'Amelia Hart');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText(offlineWords)).toBeVisible();
  expect(name).toHaveValue('Amelia Hart');
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText(offlineWords)).not.toBeInTheDocument();
});

test('the drawing pad comes when it is asked for, and goes again', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a drawn signature' }));
  expect(await screen.findByRole('group', { name: 'Your signature (optional)' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Leave out the drawn signature' }));
  expect(screen.queryByRole('group', { name: 'Your signature (optional)' })).not.toBeInTheDocument();
});

test('a failed signing says so, keeps what was typed and can be tried again', async () => {
  server.use(http.post('*/api/portal/consent/secret/sign', () => HttpResponse.json({ error: 'Try later.', code: 'down' }, { status: 503 }), { once: true }));
  open();
  await userEvent.type(await screen.findByRole('textbox'), 'Amelia Hart');
  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Error signing consent. Please try again.');
  expect(screen.getByRole('textbox')).toHaveValue('Amelia Hart');

  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(sent).toEqual([{ electronic_consent: true, typed_name: 'Amelia Hart' }]);
});

test('a consent signed earlier shows when', async () => {
  answerOpeningWith(HttpResponse.json({ ...consent, signed_at: signedAt }));
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
  answerOpeningWith(HttpResponse.json({ ...consent, template: '<p onclick="x()">Read this.</p><img src=x onerror="x()"><script>x()</script>' }));
  open();
  const text = await screen.findByRole('region', { name: 'Consent text' });
  expect(text.innerHTML).toBe('<p>Read this.</p>');
});
