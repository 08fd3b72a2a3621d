import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { EstimateDraft } from '@/api/generated';
import { IssuePanel } from '@/features/estimates/issuing/IssuePanel';
import { draftOfEstimate } from '@/features/estimates/issuing/testing';
import { ownerSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const user = userEvent.setup();
let draft: EstimateDraft;
let sent: { match: string | null; body: unknown }[];

const issued: EstimateDraft = {
  ...draftOfEstimate,
  state: 'Issued',
  issues: [
    {
      id: 4,
      version: 1,
      state: 'Issued',
      estimate_version: 3,
      issued_at: '2026-11-18T15:00:00Z',
      issued_by: 'Elena Moreau',
      total: '1960.00',
      service_date: null,
      valid_until: '2027-11-18',
      changes: [],
      has_file: true,
      given: [{ how: 'email', at: '2026-11-18T15:01:00Z', by: null, to: 'a***@example.com' }],
      link_until: null,
      opened_at: null,
      received_at: '2026-11-19T15:00:00Z',
      received_by: 'Amelia Hart',
      sha256: 'ab',
      questions: [
        {
          id: 7,
          asked_at: '2026-11-19T15:00:00Z',
          question: 'Is the cream in it?',
          answered_at: null,
          answered_by: null,
        },
      ],
    },
  ],
};

beforeEach(() => {
  draft = draftOfEstimate;
  sent = [];
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({
        ...ownerSession,
        permissions: ['patient.read', 'estimate.read', 'estimate.issue'],
      }),
    ),
    http.get('*/api/gfe-estimate/9/content', () => HttpResponse.json(draft)),
    http.post('*/api/gfe-estimate/9/issue', async ({ request }) => {
      sent.push({ match: request.headers.get('if-match'), body: await request.json() });
      draft = issued;
      return HttpResponse.json(
        { portal_url: 'https://linden.example/portal/estimate/abc', draft },
        { status: 201 },
      );
    }),
    http.post('*/api/gfe-estimate/questions/7/answered', () => {
      draft = {
        ...issued,
        issues: issued.issues.map((one) => ({
          ...one,
          questions: one.questions.map((question) => ({
            ...question,
            answered_at: '2026-11-20T15:00:00Z',
            answered_by: 'Elena Moreau',
          })),
        })),
      };
      return HttpResponse.json(draft.issues[0]?.questions[0]);
    }),
  );
});

async function open(edited = false) {
  return renderSignedIn({ path: '/', element: <IssuePanel estimateId={9} edited={edited} /> });
}

test('what is missing is listed, and issuing says it', async () => {
  await open();
  expect(await screen.findByText('The primary service in plain words')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Issue' }));
  const dialog = await screen.findByRole('dialog', { name: 'Issue the estimate' });
  expect(within(dialog).getByText('The primary service in plain words')).toBeVisible();
  await user.selectOptions(within(dialog).getByLabelText(/^How the patient gets it/), 'link');
  await user.click(within(dialog).getByRole('button', { name: 'Issue it incomplete' }));
  expect(await screen.findByLabelText('Link for the patient')).toHaveValue(
    'https://linden.example/portal/estimate/abc',
  );
  expect(sent).toEqual([
    { match: '3', body: { how: 'link', content_version: 0, confirmed: ['incomplete_estimate'] } },
  ]);
});

test('an issued version says how it was given, that it was received, and what was asked', async () => {
  draft = issued;
  await open();
  expect(await screen.findByText('Version 1, $1,960.00')).toBeVisible();
  expect(screen.getByText(/^Given by e-mail to a\*\*\*@example\.com/)).toBeVisible();
  expect(screen.getByText(/^Received, says Amelia Hart/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'PDF of version 1' })).toHaveAttribute(
    'href',
    '/api/gfe-estimate/9/issues/1/file',
  );
  await user.click(await screen.findByRole('button', { name: 'Mark as answered' }));
  expect(await screen.findByText(/^Answered, says Elena Moreau/)).toBeVisible();
});

test('that an answer was not noted is said, and its button is still there', async () => {
  draft = issued;
  server.use(
    http.post('*/api/gfe-estimate/questions/7/answered', () =>
      HttpResponse.json({ error: 'Nothing was found.', code: 'not_found' }, { status: 404 }),
    ),
  );
  await open();
  await user.click(await screen.findByRole('button', { name: 'Mark as answered' }));
  expect(await screen.findByText(/^The question was not marked as answered\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Mark as answered' })).toBeEnabled();
});

test('what is not saved is not issued', async () => {
  await open(true);
  expect(await screen.findByRole('button', { name: 'Issue' })).toBeDisabled();
  expect(screen.getByText('Save your changes first.')).toBeVisible();
});
