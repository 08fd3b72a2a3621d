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

const archived: PatientRecord = {
  ...record,
  version: 2,
  archived_at: '2026-02-01T15:00:00Z',
  archived: { at: '2026-02-01T15:00:00Z', by: 'Dana Reyes', reason: 'Moved away' },
};
const stale = () => refusal(412, 'stale', 'Somebody else has changed this.');
let sent: { path: string; body: string; version: string | null }[];

beforeEach(() => {
  sent = [];
  const keep = async (request: Request) =>
    sent.push({
      path: new URL(request.url).pathname,
      body: await request.text(),
      version: request.headers.get('If-Match'),
    });
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
    http.delete('*/api/patients/7', () =>
      refusal(
        409,
        'has_records',
        'This patient has records, which are kept. Archive the patient instead.',
      ),
    ),
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
  await waitFor(() =>
    expect(sent).toEqual([
      { path: '/api/patients/7/archive', body: '{"reason":"Moved away"}', version: '1' },
      { path: '/api/patients/7/restore', body: '', version: '2' },
    ]),
  );
});

test('a record with records is not removed, and says why', async () => {
  renderScreen({ path: '/', element: <RecordMenu patient={record} /> });
  await choose(/^Remove/);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(
    await screen.findByText(
      'Not removed. This patient has records, which are kept. Archive the patient instead.',
    ),
  ).toBeVisible();
});

test('an archived record says who archived it, when and why, and is restored', async () => {
  renderScreen({ path: '/', element: <ArchivedNotice patient={archived} /> });
  expect(
    await screen.findByText('Archived Feb 1, 2026, 10:00 AM by Dana Reyes: Moved away'),
  ).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('Ingrid Solberg is in the lists again')).toBeVisible();
  expect(sent).toEqual([{ path: '/api/patients/7/restore', body: '', version: '2' }]);
});

test('a restored record is archived again by Undo, with its reason', async () => {
  renderScreen({ path: '/', element: <ArchivedNotice patient={archived} /> });
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() =>
    expect(sent.at(-1)).toEqual({
      path: '/api/patients/7/archive',
      body: '{"reason":"Moved away"}',
      version: '3',
    }),
  );
});

test('archiving a record that somebody else has changed says what changed, and goes on from there', async () => {
  server.use(
    http.post('*/api/patients/7/archive', stale, { once: true }),
    http.get('*/api/patients/7', () =>
      HttpResponse.json({
        ...record,
        version: 5,
        birth_date: '1985-03-15',
        contact: record.contact && { ...record.contact, city: 'Lynn', may_text: false },
      }),
    ),
  );
  renderScreen({ path: '/', element: <RecordMenu patient={record} /> });
  await choose(/^Archive/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive Ingrid Solberg?' }));
  await userEvent.type(dialog.getByLabelText('Reason (optional)'), 'Moved away');
  await userEvent.click(dialog.getByRole('button', { name: 'Archive' }));
  expect(
    await dialog.findByText(
      'Not archived yet. Somebody else has changed this record meanwhile: Birth date (now Mar 15, 1985), City (now Lynn), Text about visits (now No). You can archive it all the same.',
    ),
  ).toBeVisible();
  expect(dialog.getByLabelText('Reason (optional)')).toHaveValue('Moved away');
  await userEvent.click(dialog.getByRole('button', { name: 'Archive all the same' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { path: '/api/patients/7/archive', body: '{"reason":"Moved away"}', version: '5' },
    ]),
  );
});

test('archiving a record that somebody else has archived says who', async () => {
  server.use(
    http.post('*/api/patients/7/archive', stale, { once: true }),
    http.get('*/api/patients/7', () => HttpResponse.json(archived)),
  );
  renderScreen({ path: '/', element: <RecordMenu patient={record} /> });
  await choose(/^Archive/);
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Archive Ingrid Solberg?' })).getByRole(
      'button',
      { name: 'Archive' },
    ),
  );
  expect(
    await screen.findByText('Not archived yet. Dana Reyes has archived this record meanwhile.'),
  ).toBeVisible();
});

test('restoring a record that somebody else has changed says what changed, and goes on from there', async () => {
  server.use(
    http.post('*/api/patients/7/restore', stale, { once: true }),
    http.get('*/api/patients/7', () =>
      HttpResponse.json({ ...archived, version: 5, pronouns: 'she/her' }),
    ),
  );
  renderScreen({ path: '/', element: <ArchivedNotice patient={archived} /> });
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(
    await screen.findByText(
      'Not restored yet. Somebody else has changed this record meanwhile: Pronouns (now she/her). You can restore it all the same.',
    ),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Restore all the same' }));
  await waitFor(() =>
    expect(sent).toEqual([{ path: '/api/patients/7/restore', body: '', version: '5' }]),
  );
});
