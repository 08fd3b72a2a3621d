import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import { type MergedPatient, type RecordCounts, type UndoPreview } from '@/api/generated';
import { Component as GfeEstimatePage } from '@/features/estimates/GfeEstimatePage';
import { Component as GfeExamPage } from '@/features/exams/GfeExamPage';
import { Component as PatientPage } from '@/features/patients/PatientPage';
import { MergedNotice } from '@/features/patients/MergedNotice';
import { RecordMenu } from '@/features/patients/RecordMenu';
import { patient, record } from '@/testing/patientRecord';
import { sessionWith } from '@/testing/plans';
import { renderScreen, renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const merged: MergedPatient = {
  patient_id: 118,
  first_name: 'Amelie',
  last_name: 'Hart',
  by: 'Dana Reyes',
  at: '2026-02-01T15:00:00Z',
  undo_until: '2026-03-03T15:00:00Z',
  may_undo: true,
};

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
const undoing: UndoPreview = {
  returns: { ...nothing, exams: 2, points: 40 },
  stays: { ...nothing, clinical_answers: 1 },
  survivor_points: 30,
  other_points: 40,
  fields: [{ field: 'email', from: 'amelie@example.com', to: 'nora@example.com' }],
  refusal: null,
};

test('the number of a merged patient leads to the record that holds it, which says so', async () => {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.read'))),
    http.get('*/api/patients/118', () => HttpResponse.json({ ...record, id: 118, merged_into: 7 })),
    http.get('*/api/patients/7', () => HttpResponse.json(record)),
  );
  const { router } = renderScreen(
    { path: '/patients/:id', element: <PatientPage /> },
    '/patients/118',
  );
  expect(
    await screen.findByText('Number 118 was merged into this record, which you see instead.'),
  ).toBeVisible();
  expect(router.state.location.pathname).toBe('/patients/7');
  expect(screen.getByRole('heading', { level: 1, name: 'Ingrid Solberg' })).toBeVisible();
});

test('a record says which one it holds as well, and that can be undone', async () => {
  let merges = [merged];
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.merge'))),
    http.get('*/api/patients/7/merges', () => HttpResponse.json(merges)),
    http.get('*/api/patients/7/merges/118', () => HttpResponse.json(undoing)),
    http.post('*/api/patients/7/merges/118/undo', () => {
      merges = [];
      return HttpResponse.json({ ...record, id: 118 });
    }),
  );
  renderScreen({ path: '/', element: <MergedNotice patientId={7} /> });
  expect(
    await screen.findByText(
      /^Also holds the record of Amelie Hart, number 118, merged .* by Dana Reyes$/,
    ),
  ).toBeVisible();
  await userEvent.click(
    screen.getByRole('button', { name: 'Undo the merge of Amelie Hart, number 118' }),
  );
  expect(
    await screen.findByText(
      'The other record comes back with 2 exams. This was entered since the merge and stays here: 1 answer about allergies, medications, conditions or pregnancy. These fields get their earlier values back: Email: nora@example.com. Points afterwards: 30 here, 40 in the other record.',
    ),
  ).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the merge' }));
  expect(
    await screen.findByText('Amelie Hart, number 118, has a record of its own again'),
  ).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/^Also holds/)).toBeNull());
});

test('a merge of long ago is shown, and offers no undoing', async () => {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.merge'))),
    http.get('*/api/patients/7/merges', () => HttpResponse.json([{ ...merged, may_undo: false }])),
  );
  renderScreen({ path: '/', element: <MergedNotice patientId={7} /> });
  expect(await screen.findByText(/^Also holds the record of Amelie Hart/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a merge that cannot be undone now says why, and offers nothing', async () => {
  const refusal =
    'Points of both records were used together: apart, Ingrid Solberg, number 7, would be 20 points short. Adjust the points first.';
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.merge'))),
    http.get('*/api/patients/7/merges', () => HttpResponse.json([merged])),
    http.get('*/api/patients/7/merges/118', () => HttpResponse.json({ ...undoing, refusal })),
  );
  renderScreen({ path: '/', element: <MergedNotice patientId={7} /> });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Undo the merge of Amelie Hart, number 118' }),
  );
  expect(await screen.findByText(refusal)).toBeVisible();
  expect(
    within(screen.getByRole('dialog'))
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Close']);
});

test('a preview that could not be loaded is fetched again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.merge'))),
    http.get('*/api/patients/7/merges', () => HttpResponse.json([merged])),
    http.get(
      '*/api/patients/7/merges/118',
      () => HttpResponse.json({ error: 'No.', code: 'not_merged' }, { status: 409 }),
      { once: true },
    ),
    http.get('*/api/patients/7/merges/118', () => HttpResponse.json(undoing)),
  );
  renderScreen({ path: '/', element: <MergedNotice patientId={7} /> });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Undo the merge of Amelie Hart, number 118' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^The other record comes back with 2 exams\./)).toBeVisible();
});

test.each([
  ['the exam', '/gfe', '/gfe/:patientId', GfeExamPage],
  ['the estimate', '/gfe-estimate', '/gfe-estimate/:patientId', GfeEstimatePage],
])(
  '%s of a merged number is that of the record which holds it',
  async (_what, path, pattern, Page) => {
    server.use(
      http.get('*/api/auth/session', () =>
        HttpResponse.json(sessionWith('patient.read', 'gfe.read', 'estimate.read')),
      ),
      http.get('*/api/patients/118', () =>
        HttpResponse.json({ ...record, id: 118, merged_into: 7 }),
      ),
      http.get('*/api/patients/7', () => HttpResponse.json(record)),
      http.get('*/api/gfe/7', () => HttpResponse.json(null)),
      http.get('*/api/gfe/7/history', () => HttpResponse.json([])),
      http.get('*/api/gfe-estimate/7', () => HttpResponse.json(null)),
    );
    const { router } = renderScreen({ path: pattern, element: <Page /> }, `${path}/118`);
    await waitFor(() => expect(router.state.location.pathname).toBe(`${path}/7`));
  },
);

test('a record is merged with another one that is searched for', async () => {
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json(sessionWith('patient.merge', 'patient.list')),
    ),
    http.get('*/api/patients', () =>
      HttpResponse.json([
        { ...patient, id: 118, first_name: 'Amelie', last_name: 'Hart' },
        patient,
      ]),
    ),
    http.get('*/api/patients/7/merge/118', () =>
      HttpResponse.json({
        survivor: { patient: record, records: nothing },
        other: { patient: { ...record, id: 118, first_name: 'Amelie' }, records: nothing },
      }),
    ),
  );
  await renderSignedIn({ path: '/', element: <RecordMenu patient={record} /> });
  await userEvent.click(await screen.findByRole('button', { name: 'More about this record' }));
  await userEvent.click(
    await screen.findByRole('menuitem', { name: 'Merge with another record…' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Compare' }));
  expect(await screen.findByText('Choose a patient from the list')).toBeVisible();
  await userEvent.type(screen.getByRole('combobox', { name: /The other record/ }), 'am');
  await userEvent.click(await screen.findByRole('option', { name: /Amelie Hart/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect(await screen.findByRole('radiogroup', { name: 'Which record is kept?' })).toBeVisible();
});
