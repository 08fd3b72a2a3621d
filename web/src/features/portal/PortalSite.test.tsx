import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PortalConsent, SignConsent, SignedConsent } from '@/api/generated';
import { PortalSite } from '@/features/portal/PortalSite';
import { offlineWords } from '@/lib/useOnline';
import { server } from '@/testing/server';
import { stubCanvas } from '@/testing/stubCanvas';

const consent: PortalConsent = {
  template: '<h2>Botox</h2><p>I agree to the treatment.</p>',
  template_name: 'Botox consent',
  clinic_name: 'Linden Aesthetics',
  time_zone: 'America/Los_Angeles',
  patient_first_name: 'Amelia',
  declined_at: null,
  signed_at: null,
  patient_name: null,
  typed_name: null,
  signature: null,
  electronic_records: { notice_version: 3, notice_dated: '2026-11-25', notice: ['You may ask Linden Aesthetics for a paper form.', 'All you need is a web browser.'], act_version: 2, act: 'By pressing “Sign consent” I sign this form.' },
};
const shown = { electronic_consent: true, notice_version: 3, act_version: 2 };
const signedAt = '2026-01-10T17:00:00Z';
const drawing = 'data:image/png;base64,iVBORw0KGgo=';
const bare: SignedConsent = { signed_at: signedAt, patient_name: 'Amelia Hart', typed_name: null, signature: null };
const invalid = 'This consent link is invalid or has expired. Please contact the clinic for a new link.';

let sent: unknown[];

afterEach(() => vi.unstubAllGlobals());

beforeEach(() => {
  sent = [];
  let current = consent;
  server.use(
    http.get('*/api/portal/consent/secret', () => HttpResponse.json(current)),
    http.get('*/api/portal/consent/secret/copy', () => HttpResponse.json({ error: invalid, code: 'link_invalid' }, { status: 404 })),
    http.post('*/api/portal/consent/secret/sign', async ({ request }) => {
      const given = (await request.json()) as SignConsent;
      sent.push(given);
      const signed: SignedConsent = { ...bare, typed_name: given.typed_name ?? null, signature: given.signature ?? null };
      current = { ...consent, ...signed };
      return HttpResponse.json(signed);
    }),
  );
});

const open = (path = '/portal/sign/secret') => render(<PortalSite path={path} />);
const answerOpeningWith = (answer: Response) => server.use(http.get('*/api/portal/consent/secret', () => answer.clone()));

test('one press signs, without any other entry', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Hello Amelia' })).toBeVisible();
  expect(screen.getByText('Linden Aesthetics')).toBeVisible();
  expect(screen.getByText('I agree to the treatment.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Signing electronically' })).toBeVisible();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.getByText('You may ask Linden Aesthetics for a paper form.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Sign consent' })).toHaveAccessibleDescription('By pressing “Sign consent” I sign this form.');

  await userEvent.click(await screen.findByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible();
  // On the clinic's clock, wherever the patient is.
  expect(screen.getByText(/^Your consent was signed on January 10, 2026 at 9:00\sAM PST\.$/)).toBeVisible();
  expect(sent).toEqual([shown]);
  expect(screen.queryByRole('button', { name: 'Sign consent' })).not.toBeInTheDocument();
});

test('a typed name goes along and stands on the copy, after a reload too', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const { unmount } = open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your full name (optional)' }), '  Amelia Hart ');
  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByText('Signed electronically by Amelia Hart')).toBeVisible();
  expect(sent).toEqual([{ ...shown, typed_name: 'Amelia Hart' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Save or print a copy' }));
  expect(print).toHaveBeenCalledOnce();
  const copy = screen.getByRole('article', { name: 'Your copy' });
  const words = copy.textContent;
  expect(words).toMatch(/^Botox consentAmelia HartBotoxI agree to the treatment\.Signed electronically by Amelia HartSigned on January 10, 2026 at 9:00\sAM PST$/);
  unmount();
  open();
  expect(await screen.findByRole('article', { name: 'Your copy' })).toHaveTextContent(words);
});

test('a drawn signature stands on the copy of a consent signed earlier, under the names of the consent and of the patient', async () => {
  answerOpeningWith(HttpResponse.json({ ...consent, ...bare, signature: drawing }));
  open();
  expect(await screen.findByAltText('Your drawn signature')).toHaveAttribute('src', drawing);
  expect(screen.getByRole('heading', { name: 'Botox consent' })).toBeVisible();
  expect(screen.getByText('Amelia Hart')).toBeVisible();
  expect(screen.queryByText(/^Signed electronically/)).not.toBeInTheDocument();
});

test('a name that is not the patient\'s is reported at its field, and what was entered stays', async () => {
  const problem = 'Type your first and last name as the clinic has them, or leave this empty.';
  server.use(http.post('*/api/portal/consent/secret/sign', () => HttpResponse.json({ error: 'Some fields need attention.', code: 'invalid', fields: { typed_name: problem } }, { status: 422 }), { once: true }));
  open();
  const name = await screen.findByRole('textbox', { name: 'Your full name (optional)' });
  expect(name).toBeValid();
  await userEvent.click(screen.getByRole('button', { name: 'Add a drawn signature' }));
  await userEvent.type(name, 'Amelia Heart');
  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Error signing consent\. Please try again\.$/);
  expect(name).toBeInvalid();
  expect(name).toHaveAccessibleDescription(problem);
  expect(name).toHaveFocus();
  expect(name).toHaveValue('Amelia Heart');
  expect(screen.getByRole('group', { name: 'Your signature (optional)' })).toBeVisible();

  await userEvent.clear(name);
  expect(name).toBeValid();
  expect(screen.queryByText(problem)).not.toBeInTheDocument();
  await userEvent.type(name, 'amelia hart');
  await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByText('Signed electronically by amelia hart')).toBeVisible();
});

test('the same wrong name again brings the focus back to its field', async () => {
  server.use(http.post('*/api/portal/consent/secret/sign', () => HttpResponse.json({ error: 'No.', code: 'invalid', fields: { typed_name: 'Not this one.' } }, { status: 422 })));
  open();
  const name = await screen.findByRole('textbox', { name: 'Your full name (optional)' });
  await userEvent.type(name, 'X');
  for (const _ of [1, 2]) {
    await userEvent.click(screen.getByRole('button', { name: 'Sign consent' }));
    await waitFor(() => expect(name).toHaveFocus());
    expect(name).toHaveAccessibleDescription('Not this one.');
  }
});

test('without a network a message says so, and what was typed stays', async () => {
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

test('the drawing pad opens and closes on request', async () => {
  stubCanvas();
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a drawn signature' }));
  expect(await screen.findByRole('group', { name: 'Your signature (optional)' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo stroke' })).toBeVisible();
  // A typed signature is the name in its own field, which the clinic's record decides about.
  expect(screen.queryByRole('button', { name: 'Type instead' })).not.toBeInTheDocument();
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
  expect(sent).toEqual([{ ...shown, typed_name: 'Amelia Hart' }]);
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
  answerOpeningWith(HttpResponse.json({ ...consent, template: '<p onclick="x()">Read this.</p><img src=x onerror="x()"><script>x()</script>' }));
  open();
  const text = await screen.findByRole('region', { name: 'Consent text' });
  expect(text.innerHTML).toBe('<p>Read this.</p>');
});

const toDecline = async () => userEvent.click(await screen.findByRole('button', { name: 'I do not want to sign' }));

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
  const said = /^You declined this consent on January 10, 2026 at 9:00\sAM PST\. Linden Aesthetics has your reason\./;
  expect(await screen.findByText(said)).toBeVisible();
  expect(sent).toEqual([{ reason: 'I would like to talk first.' }]);
  unmount();
  open();
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign consent' })).not.toBeInTheDocument();
});

test('offline, the form to decline says so, keeps the reason, and sends it when the network is back', async () => {
  const declined: unknown[] = [];
  server.use(http.post('*/api/portal/consent/secret/decline', () => HttpResponse.error(), { once: true }), http.post('*/api/portal/consent/secret/decline', async ({ request }) => {
    declined.push(await request.json());
    return HttpResponse.json({ declined_at: signedAt });
  }));
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
  server.use(http.post('*/api/portal/consent/secret/decline', () => HttpResponse.json({ error: 'This consent is signed already. Please contact the clinic.', code: 'already_signed' }, { status: 409 })));
  open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your full name (optional)' }), 'Amelia Hart');
  await toDecline();
  await userEvent.type(screen.getByRole('textbox', { name: 'Why do you decline?' }), 'No time');
  await userEvent.click(screen.getByRole('button', { name: 'Decline consent' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your answer was not sent. Please try again.This consent is signed already. Please contact the clinic.');
  expect(screen.getByRole('textbox', { name: 'Why do you decline?' })).toHaveValue('No time');
  await userEvent.click(screen.getByRole('button', { name: 'Back to signing' }));
  expect(screen.getByRole('textbox', { name: 'Your full name (optional)' })).toHaveValue('Amelia Hart');
});

test('an answer with the text alone can be signed as well', async () => {
  const { electronic_records, ...bareConsent } = consent;
  expect(electronic_records).not.toBeNull();
  answerOpeningWith(HttpResponse.json(bareConsent));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign consent' }));
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(sent).toEqual([{ electronic_consent: true }]);
});

test('the page reports once that it has shown the end of the text', async () => {
  let isShown: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  const [observe, disconnect] = [vi.fn(), vi.fn()];
  vi.stubGlobal('IntersectionObserver', class {
    constructor(callback: typeof isShown) { isShown = callback; }
    observe = observe;
    disconnect = disconnect;
  });
  const told: string[] = [];
  server.use(http.post('*/api/portal/consent/secret/read-to-end', ({ request }) => {
    told.push(request.method);
    return new HttpResponse(null, { status: 204 });
  }));
  open();
  // An effect observes it, which may run after the page is drawn.
  await waitFor(() => expect(observe).toHaveBeenCalled());
  isShown([{ isIntersecting: false }]);
  expect(told).toEqual([]);
  isShown([{ isIntersecting: true }]);
  await waitFor(() => expect(told).toEqual(['POST']));
  expect(disconnect).toHaveBeenCalled();
});
