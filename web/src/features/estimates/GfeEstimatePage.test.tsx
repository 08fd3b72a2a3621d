// The estimate page: a first estimate, what fails, what each role sees, and printing.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { draftOfEstimate } from '@/features/estimates/issuing/testing';
import { savedEstimate } from '@/features/estimates/testing';
import { hasUnsavedWork } from '@/lib/unsavedWork';
import {
  area,
  field,
  kept,
  openEstimate,
  restoreStubs,
  save,
  saveWithoutSignatures,
  serveEstimate,
  signedInWith,
  user,
} from '@/testing/openEstimate';
import { amelia } from '@/testing/records';
import { server } from '@/testing/server';
import { stubPng } from '@/testing/stubCanvas';

beforeEach(serveEstimate);
afterEach(restoreStubs);

describe('a first estimate', () => {
  test('starts with the patient, who is signed in and today', async () => {
    await openEstimate();
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Good Faith Estimate' }),
    ).toBeVisible();
    expect(await screen.findByLabelText(/^Patient name/)).toHaveValue('Amelia Hart');
    expect(field(/^Date of birth/)).toHaveValue('1980-01-10');
    expect(field(/^Provider\s?\*?$/)).toHaveValue('Elena Moreau');
    expect(field(/^Date of estimate/)).toHaveValue('2026-11-20');
    expect(field(/^Patient signature date/)).toHaveValue('2026-11-20');
    expect(field(/^Provider signature date/)).toHaveValue('2026-11-20');
  });

  test('has sums that follow what is typed', async () => {
    await openEstimate();
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
    await openEstimate();
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
    expect(kept.sent).toHaveLength(1);
    expect(kept.sent[0]).toMatchObject({
      method: 'POST',
      version: null,
      body: {
        patient_id: 101,
        pt_name: 'Amelia Hart',
        pt_dob: '1980-01-10',
        prov_name: 'Elena Moreau',
        est_date: '2026-11-20',
        face_service: 'Botox per unit',
        face_unit_cost: 12,
        face_qty: 1,
        face_sessions: '1',
        face_sessions_custom: null,
        hair_service: 'PRF Hair Restoration',
        hair_unit_cost: 600,
        hair_sessions: 'Custom',
        hair_sessions_custom: 4,
        hands_service: null,
        expected_duration: '6 months',
        notes: null,
        pt_sig: stubPng,
        pt_sig_date: '2026-11-20',
      },
    });
    expect(kept.sent[0]?.body).not.toHaveProperty('prov_sig');
    expect(hasUnsavedWork()).toBe(false);
    expect(screen.getByRole('img', { name: 'Patient signature' })).toHaveAttribute('src', stubPng);

    await user.type(field('Notes'), 'By phone');
    await saveWithoutSignatures();
    await waitFor(() => expect(kept.sent).toHaveLength(2));
    expect(kept.sent[1]).toMatchObject({
      method: 'PUT',
      version: '1',
      body: { notes: 'By phone' },
    });
    expect(kept.sent[1]?.body).not.toHaveProperty('pt_sig');
  });

  test('without what is required is not sent', async () => {
    server.use(
      http.get('*/api/patients/101', () => HttpResponse.json({ ...amelia, birth_date: null })),
    );
    await openEstimate();
    await user.clear(await screen.findByLabelText(/^Provider\s?\*?$/));
    await user.clear(field(/^Provider signature date/));
    await save();
    expect(await screen.findByText('Date of birth is required')).toBeVisible();
    expect(screen.getByText('Provider is required')).toBeVisible();
    expect(screen.getByText('Date of the provider’s signature is required')).toBeVisible();
    expect(kept.sent).toEqual([]);
  });
});

describe('failures', () => {
  test("of saving are reported in the specification's words, and nothing is lost", async () => {
    server.use(http.post('*/api/gfe-estimate', () => HttpResponse.error()));
    await openEstimate();
    await user.type(await screen.findByLabelText('Notes'), 'By phone');
    await save();
    expect(await screen.findByText('Error saving estimate. Please try again.')).toBeVisible();
    expect(screen.getByText('Not saved yet. Everything you entered is still here.')).toBeVisible();
    expect(field('Notes')).toHaveValue('By phone');
  });

  test('of one field stand beside it', async () => {
    server.use(
      http.post('*/api/gfe-estimate', () =>
        HttpResponse.json(
          { error: 'Not valid.', code: 'invalid', fields: { face_qty: 'Too many.' } },
          { status: 422 },
        ),
      ),
    );
    await openEstimate();
    const face = await area('Face');
    await user.selectOptions(face.getByLabelText('Service'), 'Chemical Peel per session');
    await save();
    expect(await screen.findByText('Too many.')).toBeVisible();
    expect(face.getByLabelText('Quantity')).toHaveAccessibleDescription('Too many.');
  });

  test('of loading leave no empty form behind', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(
      http.get(
        '*/api/gfe-estimate/101',
        () => HttpResponse.json({ error: 'No.', code: 'down' }, { status: 503 }),
        { once: true },
      ),
    );
    await openEstimate();
    expect(await screen.findByText('The estimate could not be loaded.')).toBeVisible();
    expect(logged).toHaveBeenCalledWith('The estimate could not be loaded.');
    expect(screen.queryByRole('button', { name: 'Save estimate' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Save estimate' })).toBeVisible();
  });

  test('a patient that does not exist has a message', async () => {
    server.use(
      http.get('*/api/patients/101', () =>
        HttpResponse.json({ error: 'Not found.', code: 'not_found' }, { status: 404 }),
      ),
    );
    await openEstimate();
    expect(await screen.findByText('There is no such patient.')).toBeVisible();
  });
});

describe('roles', () => {
  test('a role that writes in part does not sign as the provider, and is not entered as one', async () => {
    signedInWith(['estimate.read'], ['estimate.write']);
    await openEstimate();
    expect(await screen.findByRole('group', { name: 'Patient signature' })).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Provider signature' })).not.toBeInTheDocument();
    expect(field(/^Provider\s?\*?$/)).toHaveValue('');
    await user.type(field(/^Provider\s?\*?$/), 'Elena Moreau');
    await save();
    await waitFor(() => expect(kept.sent).toHaveLength(1));
    expect(kept.sent[0]?.body).not.toHaveProperty('prov_sig');
  });

  test('who may only read sees the estimate as it is printed', async () => {
    kept.onRecord = savedEstimate;
    signedInWith(['estimate.read']);
    await openEstimate();
    const sheet = within(await screen.findByRole('article', { name: 'Estimate' }));
    expect(sheet.getByText('Amelia Hart, born Jan 10, 1980')).toBeVisible();
    // Here, where no screen has a width, also what only a phone shows below the service.
    expect(
      sheet.getByRole('row', {
        name: 'Face Botox per unit Unit cost $12.00, quantity 40, sessions 2 $12.00 40 2 $960.00',
      }),
    ).toBeVisible();
    expect(sheet.getByRole('row', { name: 'Grand total $4,212.50' })).toBeVisible();
    // In the clinic's own wording, which comes with the draft.
    expect(await sheet.findByText(draftOfEstimate.document.texts.no_contract)).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save estimate' })).not.toBeInTheDocument();
  });

  test('a role that sees no signatures sees, and prints, that it is signed', async () => {
    kept.onRecord = { ...savedEstimate, pt_sig: null, prov_sig: null };
    signedInWith(['estimate.read'], ['estimate.write']);
    await openEstimate();
    expect(await screen.findAllByText('Signed. Your role does not see the picture.')).toHaveLength(
      2,
    );
    expect(screen.queryByRole('group', { name: 'Patient signature' })).not.toBeInTheDocument();
    const paper = await screen.findByRole('article', { name: 'Estimate', hidden: true });
    expect(
      within(paper).getAllByText(
        'Signed. The signature is on record; this copy is without its picture.',
      ),
    ).toHaveLength(2);
    // What is not saved is a draft: the signatures were not given for it.
    await user.type(field('Notes'), ', twice');
    await waitFor(() => expect(within(paper).getByText('Draft, not saved')).toBeInTheDocument());
    expect(within(paper).queryByText(/^Signed\./)).not.toBeInTheDocument();
  });

  test('a role that may only read is told when there is none', async () => {
    signedInWith(['estimate.read']);
    await openEstimate();
    expect(await screen.findByText('No estimate yet')).toBeVisible();
  });

  test('a role that may not read fetches nothing', async () => {
    const requested: string[] = [];
    server.events.on('request:start', ({ request }) =>
      requested.push(new URL(request.url).pathname),
    );
    signedInWith([]);
    await openEstimate();
    expect(await screen.findByText('Your role does not open cost estimates.')).toBeVisible();
    expect(requested).not.toContain('/api/gfe-estimate/101');
    server.events.removeAllListeners();
  });
});

test('printing hands the page to the browser', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await openEstimate();
  const button = await screen.findByRole('button', { name: 'Print' });
  // Once the code of what is printed is there.
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(print).toHaveBeenCalledOnce();
});
