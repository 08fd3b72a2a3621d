import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { PatientRecord } from '@/api/generated';
import { ArchivedNotice } from '@/features/patients/ArchivedNotice';
import { RecordMenu } from '@/features/patients/RecordMenu';
import { refusal } from '@/testing/openRecord';
import { record } from '@/testing/patientRecord';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const archived: PatientRecord = { ...record, version: 2, archived_at: '2026-02-01T15:00:00Z', archived: { at: '2026-02-01T15:00:00Z', by: 'Dana Reyes', reason: 'Moved away' } };
let sent: { path: string; body: string; version: string | null }[];

beforeEach(() => {
  sent = [];
  const keep = async (request: Request) => sent.push({ path: new URL(request.url).pathname, body: await request.text(), version: request.headers.get('If-Match') });
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.archive'))),
    http.post('*/api/patients/7/archive', async ({ request }) => {
      await keep(request);
      return HttpResponse.json(archived);
    }),
    http.post('*/api/patients/7/restore', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ ...record, version: 3 });
    }),
    http.delete('*/api/patients/7', () => refusal(409, 'has_records', 'This patient has records, which are kept. Archive the patient instead.')),
  );
});

const choose = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More about this record' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

test('a record is archived with a reason, and that can be undone', async () => {
  renderScreen({ path: '/', element: <RecordMenu patient={record} /> });
  await choose(/^Archive/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive Ingrid Solberg?' }));
  await userEvent.type(dialog.getByLabelText('Reason (optional)'), 'Moved away');
  await userEvent.click(dialog.getByRole('button', { name: 'Archive' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(sent).toEqual([
    { path: '/api/patients/7/archive', body: '{"reason":"Moved away"}', version: '1' },
    { path: '/api/patients/7/restore', body: '', version: '2' },
  ]));
});

test('a record with records is not removed, and says why', async () => {
  renderScreen({ path: '/', element: <RecordMenu patient={record} /> });
  await choose(/^Remove/);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Not removed. This patient has records, which are kept. Archive the patient instead.')).toBeVisible();
});

test('an archived record says who archived it, when and why, and is restored', async () => {
  renderScreen({ path: '/', element: <ArchivedNotice patient={archived} /> });
  expect(await screen.findByText('Archived Feb 1, 2026, 10:00 AM by Dana Reyes: Moved away')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('Ingrid Solberg is in the lists again')).toBeVisible();
  expect(sent).toEqual([{ path: '/api/patients/7/restore', body: '', version: '2' }]);
});

test('a restored record is archived again by Undo, with its reason', async () => {
  renderScreen({ path: '/', element: <ArchivedNotice patient={archived} /> });
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ path: '/api/patients/7/archive', body: '{"reason":"Moved away"}', version: '3' }));
});
