import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { type Estimate, type EstimateVersion, type NewEstimate } from '@/api/generated';
import { coverage } from '@/features/estimate-clocks/testing';
import { Component as GfeEstimatePage } from '@/features/estimates/GfeEstimatePage';
import { draftOfEstimate } from '@/features/estimates/issuing/testing';
import { savedEstimate } from '@/features/estimates/testing';
import { hasUnsavedWork } from '@/lib/unsavedWork';
import { generatedApi } from '@/testing/generatedApi';
import { amelia, ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';
import { stubCanvas, stubPng } from '@/testing/stubCanvas';

interface Sent { method: string; version: string | null; body: NewEstimate }
let onRecord: Estimate | null;
let sent: Sent[];

const keep = async (method: string, request: Request) => {
  const body = (await request.json()) as NewEstimate;
  sent.push({ method, version: request.headers.get('If-Match'), body });
  const [pt_sig, prov_sig] = [body.pt_sig ?? onRecord?.pt_sig ?? null, body.prov_sig ?? onRecord?.prov_sig ?? null];
  onRecord = { ...savedEstimate, ...onRecord, ...body, version: (onRecord?.version ?? 0) + 1, pt_sig, prov_sig, pt_is_signed: pt_sig !== null, prov_is_signed: prov_sig !== null } as Estimate;
  return onRecord;
};
const versions: EstimateVersion[] = [
  { version: 3, written_at: '2026-11-18T15:00:00Z', written_by: 'Robin Desk', grand_total: 4212.5, pt_is_signed: false, prov_is_signed: false, changed: ['face_unit_cost', 'notes'] },
  { version: 2, written_at: '2026-11-17T15:00:00Z', written_by: null, grand_total: 480, pt_is_signed: true, prov_is_signed: true, changed: [] },
];
const signedInWith = (permissions: string[], limited: string[] = []) =>
  server.use(http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, permissions: ['patient.read', ...permissions], limited_permissions: limited })));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] });
  stubCanvas();
  onRecord = null;
  sent = [];
  signedInWith(['estimate.read', 'estimate.copy.read', 'estimate.write']);
  server.use(
    http.get('*/api/patients/101', () => HttpResponse.json(amelia)),
    http.get('*/api/gfe-estimate/101', () => HttpResponse.json(onRecord)),
    http.get('*/api/gfe-estimate/9/content', () => HttpResponse.json(draftOfEstimate)),
    http.get('*/api/gfe-estimate/9/versions', () => HttpResponse.json(versions)),
    http.get('*/api/gfe-estimate/9/copies', () => HttpResponse.json([{ version: 2, sha256: 'ab' }])),
    http.get('*/api/patients/101/coverage', () => HttpResponse.json(coverage)),
    http.post('*/api/gfe-estimate', async ({ request }) => HttpResponse.json(await keep('POST', request), { status: 201 })),
    http.put('*/api/gfe-estimate/9', async ({ request }) => HttpResponse.json(await keep('PUT', request))),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const user = userEvent.setup();

async function open() {
  const view = renderScreen({ path: '/gfe-estimate/:patientId', element: <GfeEstimatePage /> }, '/gfe-estimate/101');
  await view.store.dispatch(generatedApi.endpoints.showSession.initiate());
  return view;
}

const area = async (name: string) => within(await screen.findByRole('region', { name }));
const field = (name: RegExp | string) => screen.getByLabelText(name);
const save = async () => user.click(await screen.findByRole('button', { name: 'Save estimate' }));

describe('a first estimate', () => {
  test('starts with the patient, who is signed in and today', async () => {
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Good Faith Estimate' })).toBeVisible();
    expect(await screen.findByLabelText(/^Patient name/)).toHaveValue('Amelia Hart');
    expect(field(/^Date of birth/)).toHaveValue('1980-01-10');
    expect(field(/^Provider\s?\*?$/)).toHaveValue('Elena Moreau');
    expect(field(/^Date of estimate/)).toHaveValue('2026-11-20');
    expect(field(/^Patient signature date/)).toHaveValue('2026-11-20');
    expect(field(/^Provider signature date/)).toHaveValue('2026-11-20');
  });

  test('has sums that follow what is typed', async () => {
    await open();
    const face = await area('Face');
    await user.selectOptions(face.getByLabelText('Service'), 'Botox per unit');
    expect(face.getByLabelText('Unit cost')).toHaveValue('12');
    expect(face.getByLabelText('Quantity')).toHaveValue('1');
    expect(face.getByLabelText('Sessions')).toHaveValue('1');
    expect(face.getByLabelText('Sessions')).toHaveTextContent('1234Custom');
    await user.clear(face.getByLabelText('Unit cost'));
    await user.type(face.getByLabelText('Unit cost'), '11.05');
    await user.clear(face.getByLabelText('Quantity'));
    await user.type(face.getByLabelText('Quantity'), '40');
    expect(face.getByText('Subtotal $442.00')).toBeVisible();

    const hair = await area('Hair');
    await user.selectOptions(hair.getByLabelText('Service'), 'PRF Hair Restoration');
    expect(hair.getByLabelText('Sessions')).toHaveTextContent('136Custom');
    expect(hair.queryByLabelText('Custom sessions')).not.toBeInTheDocument();
    await user.selectOptions(hair.getByLabelText('Sessions'), 'Custom');
    expect(screen.getByText('Grand total —')).toBeVisible();
    await user.type(hair.getByLabelText('Custom sessions'), '4');
    expect(hair.getByText('Subtotal $2,400.00')).toBeVisible();
    expect(screen.getByText('Grand total $2,842.00')).toBeVisible();
  });

  test('is created, and changed by the next save', async () => {
    await open();
    const face = await area('Face');
    await user.selectOptions(face.getByLabelText('Service'), 'Botox per unit');
    const hair = await area('Hair');
    await user.selectOptions(hair.getByLabelText('Service'), 'PRF Hair Restoration');
    await user.selectOptions(hair.getByLabelText('Sessions'), 'Custom');
    await user.type(hair.getByLabelText('Custom sessions'), '4');
    await user.type(field('Expected duration'), '6 months');
    const patient = within(screen.getByRole('group', { name: 'Patient signature' }));
    await user.click(patient.getByRole('button', { name: 'Type instead' }));
    await user.type(patient.getByLabelText('Full name'), 'Amelia Hart');
    expect(hasUnsavedWork()).toBe(true);
    await save();
    expect(await screen.findByText('Good Faith Estimate saved successfully!')).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      method: 'POST', version: null,
      body: {
        patient_id: 101, pt_name: 'Amelia Hart', pt_dob: '1980-01-10', prov_name: 'Elena Moreau', est_date: '2026-11-20',
        face_service: 'Botox per unit', face_unit_cost: 12, face_qty: 1, face_sessions: '1', face_sessions_custom: null,
        hair_service: 'PRF Hair Restoration', hair_unit_cost: 600, hair_sessions: 'Custom', hair_sessions_custom: 4,
        hands_service: null, expected_duration: '6 months', notes: null, pt_sig: stubPng, pt_sig_date: '2026-11-20',
      },
    });
    expect(sent[0]?.body).not.toHaveProperty('prov_sig');
    expect(hasUnsavedWork()).toBe(false);
    expect(screen.getByRole('img', { name: 'Patient signature' })).toHaveAttribute('src', stubPng);

    await user.type(field('Notes'), 'By phone');
    await save();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({ method: 'PUT', version: '1', body: { notes: 'By phone' } });
    expect(sent[1]?.body).not.toHaveProperty('pt_sig');
  });

  test('without what is required is not sent', async () => {
    server.use(http.get('*/api/patients/101', () => HttpResponse.json({ ...amelia, birth_date: null })));
    await open();
    await user.clear(await screen.findByLabelText(/^Provider\s?\*?$/));
    await user.clear(field(/^Provider signature date/));
    await save();
    expect(await screen.findByText('Date of birth is required')).toBeVisible();
    expect(screen.getByText('Provider is required')).toBeVisible();
    expect(screen.getByText('Date of the provider’s signature is required')).toBeVisible();
    expect(sent).toEqual([]);
  });
});

describe('an estimate on record', () => {
  beforeEach(() => {
    onRecord = savedEstimate;
  });

  test('is loaded, with its signatures, and changed under its version', async () => {
    await open();
    const hands = await area('Hands');
    expect(hands.getByText('Subtotal $3,252.50')).toBeVisible();
    expect(hands.getByLabelText('Custom sessions')).toHaveValue('5');
    expect(screen.getByText('Grand total $4,212.50')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Patient signature' })).toHaveAttribute('src', savedEstimate.pt_sig);
    await user.type(field('Notes'), ', twice');
    await save();
    expect(await screen.findByText('Good Faith Estimate saved successfully!')).toBeVisible();
    expect(sent).toMatchObject([{ method: 'PUT', version: '3', body: { notes: 'Discussed by phone, twice', hands_unit_cost: 650.5 } }]);
  });

  test('goes back to its former content by Undo, as a further version, while nobody has signed', async () => {
    onRecord = { ...savedEstimate, pt_sig: null, pt_is_signed: false, prov_sig: null, prov_is_signed: false };
    await open();
    await user.type(await screen.findByLabelText('Notes'), '!');
    await save();
    await screen.findByText('Good Faith Estimate saved successfully!');
    await user.type(field('Expected duration'), '+');
    await user.click(screen.getByLabelText('Undo: Good Faith Estimate saved successfully!'));
    await waitFor(() => expect(field('Notes')).toHaveValue('Discussed by phone'));
    expect(sent.map(({ version, body }) => [version, body.notes])).toEqual([['3', 'Discussed by phone!'], ['4', 'Discussed by phone']]);
    expect(field('Expected duration')).toHaveValue(`${savedEstimate.expected_duration ?? ''}+`);
    await save();
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ version: '5', body: { notes: 'Discussed by phone' } }));
  });

  test('that is signed has no Undo: the former content would be a version without the signatures', async () => {
    await open();
    await user.type(await screen.findByLabelText('Notes'), ', twice');
    await save();
    expect(await screen.findByText('Good Faith Estimate saved successfully!')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Undo: Good Faith/ })).not.toBeInTheDocument();
  });

  test('that is signed says before a change is saved whose signature does not go with it', async () => {
    await open();
    await user.type(await screen.findByLabelText('Notes'), ', twice');
    expect(await screen.findByText(/^This estimate is signed\. Saving your change makes a new version without the patient’s and the provider’s signature/)).toBeVisible();
    await user.clear(field('Notes'));
    await user.type(field('Notes'), 'Discussed by phone');
    await waitFor(() => expect(screen.queryByText(/^This estimate is signed\./)).not.toBeInTheDocument());
    // The date beside one signature takes away that one alone.
    await user.clear(field(/^Provider signature date/));
    await user.type(field(/^Provider signature date/), '2026-11-19');
    expect(await screen.findByText(/makes a new version without the provider’s signature/)).toBeVisible();
  });

  test('says when a signature that was given is none, because its picture is on record already', async () => {
    onRecord = { ...savedEstimate, pt_sig: null, pt_is_signed: false };
    server.use(http.put('*/api/gfe-estimate/9', () => HttpResponse.json({ ...savedEstimate, version: 4, pt_sig: null, pt_is_signed: false })));
    await open();
    const patient = within(await screen.findByRole('group', { name: 'Patient signature' }));
    await user.click(patient.getByRole('button', { name: 'Type instead' }));
    await user.type(patient.getByLabelText('Full name'), 'Amelia Hart');
    await save();
    expect(await screen.findByText(/^Saved, but without the patient’s signature: .* Please sign again\.$/)).toBeVisible();
    // The box is empty again, and the form says that it is signed.
    expect(within(screen.getByRole('group', { name: 'Patient signature' })).getByRole('img')).toHaveAccessibleName('Patient signature: not signed yet');
    expect(screen.getByRole('img', { name: 'Provider signature' })).toHaveAttribute('src', savedEstimate.prov_sig);
  });

  test('lists its versions: by whom, what was changed, who signed, and a link to each', async () => {
    await open();
    const list = within(await screen.findByRole('list', { name: 'Versions' }));
    expect(list.getByText('Version 3 (current): $4,212.50, not signed')).toBeVisible();
    expect(list.getByText('Nov 18, 2026, 10:00 AM, by Robin Desk')).toBeVisible();
    expect(list.getByText('Changed: Face unit cost, Notes')).toBeVisible();
    expect(list.getByText('Version 2: $480.00, signed by patient and provider')).toBeVisible();
    expect(await list.findByRole('link', { name: 'Signed copy of version 2' })).toHaveAttribute('href', '/api/gfe-estimate/9/copies/2/file');
    expect(list.queryByRole('link', { name: 'Signed copy of version 1' })).not.toBeInTheDocument();
    expect(list.getByRole('link', { name: 'Read version 2' })).toHaveAttribute('href', '/gfe-estimate/101/9/versions/2');
    expect(list.queryByRole('link', { name: 'Read version 3' })).not.toBeInTheDocument();
  });

  test('loads the older versions page by page', async () => {
    server.use(http.get('*/api/gfe-estimate/9/versions', ({ request }) => {
      const isNext = new URL(request.url).searchParams.get('after') === '2';
      if (isNext) return HttpResponse.json([{ ...versions[1], version: 1, grand_total: 90 }]);
      return HttpResponse.json(versions, { headers: { Link: '</api/gfe-estimate/9/versions?after=2>; rel="next"' } });
    }));
    await open();
    const list = within(await screen.findByRole('list', { name: 'Versions' }));
    expect(list.queryByText(/^Version 1:/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show older versions' }));
    expect(await list.findByText('Version 1: $90.00, signed by patient and provider')).toBeVisible();
    expect(list.getByText(/^Version 3/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show older versions' })).not.toBeInTheDocument();
  });

  test('shows two versions side by side: what differs, and nothing else', async () => {
    const version = (number: number, change: Partial<Estimate>) =>
      http.get(`*/api/gfe-estimate/9/versions/${number}`, () => HttpResponse.json({ ...savedEstimate, version: number, ...change }));
    server.use(
      version(2, {}),
      version(3, { face_unit_cost: 14.5, face_subtotal: 1160, grand_total: 4412.5, notes: null, est_date: '2026-11-19', pt_sig: null, pt_is_signed: false }),
    );
    await open();
    await user.click(await screen.findByRole('button', { name: 'Compare version 3 with the one before' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Versions 2 and 3' }));
    await dialog.findByRole('table');
    expect(dialog.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Field', 'Version 2', 'Version 3'],
      ['Date of estimate', 'Nov 18, 2026', 'Nov 19, 2026'],
      ['Notes', 'Discussed by phone', 'Nothing'],
      ['Patient signature', 'Signed', 'Not signed'],
      ['Face unit cost', '$12.00', '$14.50'],
      ['Face total', '$960.00', '$1,160.00'],
      ['Grand total', '$4,212.50', '$4,412.50'],
    ]);
  });

  test('says so when a version cannot be compared, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(
      http.get('*/api/gfe-estimate/9/versions/2', () => HttpResponse.json(savedEstimate)),
      http.get('*/api/gfe-estimate/9/versions/3', () => HttpResponse.json({ error: 'No.', code: 'down' }, { status: 503 }), { once: true }),
      http.get('*/api/gfe-estimate/9/versions/3', () => HttpResponse.json(savedEstimate)),
    );
    await open();
    await user.click(await screen.findByRole('button', { name: 'Compare version 3 with the one before' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Versions 2 and 3' }));
    await user.click(await dialog.findByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('They say the same.')).toBeVisible();
  });

  test('that somebody else changed meanwhile is not written over, and nothing typed is lost', async () => {
    const theirs = { ...savedEstimate, version: 4, notes: 'Theirs', expected_duration: '1 year', face_qty: 30 };
    server.use(http.put('*/api/gfe-estimate/9', () => {
      onRecord = theirs;
      return HttpResponse.json({ error: 'Somebody else changed it.', code: 'stale' }, { status: 412 });
    }, { once: true }));
    await open();
    const face = await area('Face');
    await user.clear(face.getByLabelText('Quantity'));
    await user.type(face.getByLabelText('Quantity'), '50');
    await user.clear(field('Notes'));
    await user.type(field('Notes'), 'Mine');
    await save();
    expect(await screen.findByText(/^Somebody else changed this estimate since you opened it\./)).toBeVisible();
    expect(screen.queryByText('Error saving estimate. Please try again.')).not.toBeInTheDocument();
    expect(field('Notes')).toHaveValue('Mine');

    await user.click(screen.getByRole('button', { name: 'Load their changes' }));
    expect(await screen.findByRole('group', { name: 'Theirs: Notes' })).toHaveTextContent('Theirs');
    expect(screen.getByRole('group', { name: 'Yours: Notes' })).toHaveTextContent('Mine');
    expect(field('Notes')).toHaveValue('Mine');
    expect(face.getByLabelText('Quantity')).toHaveValue('50');
    expect(field('Expected duration')).toHaveValue('1 year');
    expect(hasUnsavedWork()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Take theirs: Face quantity' }));
    expect(face.getByLabelText('Quantity')).toHaveValue('30');
    await save();
    await waitFor(() => expect(sent).toMatchObject([{ method: 'PUT', version: '4', body: { notes: 'Mine', face_qty: 30, expected_duration: '1 year' } }]));
  });

  test('is signed in the form still, when somebody else signed it meanwhile', async () => {
    onRecord = { ...savedEstimate, prov_sig: null, prov_is_signed: false };
    server.use(http.put('*/api/gfe-estimate/9', () => {
      onRecord = { ...savedEstimate, version: 4 };
      return HttpResponse.json({ error: 'Somebody else changed it.', code: 'stale' }, { status: 412 });
    }, { once: true }));
    await open();
    const provider = within(await screen.findByRole('group', { name: 'Provider signature' }));
    await user.click(provider.getByRole('button', { name: 'Type instead' }));
    await user.type(provider.getByLabelText('Full name'), 'Elena Moreau');
    await save();
    await user.click(await screen.findByRole('button', { name: 'Load their changes' }));
    expect(await screen.findByText(/^Their changes are loaded/)).toBeVisible();
    expect(screen.getByRole('img', { name: 'Provider signature: signed' })).toBeVisible();
    await save();
    await waitFor(() => expect(sent).toMatchObject([{ version: '4', body: { prov_sig: stubPng } }]));
    expect(await screen.findByRole('img', { name: 'Provider signature' })).toHaveAttribute('src', stubPng);
  });

  test('may be signed again', async () => {
    await open();
    await user.click((await screen.findAllByRole('button', { name: 'Sign again' }))[1] as HTMLElement);
    const provider = within(screen.getByRole('group', { name: 'Provider signature' }));
    await user.click(provider.getByRole('button', { name: 'Type instead' }));
    await user.type(provider.getByLabelText('Full name'), 'Elena Moreau');
    await save();
    await waitFor(() => expect(sent).toMatchObject([{ body: { prov_sig: stubPng } }]));
    expect(sent[0]?.body).not.toHaveProperty('pt_sig');
  });
});

describe('failures', () => {
  test('of saving are reported in the specification\'s words, and nothing is lost', async () => {
    server.use(http.post('*/api/gfe-estimate', () => HttpResponse.error()));
    await open();
    await user.type(await screen.findByLabelText('Notes'), 'By phone');
    await save();
    expect(await screen.findByText('Error saving estimate. Please try again.')).toBeVisible();
    expect(screen.getByText('Not saved yet. Everything you entered is still here.')).toBeVisible();
    expect(field('Notes')).toHaveValue('By phone');
  });

  test('of one field stand beside it', async () => {
    server.use(http.post('*/api/gfe-estimate', () => HttpResponse.json({ error: 'Not valid.', code: 'invalid', fields: { face_qty: 'Too many.' } }, { status: 422 })));
    await open();
    const face = await area('Face');
    await user.selectOptions(face.getByLabelText('Service'), 'Chemical Peel per session');
    await save();
    expect(await screen.findByText('Too many.')).toBeVisible();
    expect(face.getByLabelText('Quantity')).toHaveAccessibleDescription('Too many.');
  });

  test('of loading leave no empty form behind', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(http.get('*/api/gfe-estimate/101', () => HttpResponse.json({ error: 'No.', code: 'down' }, { status: 503 }), { once: true }));
    await open();
    expect(await screen.findByText('The estimate could not be loaded.')).toBeVisible();
    expect(logged).toHaveBeenCalledWith('The estimate could not be loaded.');
    expect(screen.queryByRole('button', { name: 'Save estimate' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Save estimate' })).toBeVisible();
  });

  test('a patient that does not exist has a message', async () => {
    server.use(http.get('*/api/patients/101', () => HttpResponse.json({ error: 'Not found.', code: 'not_found' }, { status: 404 })));
    await open();
    expect(await screen.findByText('There is no such patient.')).toBeVisible();
  });
});

describe('roles', () => {
  test('a role that writes in part does not sign as the provider, and is not entered as one', async () => {
    signedInWith(['estimate.read'], ['estimate.write']);
    await open();
    expect(await screen.findByRole('group', { name: 'Patient signature' })).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Provider signature' })).not.toBeInTheDocument();
    expect(field(/^Provider\s?\*?$/)).toHaveValue('');
    await user.type(field(/^Provider\s?\*?$/), 'Elena Moreau');
    await save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).not.toHaveProperty('prov_sig');
  });

  test('who may only read sees the estimate as it is printed', async () => {
    onRecord = savedEstimate;
    signedInWith(['estimate.read']);
    await open();
    const sheet = within(await screen.findByRole('article', { name: 'Estimate' }));
    expect(sheet.getByText('Amelia Hart, born Jan 10, 1980')).toBeVisible();
    // Here, where no screen has a width, also what only a phone shows below the service.
    expect(sheet.getByRole('row', { name: 'Face Botox per unit Unit cost $12.00, quantity 40, sessions 2 $12.00 40 2 $960.00' })).toBeVisible();
    expect(sheet.getByRole('row', { name: 'Grand total $4,212.50' })).toBeVisible();
    // In the clinic's own wording, which comes with the draft.
    expect(await sheet.findByText(draftOfEstimate.document.texts.no_contract)).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save estimate' })).not.toBeInTheDocument();
  });

  test('a role that sees no signatures sees, and prints, that it is signed', async () => {
    onRecord = { ...savedEstimate, pt_sig: null, prov_sig: null };
    signedInWith(['estimate.read'], ['estimate.write']);
    await open();
    expect(await screen.findAllByText('Signed. Your role does not see the picture.')).toHaveLength(2);
    expect(screen.queryByRole('group', { name: 'Patient signature' })).not.toBeInTheDocument();
    const paper = await screen.findByRole('article', { name: 'Estimate', hidden: true });
    expect(within(paper).getAllByText('Signed. The signature is on record; this copy is without its picture.')).toHaveLength(2);
    // What is not saved is a draft: the signatures were not given for it.
    await user.type(field('Notes'), ', twice');
    await waitFor(() => expect(within(paper).getByText('Draft, not saved')).toBeInTheDocument());
    expect(within(paper).queryByText(/^Signed\./)).not.toBeInTheDocument();
  });

  test('a role that may only read is told when there is none', async () => {
    signedInWith(['estimate.read']);
    await open();
    expect(await screen.findByText('No estimate yet')).toBeVisible();
  });

  test('a role that may not read fetches nothing', async () => {
    const requested: string[] = [];
    server.events.on('request:start', ({ request }) => requested.push(new URL(request.url).pathname));
    signedInWith([]);
    await open();
    expect(await screen.findByText('Your role does not open cost estimates.')).toBeVisible();
    expect(requested).not.toContain('/api/gfe-estimate/101');
    server.events.removeAllListeners();
  });
});

test('printing hands the page to the browser', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await open();
  const button = await screen.findByRole('button', { name: 'Print' });
  // Once the code of what is printed is there.
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(print).toHaveBeenCalledOnce();
});

describe('a saved estimate', () => {
  const voided = { by: 'Dana Reyes', at: '2026-11-19T15:00:00Z', reason: 'Wrong service', signature: null };

  test('is voided with a reason, and then stays as it is', async () => {
    onRecord = savedEstimate;
    signedInWith(['estimate.read', 'estimate.write', 'estimate.void']);
    server.use(http.post('*/api/gfe-estimate/9/void', async ({ request }) => {
      sent.push({ method: 'VOID', version: request.headers.get('If-Match'), body: (await request.json()) as NewEstimate });
      onRecord = { ...savedEstimate, voided };
      return HttpResponse.json(onRecord);
    }));
    await open();
    await user.click(await screen.findByRole('button', { name: 'Void…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Void this estimate?' }));
    await user.type(dialog.getByLabelText(/^Reason/), 'Wrong service');
    await user.click(dialog.getByRole('button', { name: 'Type instead' }));
    await user.type(dialog.getByLabelText('Full name'), 'Elena Moreau');
    await user.click(dialog.getByRole('button', { name: 'Void estimate' }));
    expect(await screen.findByText(/^Voided by Dana Reyes, /)).toBeVisible();
    expect(sent).toEqual([{ method: 'VOID', version: '3', body: { reason: 'Wrong service', signature: stubPng } }]);
    expect(screen.queryByRole('button', { name: 'Save estimate' })).not.toBeInTheDocument();
    expect(await screen.findByRole('article', { name: 'Estimate' })).toBeVisible();
  });

  test('is not voided by a role that may only write', async () => {
    onRecord = savedEstimate;
    await open();
    expect(await screen.findByRole('button', { name: 'Copy to a new estimate' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Void…' })).not.toBeInTheDocument();
  });

  test('is copied into the form of a new one, dated today and unsigned', async () => {
    onRecord = { ...savedEstimate, voided };
    await open();
    await user.click(await screen.findByRole('button', { name: 'Copy to a new estimate' }));
    expect(await screen.findByText(/^A copy, dated today/)).toBeVisible();
    expect(field(/^Date of estimate/)).toHaveValue('2026-11-20');
    expect(field(/^Notes/)).toHaveValue('Discussed by phone');
    expect(hasUnsavedWork()).toBe(true);
    onRecord = null;
    await save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ method: 'POST', body: { est_date: '2026-11-20', pt_sig_date: '2026-11-20', notes: 'Discussed by phone', face_service: 'Botox per unit', face_qty: 40 } });
    expect(sent[0]?.body).not.toHaveProperty('pt_sig');
  });

  test('that is copied is a new one until it is saved, beside which no state of the other one stands', async () => {
    onRecord = savedEstimate;
    await open();
    expect(await screen.findByText(', version 3')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Copy to a new estimate' }));
    expect(await screen.findByText(', new')).toBeVisible();
    expect(screen.queryByText(', version 3')).not.toBeInTheDocument();
  });

  test('that is signed at once offers its copy, and says when there is none yet', async () => {
    onRecord = { ...savedEstimate, version: 1 };
    const first: EstimateVersion = { version: 1, written_at: '2026-11-20T14:59:00Z', written_by: null, grand_total: 100, pt_is_signed: true, prov_is_signed: false, changed: [] };
    let copies: { version: number; sha256: string }[] = [];
    server.use(http.get('*/api/gfe-estimate/9/versions', () => HttpResponse.json([first])), http.get('*/api/gfe-estimate/9/copies', () => HttpResponse.json(copies)));
    const { unmount } = await open();
    expect(await screen.findByText('A signed copy is made within minutes of signing.')).toBeVisible();
    unmount();
    copies = [{ version: 1, sha256: 'ab' }];
    await open();
    expect(await screen.findByRole('link', { name: 'Signed copy of version 1' })).toBeVisible();
    expect(screen.queryByText('A signed copy is made within minutes of signing.')).not.toBeInTheDocument();
  });

  test('with changes that are not saved is neither copied nor voided', async () => {
    onRecord = savedEstimate;
    await open();
    await user.type(await screen.findByLabelText(/^Notes/), '!');
    expect(screen.getByRole('button', { name: 'Copy to a new estimate' })).toBeDisabled();
    expect(screen.getByText('Save your changes first.')).toBeVisible();
  });

  test('has any two of its versions compared', async () => {
    onRecord = savedEstimate;
    const first: EstimateVersion = { version: 1, written_at: '2026-11-16T15:00:00Z', written_by: null, grand_total: 100, pt_is_signed: false, prov_is_signed: false, changed: [] };
    server.use(
      http.get('*/api/gfe-estimate/9/versions', () => HttpResponse.json([...versions, first])),
      http.get('*/api/gfe-estimate/9/versions/1', () => HttpResponse.json({ ...savedEstimate, version: 1, notes: 'First thoughts' })),
      http.get('*/api/gfe-estimate/9/versions/3', () => HttpResponse.json(savedEstimate)),
    );
    await open();
    const group = within(await screen.findByRole('group', { name: 'Compare any two versions' }));
    await user.selectOptions(group.getByLabelText('Compare'), '3');
    await user.selectOptions(group.getByLabelText('with'), '3');
    expect(group.getByRole('button', { name: 'Compare the two versions' })).toBeDisabled();
    await user.selectOptions(group.getByLabelText('with'), '1');
    await user.click(group.getByRole('button', { name: 'Compare the two versions' }));
    expect(await screen.findByRole('dialog', { name: 'Versions 1 and 3' })).toBeVisible();
    expect(await screen.findByRole('row', { name: 'Notes First thoughts Discussed by phone' })).toBeVisible();
  });
});
