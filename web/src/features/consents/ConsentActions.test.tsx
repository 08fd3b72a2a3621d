import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openRecord, refusal, without } from '@/testing/openRecord';
import { pendingConsent, signedConsent } from '@/testing/patientRecord';
import { server } from '@/testing/server';
import { stubCanvas } from '@/testing/stubCanvas';

const link = 'https://linden.example.com/portal/sign/aB3xYz';

beforeEach(() => stubCanvas());
afterEach(() => void vi.restoreAllMocks());

async function choose(user: ReturnType<typeof userEvent.setup>, action: string) {
  await user.click(await screen.findByRole('button', { name: 'More for Botox consent' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return within(await screen.findByRole('alertdialog'));
}

test('a new link is made after a question, copied, and shown until it is dismissed', async () => {
  const user = userEvent.setup();
  openRecord({ consents: [pendingConsent] });
  server.use(http.post('*/api/consents/issued/61/resend', () => HttpResponse.json({ portal_url: link, consent: pendingConsent })));
  const question = await choose(user, 'Make a new link');
  expect(question.getByText('The text stays as it was issued. A link that the patient has now stops working.')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Make a new link' }));
  expect(await screen.findByText('Portal link copied to clipboard!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(link);
  expect(screen.getByLabelText('Portal link: Botox consent')).toHaveValue(link);
});

test('a reminder that cannot be sent says why in its dialog, and one that can is announced', async () => {
  const user = userEvent.setup();
  openRecord({ consents: [pendingConsent] });
  const words = 'The patient\'s record has no e-mail address. Add one, or make a new link and hand it over.';
  server.use(
    http.post('*/api/consents/issued/61/remind', () => refusal(409, 'no_address', words), { once: true }),
    http.post('*/api/consents/issued/61/remind', () => HttpResponse.json(pendingConsent)),
  );
  const question = await choose(user, 'Mail a reminder');
  await user.click(question.getByRole('button', { name: 'Mail a reminder' }));
  expect(await question.findByText(`Not done. ${words}`)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Mail a reminder' }));
  expect(await screen.findByText('The reminder is on its way.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});

test('a newer text is announced in the list and takes the place of the former', async () => {
  const user = userEvent.setup();
  const outdated = { ...pendingConsent, template_version: 1, has_newer_version: true };
  const { record } = openRecord({ consents: [outdated] });
  const newer = { ...pendingConsent, id: 62 };
  server.use(http.post('*/api/consents/issued/61/reissue', () => {
    record.consents = [newer, { ...outdated, status: 'Revoked' }];
    return HttpResponse.json({ portal_url: link, consent: newer }, { status: 201 });
  }));
  expect(await screen.findByText('The template has a newer text')).toBeVisible();
  const question = await choose(user, 'Issue the newer text');
  await user.click(question.getByRole('button', { name: 'Issue the newer text' }));
  expect(await screen.findByLabelText('Portal link: Botox consent')).toHaveValue(link);
  expect(await screen.findByText('Revoked')).toBeVisible();
  expect(screen.queryByText('The template has a newer text')).not.toBeInTheDocument();
});

test('a declined consent shows the patient\'s words', async () => {
  openRecord({ consents: [{ ...pendingConsent, status: 'Declined', declined_at: '2026-02-11T17:00:00Z', decline_reason: 'I would like to talk first.' }] });
  expect(await screen.findByText('Declined')).toBeVisible();
  expect(screen.getByText('“I would like to talk first.”')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(More for|Revoke)/ })).not.toBeInTheDocument();
});

test('a signed consent has no actions, and whoever may not issue has none either', async () => {
  openRecord({ session: without('consent.issue'), consents: [signedConsent, pendingConsent] });
  expect(await screen.findByRole('row', { name: /Microneedling consent Signed Open/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^More for/ })).not.toBeInTheDocument();
});
