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
  server.use(
    http.post('*/api/consents/issued/61/resend', () =>
      HttpResponse.json({ portal_url: link, consent: pendingConsent }),
    ),
  );
  const question = await choose(user, 'Make a new link');
  expect(
    question.getByText('The text stays as it was issued. Any earlier link stops working.'),
  ).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Make a new link' }));
  expect(await screen.findByText('Portal link copied to clipboard!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(link);
  expect(screen.getByLabelText('Portal link: Botox consent')).toHaveValue(link);
});

test('a reminder that cannot be sent says why in its dialog, and one that can is announced', async () => {
  const user = userEvent.setup();
  openRecord({ consents: [pendingConsent] });
  const words =
    "The patient's record has no e-mail address. Add one, or make a new link and hand it over.";
  server.use(
    http.post('*/api/consents/issued/61/remind', () => refusal(409, 'no_address', words), {
      once: true,
    }),
    http.post('*/api/consents/issued/61/remind', () => HttpResponse.json(pendingConsent)),
  );
  const question = await choose(user, 'Mail a reminder');
  await user.click(question.getByRole('button', { name: 'Mail a reminder' }));
  expect(await question.findByText(`Not done. ${words}`)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Mail a reminder' }));
  expect(await screen.findByText('The reminder is on its way.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});

test('a link is texted after a question, and its notice says where it goes', async () => {
  const user = userEvent.setup();
  openRecord({ consents: [pendingConsent] });
  const words = 'A message with a link to this consent is on its way already.';
  server.use(
    http.post('*/api/consents/issued/61/text', () => refusal(409, 'under_way', words), {
      once: true,
    }),
    http.post('*/api/consents/issued/61/text', () =>
      HttpResponse.json({ to: '***1234', due_at: '2026-02-12T17:00:00Z' }),
    ),
  );
  const question = await choose(user, 'Text the link');
  await user.click(question.getByRole('button', { name: 'Text the link' }));
  expect(await question.findByText(`Not done. ${words}`)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Text the link' }));
  expect(await screen.findByText('The link is on its way to ***1234.')).toBeVisible();
});

test('a patient who cannot be texted has the entry with its reason, which the keyboard reaches', async () => {
  const user = userEvent.setup();
  openRecord({ consents: [pendingConsent] });
  const why = 'The patient does not want texts.';
  server.use(
    http.get('*/api/patients/7/text-reach', () => HttpResponse.json({ to: null, why_not: why })),
  );
  await user.click(await screen.findByRole('button', { name: 'More for Botox consent' }));
  const entry = await screen.findByRole('menuitem', { name: `Text the link ${why}` });
  expect(entry).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{End}');
  expect(entry).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('a link that is shown is texted from beside it, and is put away', async () => {
  const user = userEvent.setup();
  openRecord({ consents: [pendingConsent] });
  server.use(
    http.post('*/api/consents/issued/61/resend', () =>
      HttpResponse.json({ portal_url: link, consent: pendingConsent, qr: { size: 1, path: '' } }),
    ),
    http.post('*/api/consents/issued/61/text', () =>
      HttpResponse.json({ to: '***1234', due_at: '2026-02-12T17:00:00Z' }),
    ),
  );
  const question = await choose(user, 'Make a new link');
  await user.click(question.getByRole('button', { name: 'Make a new link' }));
  const shown = within(await screen.findByRole('group', { name: 'Portal link for Botox consent' }));
  await waitFor(() => expect(shown.getByRole('button', { name: 'Text the link' })).toBeEnabled());
  await user.click(shown.getByRole('button', { name: 'Text the link' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Text the link' }),
  );
  expect(await screen.findByText('The link is on its way to ***1234.')).toBeVisible();
  await waitFor(() =>
    expect(
      screen.queryByRole('group', { name: 'Portal link for Botox consent' }),
    ).not.toBeInTheDocument(),
  );
});

test('where texts cannot be sent, the button beside a link says why', async () => {
  const user = userEvent.setup();
  openRecord({ consents: [pendingConsent] });
  const why = 'No provider of texts is set up, so nothing is texted.';
  server.use(
    http.get('*/api/patients/7/text-reach', () => HttpResponse.json({ to: null, why_not: why })),
    http.post('*/api/consents/issued/61/resend', () =>
      HttpResponse.json({ portal_url: link, consent: pendingConsent, qr: { size: 1, path: '' } }),
    ),
  );
  const question = await choose(user, 'Make a new link');
  await user.click(question.getByRole('button', { name: 'Make a new link' }));
  expect(await screen.findByText(why)).toBeVisible();
  const button = screen.getByRole('button', { name: 'Text the link' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription(why);
});

test('a newer text is announced in the list and takes the place of the former', async () => {
  const user = userEvent.setup();
  const outdated = { ...pendingConsent, template_version: 1, has_newer_version: true };
  const { record } = openRecord({ consents: [outdated] });
  const newer = { ...pendingConsent, id: 62 };
  server.use(
    http.post('*/api/consents/issued/61/reissue', () => {
      record.consents = [newer, { ...outdated, status: 'Revoked' }];
      return HttpResponse.json({ portal_url: link, consent: newer }, { status: 201 });
    }),
  );
  expect(await screen.findByText('The template has a newer text')).toBeVisible();
  const question = await choose(user, 'Issue the newer text');
  await user.click(question.getByRole('button', { name: 'Issue the newer text' }));
  expect(await screen.findByLabelText('Portal link: Botox consent')).toHaveValue(link);
  expect(await screen.findByText('Revoked')).toBeVisible();
  expect(screen.queryByText('The template has a newer text')).not.toBeInTheDocument();
});

test("a declined consent shows the patient's words", async () => {
  openRecord({
    consents: [
      {
        ...pendingConsent,
        status: 'Declined',
        declined_at: '2026-02-11T17:00:00Z',
        decline_reason: 'I would like to talk first.',
      },
    ],
  });
  expect(await screen.findByText('Declined')).toBeVisible();
  expect(screen.getByText('“I would like to talk first.”')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(More for|Revoke)/ })).not.toBeInTheDocument();
});

test('a signed consent has no actions, and whoever may not issue has none either', async () => {
  openRecord({ session: without('consent.issue'), consents: [signedConsent, pendingConsent] });
  expect(
    await screen.findByRole('row', { name: /Microneedling consent Signed Open/ }),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /^More for/ })).not.toBeInTheDocument();
});

test('a signed consent is withdrawn with a reason, and says who noted it, when and why', async () => {
  const user = userEvent.setup();
  const { record } = openRecord({ consents: [signedConsent] });
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/consents/issued/60/withdraw', async ({ request }) => {
      sent.push(await request.json());
      record.consents = [
        {
          ...signedConsent,
          status: 'Withdrawn',
          withdrawn_at: '2026-02-12T17:00:00Z',
          withdrawn_by: 'Dana Owens',
          withdrawal_reason: 'No photos.',
        },
      ];
      return HttpResponse.json(record.consents[0]);
    }),
  );
  await user.click(
    await screen.findByRole('button', { name: `Withdraw ${signedConsent.template_name}` }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: /^Withdraw / }));
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(dialog.getByText('Please write why, in the patient’s words.')).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(dialog.getByLabelText(/^Why the patient withdraws it/), 'No photos.');
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Withdrawn')).toBeVisible();
  expect(sent).toEqual([{ reason: 'No photos.' }]);
  expect(screen.getByText('Feb 12, 2026, recorded by Dana Owens: “No photos.”')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Withdraw / })).not.toBeInTheDocument();
});
