import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { MergePreview, PatientRecord, RecordCounts } from '@/api/generated';
import {
  ReauthenticationContext,
  type WithReauthentication,
} from '@/components/useReauthentication';
import { MergeDialog } from '@/features/duplicates/MergeDialog';
import { refusal } from '@/testing/openRecord';
import { record } from '@/testing/patientRecord';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const nothing: RecordCounts = {
  appointments: 0,
  exams: 0,
  treatments: 0,
  consents: 0,
  estimates: 0,
  notes: 0,
  alerts: 0,
  clinical_answers: 0,
  loyalty_entries: 0,
  points: 0,
};
const amelia: PatientRecord = {
  ...record,
  id: 101,
  first_name: 'Amelia',
  last_name: 'Hart',
  preferred_name: null,
  version: 3,
};
const amelie: PatientRecord = {
  ...record,
  id: 118,
  first_name: 'Amelie',
  last_name: 'Hart',
  preferred_name: 'Amy',
  version: 5,
  contact: record.contact && { ...record.contact, may_email: false },
};
let preview: MergePreview;
let sent: unknown[];

beforeEach(() => {
  preview = {
    survivor: { patient: amelia, records: nothing },
    other: { patient: amelie, records: { ...nothing, exams: 2, alerts: 1, points: 40 } },
  };
  sent = [];
  server.use(
    http.get('*/api/patients/101/merge/118', () => HttpResponse.json(preview)),
    http.post('*/api/patients/:id/merge', async ({ request, params }) => {
      sent.push([params['id'], await request.json()]);
      return HttpResponse.json(amelia);
    }),
    http.post('*/api/patients/101/merges/118/undo', () => {
      sent.push('undone');
      return HttpResponse.json(amelie);
    }),
  );
});

const open = () => {
  const close = vi.fn();
  renderScreen({
    path: '/',
    element: (
      <MergeDialog
        first={{ id: 101, name: 'Amelia Hart' }}
        second={{ id: 118, name: 'Amelie Hart' }}
        onClose={close}
      />
    ),
  });
  return close;
};
const field = async (name: string) => within(await screen.findByRole('radiogroup', { name }));
const press = () => userEvent.click(screen.getByRole('button', { name: 'Merge' }));

test('the fields that differ are chosen, and the preview says what moves', async () => {
  const close = open();
  expect((await field('First name')).getByRole('radio', { name: /^Amelia/ })).toBeChecked();
  // A value replaces an empty one; a permission that only one record has does not count.
  expect((await field('Preferred name')).getByRole('radio', { name: /^Amy/ })).toBeChecked();
  expect((await field('Email about visits')).getByRole('radio', { name: /^No / })).toBeChecked();
  expect(screen.queryByRole('radiogroup', { name: 'Last name' })).toBeNull();
  expect(
    screen.getByText(
      /The record of Amelia Hart, number 101 then also holds 2 exams, 1 alert and 40 points\./,
    ),
  ).toBeVisible();
  await userEvent.click((await field('First name')).getByRole('radio', { name: /^Amelie/ }));
  await press();
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(sent).toEqual([
    [
      '101',
      {
        other_id: 118,
        version: 3,
        other_version: 5,
        from_other: ['first_name', 'preferred_name', 'may_email'],
      },
    ],
  ]);
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(sent.at(-1)).toBe('undone'));
});

test('the other record can be the one that is kept', async () => {
  open();
  await userEvent.click(
    (await field('Which record is kept?')).getByRole('radio', { name: 'Amelie Hart, number 118' }),
  );
  expect(screen.getByText(/Nothing was recorded about Amelia Hart, number 101\./)).toBeVisible();
  await press();
  await waitFor(() =>
    expect(sent).toEqual([
      ['118', { other_id: 101, version: 5, other_version: 3, from_other: [] }],
    ]),
  );
});

test('a record that somebody has changed meanwhile is compared again, and the choices stay', async () => {
  server.use(
    http.post(
      '*/api/patients/101/merge',
      () => refusal(412, 'stale', 'Somebody else has changed this in the meantime.'),
      { once: true },
    ),
  );
  open();
  await userEvent.click((await field('First name')).getByRole('radio', { name: /^Amelie/ }));
  preview = {
    ...preview,
    other: { ...preview.other, patient: { ...amelie, version: 6, preferred_name: 'Mel' } },
  };
  await press();
  expect(
    await screen.findByText(/^Not merged yet\. Somebody has changed one of the records/),
  ).toBeVisible();
  expect(await (await field('Preferred name')).findByRole('radio', { name: /^Mel/ })).toBeChecked();
  expect((await field('First name')).getByRole('radio', { name: /^Amelie/ })).toBeChecked();
  await press();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toMatchObject([['101', { other_version: 6 }]]);
});

test('a refusal is shown in the dialog, which stays', async () => {
  server.use(
    http.post('*/api/patients/101/merge', () =>
      refusal(409, 'merged', 'Amelie Hart was merged already.'),
    ),
  );
  const close = open();
  await field('First name');
  await press();
  expect(await screen.findByText('Not merged. Amelie Hart was merged already.')).toBeVisible();
  expect(close).not.toHaveBeenCalled();
});

test('records that cannot be compared say so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('*/api/patients/101/merge/118', () => refusal(409, 'merged', 'Merged.')));
  open();
  expect(await screen.findByText('The records could not be compared.')).toBeVisible();
  await press();
  expect(sent).toEqual([]);
});

test('an active record is kept by default, and an archived one cannot take it in', async () => {
  preview = {
    ...preview,
    survivor: {
      ...preview.survivor,
      patient: {
        ...amelia,
        archived: { at: '2026-01-02T15:00:00Z', by: 'Dana Reyes', reason: null },
      },
    },
  };
  open();
  const kept = await field('Which record is kept?');
  expect(kept.getByRole('radio', { name: 'Amelie Hart, number 118' })).toBeChecked();
  expect(kept.getByRole('radio', { name: 'Amelia Hart, number 101, archived' })).toBeDisabled();
  expect(screen.getByText(/To keep the archived record, restore it first\./)).toBeVisible();
  await press();
  await waitFor(() => expect(sent).toMatchObject([['118', { other_id: 101 }]]));
});

test('whoever has not proved the password lately is asked for it first', async () => {
  const requested: string[] = [];
  server.use(
    http.post(
      '*/api/patients/101/merge',
      () => refusal(403, 'proof_required', 'Confirm your password.'),
      { once: true },
    ),
  );
  const withProof: WithReauthentication = async (action) => {
    try {
      return await action();
    } catch {
      requested.push('password');
      return action();
    }
  };
  renderScreen({
    path: '/',
    element: (
      <ReauthenticationContext value={withProof}>
        <MergeDialog
          first={{ id: 101, name: 'Amelia Hart' }}
          second={{ id: 118, name: 'Amelie Hart' }}
          onClose={() => {}}
        />
      </ReauthenticationContext>
    ),
  });
  await field('First name');
  await press();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(requested).toEqual(['password']);
});

test('two birth dates are a warning', async () => {
  preview = {
    ...preview,
    other: { ...preview.other, patient: { ...amelie, birth_date: '1966-04-08' } },
  };
  open();
  await field('Birth date');
  expect(
    screen.getByText('Their birth dates differ. Merge them only if one of the dates is a mistake.'),
  ).toBeVisible();
});

test('a birth date that only one record has is no warning', async () => {
  preview = { ...preview, other: { ...preview.other, patient: { ...amelie, birth_date: null } } };
  open();
  await field('Birth date');
  expect(screen.queryByText(/^Their birth dates differ/)).toBeNull();
});
