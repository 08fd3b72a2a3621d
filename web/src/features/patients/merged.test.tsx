import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import type { MergedPatient } from '@/api/generated';
import { Component as PatientPage } from '@/features/patients/PatientPage';
import { MergedNotice } from '@/features/patients/MergedNotice';
import { record } from '@/testing/patientRecord';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const merged: MergedPatient = {
  patient_id: 118, first_name: 'Amelie', last_name: 'Hart', by: 'Dana Reyes', at: '2026-02-01T15:00:00Z', undo_until: '2026-03-03T15:00:00Z', may_undo: true,
};

test('the number of a merged patient leads to the record that holds it, which says so', async () => {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.read'))),
    http.get('*/api/patients/118', () => HttpResponse.json({ ...record, id: 118, merged_into: 7 })),
    http.get('*/api/patients/7', () => HttpResponse.json(record)),
  );
  const { router } = renderScreen({ path: '/patients/:id', element: <PatientPage /> }, '/patients/118');
  expect(await screen.findByText('Number 118 was merged into this record, which you see instead.')).toBeVisible();
  expect(router.state.location.pathname).toBe('/patients/7');
  expect(screen.getByRole('heading', { level: 1, name: 'Ingrid Solberg' })).toBeVisible();
});

test('a record says which one it holds as well, and that can be undone', async () => {
  let merges = [merged];
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.merge'))),
    http.get('*/api/patients/7/merges', () => HttpResponse.json(merges)),
    http.post('*/api/patients/7/merges/118/undo', () => {
      merges = [];
      return HttpResponse.json({ ...record, id: 118 });
    }),
  );
  renderScreen({ path: '/', element: <MergedNotice patientId={7} /> });
  expect(await screen.findByText(/^Also holds the record of Amelie Hart, number 118, merged .* by Dana Reyes$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo the merge of Amelie Hart, number 118' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the merge' }));
  expect(await screen.findByText('Amelie Hart, number 118, has a record of its own again')).toBeVisible();
  expect(screen.queryByText(/^Also holds/)).toBeNull();
});

test('a merge of long ago is told, and offers no undoing', async () => {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.merge'))),
    http.get('*/api/patients/7/merges', () => HttpResponse.json([{ ...merged, may_undo: false }])),
  );
  renderScreen({ path: '/', element: <MergedNotice patientId={7} /> });
  expect(await screen.findByText(/^Also holds the record of Amelie Hart/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
