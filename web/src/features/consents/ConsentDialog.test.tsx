import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';

import type { OpenedConsent } from '@/api/generated';
import { openRecord, refusal, without } from '@/testing/openRecord';
import { openedConsent, pendingConsent, signedConsent } from '@/testing/patientRecord';
import { server } from '@/testing/server';

afterEach(() => vi.restoreAllMocks());

const answer = (opened: OpenedConsent) =>
  server.use(http.get('*/api/consents/issued/60', () => HttpResponse.json(opened)));

async function open() {
  const { session } = openRecord({ consents: [signedConsent] }).record;
  await userEvent.click(await screen.findByRole('button', { name: 'Open Microneedling consent' }));
  expect(session.permissions).toContain('consent.read');
  return within(await screen.findByRole('dialog', { name: 'Microneedling consent' }));
}

test('a signed consent is read with its text, the signature, when, from where and who issued it', async () => {
  answer(openedConsent);
  const dialog = await open();
  expect(
    within(await dialog.findByRole('region', { name: 'Consent text' })).getByText('I agree.'),
  ).toBeVisible();
  const signature = within(dialog.getByRole('region', { name: 'Signature' }));
  expect(signature.getByRole('img', { name: 'Signature of Ingrid Moss' })).toHaveAttribute(
    'src',
    openedConsent.signature?.picture,
  );
  expect(signature.getByText('Signed electronically by ingrid moss')).toBeVisible();
  // On the clinic's clock, in New York.
  expect(signature.getByText(/^Signed on February 2, 2026 at 11:10\sPM EST$/)).toBeVisible();
  expect(signature.getByText('From 203.0.113.9, with Safari on an iPhone')).toBeVisible();
  expect(
    signature.getByText(
      'Agreed to sign electronically, version 1 of the notice, version 1 of the wording of the act',
    ),
  ).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Signed copy' })).toHaveAttribute(
    'href',
    '/api/consents/issued/60/copy/file',
  );
  // Under the name that she signed with.
  expect(dialog.getByText('Ingrid Moss')).toBeVisible();
  expect(
    dialog.getByText(
      /^Issued by Dana Reyes, Medical Director, on February 10, 2026 at 12:00\sPM EST$/,
    ),
  ).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the history says who did what and when, and openings in a row are one line', async () => {
  answer(openedConsent);
  const history = within(await (await open()).findByRole('region', { name: 'History' }));
  expect(
    history.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s/g, ' ')),
  ).toEqual([
    'February 2, 2026 at 12:00 PM EST: Issued by Dana Reyes',
    'February 2, 2026 at 12:01 PM EST: Link sent by e-mail to i***@example.com',
    'February 2, 2026 at 11:06 PM EST: Opened by the link, the last of 2 times, from 203.0.113.9, with Safari on an iPhone',
    'February 2, 2026 at 11:10 PM EST: Signed by Ingrid Moss, from 203.0.113.9, with Safari on an iPhone',
  ]);
});

test('the print begins with the clinic, the consent and the patient, and replaces the page', async () => {
  answer(openedConsent);
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const dialog = await open();
  await userEvent.click(await dialog.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  const sheet = document.querySelector('body > [data-paper]');
  expect(sheet).toHaveTextContent(
    /^Linden AestheticsMicroneedling consentIngrid MossIssued by .*I agree\..*Signed on February 2, 2026/,
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(sheet).not.toBeInTheDocument();
});

test.each([
  ['Pending', /^Not signed yet\. The link works until March 12, 2026 at 1:00\sPM EDT\.$/],
  ['Expired', /^Not signed\. The link ran out on March 12, 2026 at 1:00\sPM EDT\.$/],
  ['Revoked', /^Not signed\. The link was revoked\.$/],
  ['Declined', /^Declined by the patient: “I would like to talk first\.”$/],
] as const)(
  'a consent that is %s is read too, and says that it is not signed',
  async (status, words) => {
    answer({
      ...openedConsent,
      status,
      signed_by_patient: false,
      signed_at: null,
      signature: null,
      issued_by: null,
      decline_reason: status === 'Declined' ? 'I would like to talk first.' : null,
    });
    const dialog = await open();
    expect(await dialog.findByText(words)).toBeVisible();
    expect(dialog.getByText('Ingrid Solberg')).toBeVisible();
    expect(dialog.getByText(/^Issued on February 10, 2026/)).toBeVisible();
    expect(dialog.queryByRole('region', { name: 'Signature' })).not.toBeInTheDocument();
  },
);

test('a signature of the button alone says so', async () => {
  answer({
    ...openedConsent,
    signature: openedConsent.signature && {
      ...openedConsent.signature,
      typed_name: null,
      picture: null,
      electronic_consent: null,
    },
  });
  const signature = within(await (await open()).findByRole('region', { name: 'Signature' }));
  expect(
    signature.getByText('Signed by pressing the button, without a typed name or a drawing.'),
  ).toBeVisible();
  expect(signature.queryByRole('img')).not.toBeInTheDocument();
  expect(signature.queryByText('Agreed to sign electronically')).not.toBeInTheDocument();
});

test('while it loads, its outline is shown, and nothing can be printed', async () => {
  server.use(http.get('*/api/consents/issued/60', () => new Promise<never>(() => {})));
  const dialog = await open();
  expect(dialog.getByLabelText('Loading the consent')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument();
});

test('a consent that fails to load can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answer(openedConsent);
  server.use(
    http.get(
      '*/api/consents/issued/60',
      () => refusal(503, 'busy', 'Please try again in a minute.'),
      { once: true },
    ),
  );
  const dialog = await open();
  expect(await dialog.findByText('The consent could not be loaded.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('I agree.')).toBeVisible();
});

test('a consent that does not exist has a message', async () => {
  server.use(http.get('*/api/consents/issued/60', () => refusal(404, 'not_found', 'Not found.')));
  expect(await (await open()).findByText('This consent was not found.')).toBeVisible();
});

test('nothing is fetched before it is opened, and a role that may not read consents opens none', async () => {
  const requested = vi.fn();
  server.use(
    http.get('*/api/consents/issued/:id', () => {
      requested();
      return HttpResponse.json(openedConsent);
    }),
  );
  openRecord({ consents: [pendingConsent], session: without('consent.read') });
  expect(await screen.findByRole('row', { name: /Botox consent Pending/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Open / })).not.toBeInTheDocument();
  expect(requested).not.toHaveBeenCalled();
});
