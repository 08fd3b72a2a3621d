import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { PatientExportEntry } from '@/api/generated';
import { ExportDialog } from '@/features/documents/ExportDialog';
import { refusal } from '@/testing/openRecord';
import { record } from '@/testing/patientRecord';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const made: PatientExportEntry = {
  id: 41,
  state: 'ready',
  problem: null,
  done: 12,
  total: 12,
  files: 1,
  requested_by: 'Elena Moreau',
  requested_at: '2026-02-01T15:00:00Z',
  expires_at: '2026-02-02T15:00:00Z',
  is_own: true,
};
let exports: PatientExportEntry[];

beforeEach(() => {
  exports = [];
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.export'))),
    http.get('*/api/patients/7/exports', () => HttpResponse.json(exports)),
  );
});

async function open() {
  renderScreen({ path: '/', element: <ExportDialog patient={record} onClose={() => {}} /> });
  return within(await screen.findByRole('dialog', { name: 'Export of Ingrid Solberg' }));
}

test('an export is started, says how far it is, and is downloaded', async () => {
  server.use(
    http.post('*/api/patients/7/exports', () => {
      exports = [{ ...made, state: 'waiting', done: 0, total: null }];
      return HttpResponse.json(exports[0], { status: 201 });
    }),
  );
  const dialog = await open();
  expect(await dialog.findByText('Nothing was exported in the last 24 hours.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Start an export' }));
  expect(await dialog.findByText('The export is about to begin.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Start an export' })).toBeDisabled();
  exports = [{ ...made, state: 'waiting', done: 3 }];
  expect(await dialog.findByText('3 of 12 records are made.', {}, { timeout: 4000 })).toBeVisible();
  expect(dialog.getByRole('progressbar', { name: 'Records made' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  );
  exports = [made];
  const link = await dialog.findByRole(
    'link',
    { name: /^Download the export of/ },
    { timeout: 4000 },
  );
  expect(link).toHaveAttribute('href', '/api/patients/7/exports/41/file');
  expect(dialog.getByRole('button', { name: 'Start an export' })).toBeEnabled();
});

test('another member’s export is listed and cannot be downloaded', async () => {
  exports = [{ ...made, is_own: false, requested_by: 'Dana Reyes' }];
  const dialog = await open();
  expect(await dialog.findByText('Only Dana Reyes can download it.')).toBeVisible();
  expect(dialog.queryByRole('link')).not.toBeInTheDocument();
});

test('an export that failed says why', async () => {
  exports = [{ ...made, state: 'failed', problem: 'This took too long to set as a PDF.' }];
  expect(
    await (await open()).findByText('Not made. This took too long to set as a PDF.'),
  ).toBeVisible();
});

test('an export that is refused says so in the dialog', async () => {
  server.use(
    http.post('*/api/patients/7/exports', () =>
      refusal(
        503,
        'printing_not_ready',
        'Printing is not ready yet. Please try again in a few minutes.',
      ),
    ),
  );
  const dialog = await open();
  await dialog.findByText('Nothing was exported in the last 24 hours.');
  await userEvent.click(dialog.getByRole('button', { name: 'Start an export' }));
  expect(
    await dialog.findByText(
      'Not started. Printing is not ready yet. Please try again in a few minutes.',
    ),
  ).toBeVisible();
});

test('exports that could not be loaded say so', async () => {
  server.use(
    http.get('*/api/patients/7/exports', () =>
      refusal(500, 'internal', 'Something went wrong on our side. Nothing was saved.'),
    ),
  );
  expect(await (await open()).findByText(/The exports could not be loaded\./)).toBeVisible();
});

test('a large export is downloaded in several files', async () => {
  exports = [{ ...made, files: 3 }];
  const dialog = await open();
  expect(
    await dialog.findByText(
      'The record is large: the export is in 3 ZIP files, which together hold everything.',
    ),
  ).toBeVisible();
  const links = dialog.getAllByRole('link', { name: /^Download file \d of 3/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    [1, 2, 3].map((number) => `/api/patients/7/exports/41/file?number=${number}`),
  );
});
