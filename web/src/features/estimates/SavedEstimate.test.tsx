// An estimate on record: changing, undoing and signing it, and somebody else's changes meanwhile.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

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
  user,
} from '@/testing/openEstimate';
import { server } from '@/testing/server';
import { stubPng } from '@/testing/stubCanvas';

beforeEach(serveEstimate);
afterEach(restoreStubs);

describe('an estimate on record', () => {
  beforeEach(() => {
    kept.onRecord = savedEstimate;
  });

  test('is loaded, with its signatures, and changed under its version', async () => {
    await openEstimate();
    const hands = await area('Hands');
    expect(hands.getByText('Subtotal $3,252.50')).toBeVisible();
    expect(hands.getByLabelText('Custom sessions')).toHaveValue('5');
    expect(screen.getByText('Grand total $4,212.50')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Patient signature' })).toHaveAttribute(
      'src',
      savedEstimate.pt_sig,
    );
    await user.type(field('Notes'), ', twice');
    await saveWithoutSignatures();
    expect(await screen.findByText('Good Faith Estimate saved successfully!')).toBeVisible();
    expect(kept.sent).toMatchObject([
      {
        method: 'PUT',
        version: '3',
        body: { notes: 'Discussed by phone, twice', hands_unit_cost: 650.5 },
      },
    ]);
  });

  test('goes back to its former content by Undo, as a further version, while nobody has signed', async () => {
    kept.onRecord = {
      ...savedEstimate,
      pt_sig: null,
      pt_is_signed: false,
      prov_sig: null,
      prov_is_signed: false,
    };
    await openEstimate();
    await user.type(await screen.findByLabelText('Notes'), '!');
    await save();
    await screen.findByText('Good Faith Estimate saved successfully!');
    await user.type(field('Expected duration'), '+');
    await user.click(screen.getByLabelText('Undo: Good Faith Estimate saved successfully!'));
    await waitFor(() => expect(field('Notes')).toHaveValue('Discussed by phone'));
    expect(kept.sent.map(({ version, body }) => [version, body.notes])).toEqual([
      ['3', 'Discussed by phone!'],
      ['4', 'Discussed by phone'],
    ]);
    expect(field('Expected duration')).toHaveValue(`${savedEstimate.expected_duration ?? ''}+`);
    await save();
    await waitFor(() =>
      expect(kept.sent.at(-1)).toMatchObject({
        version: '5',
        body: { notes: 'Discussed by phone' },
      }),
    );
  });

  test('that is signed has no Undo: the former content would be a version without the signatures', async () => {
    await openEstimate();
    await user.type(await screen.findByLabelText('Notes'), ', twice');
    await saveWithoutSignatures();
    expect(await screen.findByText('Good Faith Estimate saved successfully!')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Undo: Good Faith/ })).not.toBeInTheDocument();
  });

  test('that is signed says before a change is saved whose signature does not go with it', async () => {
    await openEstimate();
    await user.type(await screen.findByLabelText('Notes'), ', twice');
    expect(
      await screen.findByText(
        /^This estimate is signed\. Saving your change makes a new version without the patient’s and the provider’s signature/,
      ),
    ).toBeVisible();
    await user.clear(field('Notes'));
    await user.type(field('Notes'), 'Discussed by phone');
    await waitFor(() =>
      expect(screen.queryByText(/^This estimate is signed\./)).not.toBeInTheDocument(),
    );
    // The date beside one signature takes away that one alone.
    await user.clear(field(/^Provider signature date/));
    await user.type(field(/^Provider signature date/), '2026-11-19');
    expect(
      await screen.findByText(/makes a new version without the provider’s signature/),
    ).toBeVisible();
  });

  test('that is signed loses no signature by one press: the question is where the press was, and nothing is sent before', async () => {
    await openEstimate();
    await user.type(await screen.findByLabelText('Notes'), ', twice');
    await save();
    const question = await screen.findByRole('group', {
      name: /^This estimate is signed\. Your change would be a new version without the patient’s and the provider’s signature\./,
    });
    expect(question).toHaveFocus();
    // In the bar with the button.
    const button = screen.getByRole('button', { name: 'Save estimate' });
    expect(question.parentElement?.parentElement).toContainElement(button);
    expect(kept.sent).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Back to the estimate' }));
    expect(question).not.toBeInTheDocument();
    expect(kept.sent).toEqual([]);
    expect(field('Notes')).toHaveValue('Discussed by phone, twice');
    await save();
    await user.click(await screen.findByRole('button', { name: 'Save without the signatures' }));
    expect(await screen.findByText('Good Faith Estimate saved successfully!')).toBeVisible();
    expect(kept.sent).toHaveLength(1);
    expect(screen.queryByText(/^Not saved yet\./)).not.toBeInTheDocument();
  });

  test('that is signed is saved by one press where no signature goes: a number that is written in another way', async () => {
    await openEstimate();
    const hands = await area('Hands');
    await user.clear(hands.getByLabelText('Unit cost'));
    await user.type(hands.getByLabelText('Unit cost'), '650.5');
    await save();
    expect(await screen.findByText('Good Faith Estimate saved successfully!')).toBeVisible();
    expect(kept.sent).toMatchObject([{ body: { hands_unit_cost: 650.5 } }]);
  });

  test('says when a signature that was given is none, because its picture is on record already', async () => {
    kept.onRecord = { ...savedEstimate, pt_sig: null, pt_is_signed: false };
    server.use(
      http.put('*/api/gfe-estimate/9', () =>
        HttpResponse.json({ ...savedEstimate, version: 4, pt_sig: null, pt_is_signed: false }),
      ),
    );
    await openEstimate();
    const patient = within(await screen.findByRole('group', { name: 'Patient signature' }));
    await user.click(patient.getByRole('button', { name: 'Type instead' }));
    await user.type(patient.getByLabelText('Full name'), 'Amelia Hart');
    await save();
    expect(
      await screen.findByText(
        /^Saved, but without the patient’s signature: .* Please draw a new signature, because a typed name gives the same picture each time\.$/,
      ),
    ).toBeVisible();
    // The box is empty again, and the form says that it is signed.
    expect(
      within(screen.getByRole('group', { name: 'Patient signature' })).getByRole('img'),
    ).toHaveAccessibleName('Patient signature: not signed yet');
    expect(screen.getByRole('img', { name: 'Provider signature' })).toHaveAttribute(
      'src',
      savedEstimate.prov_sig,
    );
  });

  test('that somebody else changed meanwhile is not written over, and nothing typed is lost', async () => {
    const theirs = {
      ...savedEstimate,
      version: 4,
      notes: 'Theirs',
      expected_duration: '1 year',
      face_qty: 30,
    };
    server.use(
      http.put(
        '*/api/gfe-estimate/9',
        () => {
          kept.onRecord = theirs;
          return HttpResponse.json(
            { error: 'Somebody else changed it.', code: 'stale' },
            { status: 412 },
          );
        },
        { once: true },
      ),
    );
    await openEstimate();
    const face = await area('Face');
    await user.clear(face.getByLabelText('Quantity'));
    await user.type(face.getByLabelText('Quantity'), '50');
    await user.clear(field('Notes'));
    await user.type(field('Notes'), 'Mine');
    await saveWithoutSignatures();
    expect(
      await screen.findByText(/^Somebody else changed this estimate since you opened it\./),
    ).toBeVisible();
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
    await saveWithoutSignatures();
    await waitFor(() =>
      expect(kept.sent).toMatchObject([
        {
          method: 'PUT',
          version: '4',
          body: { notes: 'Mine', face_qty: 30, expected_duration: '1 year' },
        },
      ]),
    );
  });

  test('is signed in the form still, when somebody else signed it meanwhile', async () => {
    kept.onRecord = { ...savedEstimate, prov_sig: null, prov_is_signed: false };
    server.use(
      http.put(
        '*/api/gfe-estimate/9',
        () => {
          kept.onRecord = { ...savedEstimate, version: 4 };
          return HttpResponse.json(
            { error: 'Somebody else changed it.', code: 'stale' },
            { status: 412 },
          );
        },
        { once: true },
      ),
    );
    await openEstimate();
    const provider = within(await screen.findByRole('group', { name: 'Provider signature' }));
    await user.click(provider.getByRole('button', { name: 'Type instead' }));
    await user.type(provider.getByLabelText('Full name'), 'Elena Moreau');
    await save();
    await user.click(await screen.findByRole('button', { name: 'Load their changes' }));
    expect(await screen.findByText(/^Their changes are loaded/)).toBeVisible();
    expect(screen.getByRole('img', { name: 'Provider signature: signed' })).toBeVisible();
    await save();
    await waitFor(() =>
      expect(kept.sent).toMatchObject([{ version: '4', body: { prov_sig: stubPng } }]),
    );
    expect(await screen.findByRole('img', { name: 'Provider signature' })).toHaveAttribute(
      'src',
      stubPng,
    );
  });

  test('may be signed again', async () => {
    await openEstimate();
    await user.click(
      (await screen.findAllByRole('button', { name: 'Sign again' }))[1] as HTMLElement,
    );
    const provider = within(screen.getByRole('group', { name: 'Provider signature' }));
    await user.click(provider.getByRole('button', { name: 'Type instead' }));
    await user.type(provider.getByLabelText('Full name'), 'Elena Moreau');
    await save();
    await waitFor(() => expect(kept.sent).toMatchObject([{ body: { prov_sig: stubPng } }]));
    expect(kept.sent[0]?.body).not.toHaveProperty('pt_sig');
  });
});
