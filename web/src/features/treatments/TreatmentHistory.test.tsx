import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { generatedApi } from '@/testing/generatedApi';
import { openRecord, refusal, without } from '@/testing/openRecord';
import { addendum, approvedTreatment, pendingTreatment } from '@/testing/patientRecord';
import { ownerSession } from '@/testing/records';
import { server } from '@/testing/server';
import { stubCanvas, stubPng } from '@/testing/stubCanvas';

beforeEach(() => stubCanvas());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const user = userEvent.setup();
const approveUrl = '*/api/treatments/90/approve';
const approved = {
  ...pendingTreatment,
  may_approve: false,
  director_signature: stubPng,
  director_name: 'Elena Moreau',
  approved_at: '2026-02-12T17:00:00Z',
};

async function openApproval() {
  await user.click(await screen.findByRole('button', { name: 'Approve: Botox, Feb 10, 2026' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve treatment' }));
  await user.click(dialog.getByRole('button', { name: 'Type instead' }));
  await user.type(dialog.getByLabelText('Full name'), 'Elena Moreau');
  return dialog;
}

test('a director reads a pending treatment, signs it, and the history shows it approved', async () => {
  const { record } = openRecord({ treatments: [pendingTreatment] });
  const sent: unknown[] = [];
  server.use(
    http.post(approveUrl, async ({ request }) => {
      sent.push(await request.json(), request.headers.get('If-Match'));
      record.treatments = [approved];
      return HttpResponse.json(approved);
    }),
  );
  const dialog = await openApproval();
  expect(dialog.getByText('Feb 10, 2026, 11:30 PM, recorded by Noah Kim')).toBeVisible();
  expect(dialog.getByText('C7841')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Treatment approved.')).toBeVisible();
  expect(sent).toEqual([{ director_signature: stubPng }, '1']);
  expect(await screen.findByText('Approved')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('what is dangerous to overlook stands in the history and where the director signs', async () => {
  openRecord({ treatments: [pendingTreatment] });
  const dangers = ['No consent: Botox consent', 'Allergies not asked'];
  server.use(
    http.get('*/api/review/states', () =>
      HttpResponse.json([
        { treatment_id: 90, state: 'Waiting', returned: null, may_answer: false, dangers },
      ]),
    ),
  );
  expect(await screen.findByText('No consent: Botox consent')).toBeVisible();
  const dialog = await openApproval();
  for (const danger of dangers) expect(dialog.getByText(danger)).toBeVisible();
});

/** What the review says of the pending treatment. */
const states = (dangers: string[]) =>
  HttpResponse.json([
    { treatment_id: 90, state: 'Waiting', returned: null, may_answer: false, dangers },
  ]);

test('a danger that arises on the same page stands in the history and where the director signs', async () => {
  let dangers: string[] = [];
  server.use(http.get('*/api/review/states', () => states(dangers)));
  const { store } = openRecord({ treatments: [pendingTreatment] });
  await screen.findByRole('button', { name: /^Approve:/ });
  dangers = ['No consent: Botox consent'];
  // As after a consent was withdrawn.
  store.dispatch(generatedApi.util.invalidateTags(['consents']));
  expect(await screen.findByText('No consent: Botox consent')).toBeVisible();
  const dialog = await openApproval();
  expect(dialog.getByText('No consent: Botox consent')).toBeVisible();
});

test('as long as the dangers are not known, nothing can be approved', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let fails = true;
  server.use(
    http.get('*/api/review/states', () =>
      fails ? refusal(403, 'forbidden', 'No.') : states(['Allergies not asked']),
    ),
  );
  openRecord({ treatments: [pendingTreatment] });
  const dialog = await openApproval();
  expect(
    await dialog.findByText(/^The warnings about this patient could not be loaded\./),
  ).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Approve' })).toBeDisabled();
  fails = false;
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('Allergies not asked')).toBeVisible();
  expect(dialog.queryByText(/could not be loaded/)).not.toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Approve' })).toBeEnabled();
});

test('a chart to which something was added since it was opened is not approved, and is shown with it to be approved', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { record } = openRecord({ treatments: [pendingTreatment] });
  const seen: (string | null)[] = [];
  server.use(
    http.post(approveUrl, ({ request }) => {
      seen.push(request.headers.get('If-Match'));
      record.treatments = [{ ...pendingTreatment, addenda: 1, version: 2 }];
      return seen.at(-1) === '2'
        ? HttpResponse.json(approved)
        : refusal(412, 'stale', 'Somebody else has changed this in the meantime.');
    }),
  );
  server.use(http.get('*/api/treatments/90/addenda', () => HttpResponse.json([addendum])));
  const dialog = await openApproval();
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await dialog.findByText(/^Something was added to the chart/)).toBeVisible();
  expect(await dialog.findByText('Allergic to latex.')).toBeVisible();
  expect(dialog.getByLabelText('Full name')).toHaveValue('Elena Moreau');
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Treatment approved.')).toBeVisible();
  expect(seen).toEqual(['1', '2']);
});

test('what is added while the director reads is shown, and said', async () => {
  server.use(http.get('*/api/treatments/90/addenda', () => HttpResponse.json([addendum])));
  const { record, store } = openRecord({ treatments: [pendingTreatment] });
  const dialog = await openApproval();
  expect(dialog.queryByText(/^Something was added/)).not.toBeInTheDocument();
  record.treatments = [{ ...pendingTreatment, addenda: 1, version: 2 }];
  store.dispatch(generatedApi.util.invalidateTags(['treatments']));
  expect(await dialog.findByText(/^Something was added to the chart/)).toBeVisible();
  expect(await dialog.findByText('Allergic to latex.')).toBeVisible();
});

test('an approval needs a signature', async () => {
  openRecord({ treatments: [pendingTreatment] });
  await user.click(await screen.findByRole('button', { name: /^Approve:/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await dialog.findByText('Please sign in the box.')).toBeVisible();
});

test('when the server requires reauthentication, the password is asked for and the signature sent again', async () => {
  const { record } = openRecord({ treatments: [pendingTreatment] });
  let proved = false;
  server.use(
    http.post('*/api/auth/prove', () => {
      proved = true;
      return HttpResponse.json(ownerSession);
    }),
    http.post(approveUrl, () => {
      if (!proved) return refusal(403, 'proof_required', 'Please confirm who you are.');
      record.treatments = [approved];
      return HttpResponse.json(approved);
    }),
  );
  const dialog = await openApproval();
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await user.type(question.getByLabelText(/Password/), 'correct horse battery');
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Treatment approved.')).toBeVisible();
});

test.each([
  [
    403,
    'own_treatment',
    'You recorded this treatment yourself. Another director has to approve it.',
  ],
  [409, 'already_approved', 'This treatment has been approved already.'],
  [409, 'voided', 'This treatment has been voided. It can no longer be approved.'],
])('a refusal (%i %s) is explained, and the signature stays', async (status, code, words) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  openRecord({ treatments: [pendingTreatment] });
  server.use(http.post(approveUrl, () => refusal(status, code, 'Refused.')));
  const dialog = await openApproval();
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await dialog.findByText(words)).toBeVisible();
  expect(dialog.getByLabelText('Full name')).toHaveValue('Elena Moreau');
});

test('only those who may approve are offered to', async () => {
  openRecord({
    session: without('treatment.approve'),
    treatments: [{ ...pendingTreatment, may_approve: false }],
  });
  expect(await screen.findByRole('button', { name: /^Signatures:/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
  expect(screen.queryByText(/^Your own/)).not.toBeInTheDocument();
});

test("one's own treatment, which another director has to approve, is not offered", async () => {
  openRecord({
    treatments: [
      { ...pendingTreatment, may_approve: false, approval_refusal: 'own_treatment' },
      { ...pendingTreatment, id: 91, treatment_type: 'Microneedling' },
    ],
  });
  expect(await screen.findByRole('button', { name: /^Approve: Microneedling/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Approve: Botox/ })).not.toBeInTheDocument();
  expect(screen.getByText('Your own treatment: another director approves it.')).toBeVisible();
});

test('a director whom the provider invited reads why there is nothing to approve', async () => {
  openRecord({
    treatments: [
      {
        ...pendingTreatment,
        provider_name: 'Noah Kim',
        may_approve: false,
        approval_refusal: 'invited_by_provider',
      },
    ],
  });
  expect(
    await screen.findByText(
      'Noah Kim invited you to the clinic, or invited the person who invited you: another director approves this treatment.',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
});

test('signatures can be looked at, with who and when', async () => {
  openRecord({ treatments: [approvedTreatment, pendingTreatment] });
  await user.click(
    await screen.findByRole('button', { name: 'Signatures: EZ Gel Hands, Jan 20, 2026' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Signatures: EZ Gel Hands' }));
  expect(dialog.getByRole('img', { name: 'Signature of Noah Kim' })).toHaveAttribute(
    'src',
    approvedTreatment.provider_signature,
  );
  expect(dialog.getByRole('img', { name: 'Signature of Dana Reyes' })).toBeVisible();
  expect(dialog.getByText('Dana Reyes, Jan 21, 2026, 12:00 PM')).toBeVisible();
});

test('a history that cannot be loaded says so, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  openRecord({ treatments: [] });
  server.use(http.get('*/api/treatments', () => refusal(503, 'busy', 'Busy.'), { once: true }));
  expect(await screen.findByText('The treatments could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No treatments yet')).toBeVisible();
});

test('a long history comes page by page, as far as the server sends it, and a page that fails can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const rows = Array.from({ length: 9 }, (_, at) => ({ ...approvedTreatment, id: 1000 - at }));
  openRecord({ treatments: [] });
  let fails = true;
  server.use(
    http.get('*/api/treatments', ({ request }) => {
      const after = Number(new URL(request.url).searchParams.get('after') ?? 1001);
      if (after === 997 && fails) return refusal(503, 'busy', 'Busy.');
      // The second page is short for its pictures, and not the last.
      const page = rows.filter(({ id }) => id < after).slice(0, after === 997 ? 2 : 4);
      const last = page.at(-1)?.id ?? 0;
      return HttpResponse.json(
        page,
        last > 992
          ? {
              headers: {
                Link: `</api/treatments?patientId=101&limit=50&after=${last}>; rel="next"`,
              },
            }
          : {},
      );
    }),
  );
  const drawn = () => screen.getAllByRole('button', { name: /^Signatures:/ });
  const older = () => screen.findByRole('button', { name: 'Show older treatments' });
  await user.click(await older());
  expect(await screen.findByText('The older treatments could not be loaded.')).toBeVisible();
  expect(drawn()).toHaveLength(4);
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(drawn()).toHaveLength(6));
  await user.click(await older());
  await waitFor(() => expect(drawn()).toHaveLength(9));
  expect(screen.queryByRole('button', { name: 'Show older treatments' })).not.toBeInTheDocument();
});
