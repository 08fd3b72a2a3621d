import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openRecord, refusal, without } from '@/testing/openRecord';
import { addendum, approvedTreatment, pendingTreatment, voided } from '@/testing/patientRecord';
import { ownerSession } from '@/testing/records';
import { server } from '@/testing/server';
import { stubCanvas, stubPng } from '@/testing/stubCanvas';

beforeEach(() => {
  stubCanvas();
  server.use(http.get('*/api/treatments/90/addenda', () => HttpResponse.json([])));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const user = userEvent.setup();
const openTreatment = async () => {
  await user.click(await screen.findByRole('button', { name: 'Open: Botox, Feb 10, 2026' }));
  return within(await screen.findByRole('dialog', { name: 'Botox, Feb 10, 2026' }));
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function writeAddendum() {
  const form = await dialog('Add addendum');
  await user.type(form.getByLabelText(/Reason/), 'Left out');
  await user.type(form.getByRole('textbox', { name: /Addendum/ }), 'Allergic to latex.');
  await user.click(form.getByRole('button', { name: 'Type instead' }));
  await user.type(form.getByLabelText('Full name'), 'Elena Moreau');
  return form;
}

test('an addendum is signed and shown below what it adds to', async () => {
  const { record } = openRecord({ treatments: [pendingTreatment] });
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/treatments/90/addenda', async ({ request }) => {
      sent.push(await request.json());
      record.treatments = [{ ...pendingTreatment, addenda: 1 }];
      server.use(http.get('*/api/treatments/90/addenda', () => HttpResponse.json([addendum])));
      return HttpResponse.json(addendum, { status: 201 });
    }),
  );
  const treatment = await openTreatment();
  await user.click(treatment.getByRole('button', { name: 'Add addendum' }));
  const form = await writeAddendum();
  await user.click(form.getByRole('button', { name: 'Sign and add' }));
  expect(await screen.findByText('Addendum added.')).toBeVisible();
  expect(sent).toEqual([{ reason: 'Left out', text: 'Allergic to latex.', signature: stubPng }]);
  const entry = within(await treatment.findByRole('list', { name: 'Addenda' }));
  expect(entry.getByText('Allergic to latex.')).toBeVisible();
  expect(entry.getByText('Noah Kim (Provider), Feb 12, 2026, 12:00 PM')).toBeVisible();
  expect(entry.getByRole('img', { name: 'Signature of Noah Kim' })).toHaveAttribute(
    'src',
    addendum.signature,
  );
  expect(await screen.findByText('1 addendum')).toBeInTheDocument();
});

test('an addendum needs a reason, a text and a signature', async () => {
  openRecord({ treatments: [pendingTreatment] });
  const treatment = await openTreatment();
  await user.click(treatment.getByRole('button', { name: 'Add addendum' }));
  const form = await dialog('Add addendum');
  await user.click(form.getByRole('button', { name: 'Sign and add' }));
  for (const words of ['Reason is required', 'Addendum is required', 'Please sign in the box.'])
    expect(await form.findByText(words)).toBeVisible();
});

test('an addendum that cannot be saved keeps what was typed and signed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  openRecord({ treatments: [pendingTreatment] });
  server.use(http.post('*/api/treatments/90/addenda', () => HttpResponse.error()));
  const treatment = await openTreatment();
  await user.click(treatment.getByRole('button', { name: 'Add addendum' }));
  const form = await writeAddendum();
  await user.click(form.getByRole('button', { name: 'Sign and add' }));
  expect(
    await form.findByText('Not saved yet. Everything you entered is still here: please try again.'),
  ).toBeVisible();
  expect(form.getByLabelText(/Reason/)).toHaveValue('Left out');
  expect(form.getByRole('textbox', { name: /Addendum/ })).toHaveValue('Allergic to latex.');
  expect(form.getByLabelText('Full name')).toHaveValue('Elena Moreau');
  // Somebody else has voided it in the meantime.
  server.use(
    http.post('*/api/treatments/90/addenda', () =>
      refusal(409, 'voided', 'This treatment was voided.'),
    ),
  );
  await user.click(form.getByRole('button', { name: 'Sign and add' }));
  expect(await form.findByText('Not saved yet. This treatment was voided.')).toBeVisible();
});

test('a treatment is voided with a reason, and then says so and offers nothing more', async () => {
  const { record } = openRecord({ treatments: [pendingTreatment] });
  const sent: unknown[] = [];
  const after = {
    ...pendingTreatment,
    voided: { ...voided, signature: stubPng },
    may_approve: false,
    may_void: false,
  };
  server.use(
    http.post('*/api/treatments/90/void', async ({ request }) => {
      sent.push(await request.json());
      record.treatments = [after];
      return HttpResponse.json(after);
    }),
  );
  const treatment = await openTreatment();
  await user.click(treatment.getByRole('button', { name: 'Void' }));
  const question = await dialog('Void this treatment?');
  expect(
    question.getByText(/the points that it earned are taken back\. This cannot be undone\.$/),
  ).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Void treatment' }));
  expect(await question.findByText('Reason is required')).toBeVisible();
  expect(question.getByText('Please sign in the box.')).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(question.getByLabelText(/Reason/), 'Wrong patient');
  await user.click(question.getByRole('button', { name: 'Type instead' }));
  await user.type(question.getByLabelText('Full name'), 'Elena Moreau');
  await user.click(question.getByRole('button', { name: 'Void treatment' }));
  expect(await screen.findByText('The treatment was voided.')).toBeVisible();
  expect(sent).toEqual([{ reason: 'Wrong patient', signature: stubPng }]);
  expect(await treatment.findByText('Voided by Dana Reyes, Feb 13, 2026, 12:00 PM')).toBeVisible();
  expect(treatment.getByRole('img', { name: 'Signature of Dana Reyes' })).toHaveAttribute(
    'src',
    stubPng,
  );
  expect(treatment.queryByRole('button', { name: 'Add addendum' })).not.toBeInTheDocument();
  expect(treatment.queryByRole('button', { name: 'Void' })).not.toBeInTheDocument();
  await user.click(treatment.getByRole('button', { name: 'Close' }));
  const row = within(await screen.findByRole('row', { name: /Feb 10, 2026/ }));
  expect(row.getByText('Voided by Dana Reyes, Feb 13, 2026: Wrong patient')).toBeVisible();
  expect(row.getByText('Voided')).toBeVisible();
  expect(row.queryByText('Pending')).not.toBeInTheDocument();
  expect(row.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
});

test('a void asks for the password where the proof is too old, and sends the reason again', async () => {
  openRecord({ treatments: [pendingTreatment] });
  let proved = false;
  server.use(
    http.post('*/api/auth/prove', () => {
      proved = true;
      return HttpResponse.json(ownerSession);
    }),
    http.post('*/api/treatments/90/void', () =>
      proved
        ? HttpResponse.json({ ...pendingTreatment, voided })
        : refusal(403, 'proof_required', 'Please confirm who you are.'),
    ),
  );
  const treatment = await openTreatment();
  await user.click(treatment.getByRole('button', { name: 'Void' }));
  const question = await dialog('Void this treatment?');
  await user.type(question.getByLabelText(/Reason/), 'Wrong patient');
  await user.click(question.getByRole('button', { name: 'Type instead' }));
  await user.type(question.getByLabelText('Full name'), 'Elena Moreau');
  await user.click(question.getByRole('button', { name: 'Void treatment' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).getByRole(
      'button',
      { name: 'Cancel' },
    ),
  );
  await waitFor(() =>
    expect(
      screen.queryByRole('dialog', { name: 'Confirm that it is you' }),
    ).not.toBeInTheDocument(),
  );
  expect(question.getByLabelText(/Reason/)).toHaveValue('Wrong patient');
  await user.click(question.getByRole('button', { name: 'Void treatment' }));
  const proof = await dialog('Confirm that it is you');
  await user.type(proof.getByLabelText(/Password/), 'correct horse battery');
  await user.click(proof.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('The treatment was voided.')).toBeVisible();
});

test('a voided treatment that was approved keeps its approval', async () => {
  server.use(http.get('*/api/treatments/80/addenda', () => HttpResponse.json([])));
  openRecord({ treatments: [{ ...approvedTreatment, voided, may_void: false }] });
  const row = within(await screen.findByRole('row', { name: /Jan 20, 2026/ }));
  expect(row.getByText('Voided')).toBeVisible();
  expect(row.getByText('Approved')).toBeVisible();
  await user.click(row.getByRole('button', { name: /^Open:/ }));
  const treatment = await dialog('EZ Gel Hands, Jan 20, 2026');
  expect(
    treatment.getByText('Approved and signed by Dana Reyes, Jan 21, 2026, 12:00 PM.'),
  ).toBeVisible();
});

test('who may neither add nor void reads the addenda', async () => {
  server.use(http.get('*/api/treatments/90/addenda', () => HttpResponse.json([addendum])));
  openRecord({
    session: without('treatment.create'),
    treatments: [{ ...pendingTreatment, may_void: false, addenda: 1 }],
  });
  const treatment = await openTreatment();
  expect(await treatment.findByText('Allergic to latex.')).toBeVisible();
  expect(treatment.queryByRole('button', { name: /addendum|Void/ })).not.toBeInTheDocument();
});

test('many addenda come page by page, and a page that fails can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let fails = true;
  server.use(
    http.get('*/api/treatments/90/addenda', ({ request }) => {
      const after = Number(new URL(request.url).searchParams.get('after') ?? 0);
      if (after === 2 && fails) return refusal(503, 'busy', 'Busy.');
      const page = [1, 2, 3]
        .filter((id) => id > after)
        .slice(0, 2)
        .map((id) => ({ ...addendum, id, text: `Text ${id}` }));
      return HttpResponse.json(
        page,
        after === 0
          ? { headers: { Link: '</api/treatments/90/addenda?after=2&limit=2>; rel="next"' } }
          : {},
      );
    }),
  );
  openRecord({ treatments: [{ ...pendingTreatment, addenda: 3 }] });
  const treatment = await openTreatment();
  await user.click(await treatment.findByRole('button', { name: 'Show later addenda' }));
  expect(await treatment.findByText('The later addenda could not be loaded.')).toBeVisible();
  fails = false;
  await user.click(treatment.getByRole('button', { name: 'Try again' }));
  expect(await treatment.findByText('Text 3')).toBeVisible();
  expect(treatment.getAllByText(/^Text/).map(({ textContent }) => textContent)).toEqual([
    'Text 1',
    'Text 2',
    'Text 3',
  ]);
});
