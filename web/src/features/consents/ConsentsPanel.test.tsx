import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openRecord, refusal } from '@/testing/openRecord';
import { pendingConsent, signedConsent } from '@/testing/patientRecord';
import { server } from '@/testing/server';
import { stubCanvas } from '@/testing/stubCanvas';

const link = 'https://linden.example.com/portal/sign/aB3xYz';

beforeEach(() => stubCanvas());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function answerIssue() {
  const requested: unknown[] = [];
  server.use(
    http.post('*/api/consents/7/issue', async ({ request }) => {
      requested.push(await request.json());
      return HttpResponse.json({ portal_url: link, consent: pendingConsent }, { status: 201 });
    }),
  );
  return requested;
}

async function issue(user: ReturnType<typeof userEvent.setup>) {
  await user.selectOptions(await screen.findByLabelText('Consent template'), 'Botox consent');
  await user.click(screen.getByRole('button', { name: 'Issue consent' }));
}

test('an issued link is copied, and stays visible until it is dismissed', async () => {
  const user = userEvent.setup();
  const requested = answerIssue();
  const { record } = openRecord();
  expect(await screen.findByText('No consents issued yet')).toBeVisible();
  record.consents = [pendingConsent];
  await issue(user);
  expect(await screen.findByText('Portal link copied to clipboard!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(link);
  expect(requested).toEqual([{ templateId: 5 }]);
  expect(await screen.findByRole('row', { name: /Botox consent Pending/ })).toBeVisible();
  expect(screen.getByLabelText('Portal link: Botox consent')).toHaveValue(link);
  await navigator.clipboard.writeText('something else');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(link));
  await user.click(screen.getByRole('button', { name: 'Dismiss the link' }));
  expect(screen.queryByDisplayValue(link)).not.toBeInTheDocument();
});

test('where the clipboard refuses, the link is shown without the word copied', async () => {
  const user = userEvent.setup();
  answerIssue();
  openRecord();
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(
    new DOMException('no', 'NotAllowedError'),
  );
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
    new DOMException('no', 'NotAllowedError'),
  );
  await issue(user);
  expect(
    await screen.findByText(
      'This browser did not copy the link. Select it in the panel and copy it.',
    ),
  ).toBeVisible();
  expect(screen.getByLabelText('Portal link: Botox consent')).toHaveValue(link);
  expect(screen.queryByText('Portal link copied to clipboard!')).not.toBeInTheDocument();
});

test('a link is shown once only, with a hint how to get a new one', async () => {
  const user = userEvent.setup();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const sentence =
    'This consent was issued already, and its link is shown only once. Withdraw it and issue it again for a new link.';
  server.use(http.post('*/api/consents/7/issue', () => refusal(409, 'told_once', sentence)));
  const { record } = openRecord();
  expect(await screen.findByText('No consents issued yet')).toBeVisible();
  record.consents = [pendingConsent];
  await issue(user);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByText(/was not issued/)).not.toBeInTheDocument();
  expect(await screen.findByRole('row', { name: /Botox consent Pending/ })).toBeVisible();
  answerIssue();
  await user.click(screen.getByRole('button', { name: 'Issue again' }));
  expect(await screen.findByDisplayValue(link)).toBeVisible();
});

test('a failed issue is logged, reported, and can be tried again', async () => {
  const user = userEvent.setup();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.post('*/api/consents/7/issue', () =>
      refusal(503, 'busy', 'Please try again in a minute.'),
    ),
  );
  openRecord();
  await issue(user);
  expect(
    await screen.findByText('The consent was not issued. Please try again in a minute.'),
  ).toBeVisible();
  expect(logged).toHaveBeenCalledWith(
    'Issuing the consent failed',
    expect.objectContaining({ status: 503 }),
  );
  answerIssue();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByDisplayValue(link)).toBeVisible();
  expect(screen.queryByText(/was not issued/)).not.toBeInTheDocument();
});

test('a template must be chosen first', async () => {
  const requested = answerIssue();
  openRecord();
  await userEvent.click(await screen.findByRole('button', { name: 'Issue consent' }));
  expect(screen.getByLabelText('Consent template')).toHaveAccessibleDescription(
    'Choose a template.',
  );
  expect(requested).toEqual([]);
});

test('the list shows by itself that the patient has signed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { record } = openRecord({ consents: [pendingConsent] });
  expect(await screen.findByRole('row', { name: /Botox consent Pending/ })).toBeVisible();
  record.consents = [
    {
      ...pendingConsent,
      status: 'Signed',
      signed_by_patient: true,
      signed_at: '2026-02-12T17:00:00Z',
    },
  ];
  act(() => void vi.advanceTimersByTime(5_000));
  expect(
    await screen.findByRole('row', {
      name: /Botox consent Signed Open.* Feb 10, 2026 Feb 12, 2026/,
    }),
  ).toBeVisible();
});

test.each([
  ['no signature is awaited', 'visible', [signedConsent]],
  ['the page lies behind another tab', 'hidden', [pendingConsent]],
] as const)('nothing is fetched again while %s', async (_reason, visibility, consents) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  const { record } = openRecord({ consents: [...consents] });
  await screen.findByRole('table', { name: 'Consents' });
  const requested = vi.fn();
  server.use(
    http.get('*/api/consents', () => {
      requested();
      return HttpResponse.json(record.consents);
    }),
  );
  act(() => void vi.advanceTimersByTime(60_000));
  // Sent after any request of the list, so that its answer comes after theirs.
  await fetch(`${window.location.origin}/api/consents/templates`);
  expect(requested).not.toHaveBeenCalled();
});

test('a pending link can be revoked, after a question', async () => {
  const user = userEvent.setup();
  const { record } = openRecord({ consents: [pendingConsent] });
  server.use(
    http.post('*/api/consents/issued/61/revoke', () => {
      record.consents = [{ ...pendingConsent, status: 'Revoked' }];
      return HttpResponse.json(record.consents[0]);
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Revoke Botox consent' }));
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Revoke the link for Botox consent?' }),
  );
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('The consent link was revoked.')).toBeVisible();
  expect(await screen.findByText('Revoked')).toBeVisible();
});

test('a consent that was signed meanwhile is not revoked, and shows as signed', async () => {
  const user = userEvent.setup();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { record } = openRecord({ consents: [pendingConsent] });
  server.use(
    http.post('*/api/consents/issued/61/revoke', () => {
      record.consents = [{ ...signedConsent, id: 61, template_name: 'Botox consent' }];
      return refusal(409, 'already_signed', 'A signed consent cannot be revoked.');
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Revoke Botox consent' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }),
  );
  expect(await screen.findByText('A signed consent cannot be revoked.')).toBeVisible();
  expect(await screen.findByText('Signed')).toBeVisible();
});

test('the error of a link that was not revoked is removed once it is', async () => {
  const user = userEvent.setup();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { record } = openRecord({ consents: [pendingConsent] });
  server.use(
    http.post('*/api/consents/issued/61/revoke', () => refusal(503, 'busy', 'Busy.'), {
      once: true,
    }),
    http.post('*/api/consents/issued/61/revoke', () => {
      record.consents = [{ ...pendingConsent, status: 'Revoked' }];
      return HttpResponse.json(record.consents[0]);
    }),
  );
  const revoke = async () => {
    await user.click(await screen.findByRole('button', { name: 'Revoke Botox consent' }));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }),
    );
  };
  await revoke();
  expect(await screen.findByText('The consent was not revoked. Please try again.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await revoke();
  expect(await screen.findByText('The consent link was revoked.')).toBeVisible();
  expect(
    screen.queryByText('The consent was not revoked. Please try again.'),
  ).not.toBeInTheDocument();
});
