import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { ClientImport, ImportRow } from '@/api/generated';
import { Component as ImportsPage } from '@/features/imports/ImportsPage';
import { refusal } from '@/testing/openRecord';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const begun: ClientImport = {
  id: 5, file_name: 'clients.csv', file_bytes: 20, state: 'matching', problem: null, encoding: 'utf-8', has_header: true,
  columns: [{ name: 'First', field: 'first_name' }, { name: 'Last', field: 'last_name' }, { name: 'Remarks', field: null }],
  date_order: 'mdy', rows: 12, done_rows: 0, with_problems: 0, very_likely: 0, possible: 0, in_file: 0, scope: null, on_very_likely: null,
  on_possible: null, on_in_file: null, added: 0, filled: 0, skipped: 0, removed: 0, kept: 0, created_by: 'Olive Owner',
  created_at: '2026-11-24T15:00:00Z', imported_at: null, is_cancelled: false, undone_at: null, undo_until: null, may_undo: false,
  staged_until: '2026-12-01T15:00:00Z', version: 2,
};
const row: ImportRow = { number: 2, cells: ['Ann', 'Berg', 'Prefers mornings'], problems: [], suspect: null, same_as: null };

let found: ClientImport;
let rows: ImportRow[];
let sent: { path: string; body: unknown; version: string | null }[];

const keep = (state: Partial<ClientImport>) => async ({ request }: { request: Request }) => {
  const text = await request.text();
  sent.push({ path: new URL(request.url).pathname, body: text ? JSON.parse(text) as unknown : null, version: request.headers.get('if-match') });
  found = { ...found, ...state };
  return HttpResponse.json(found);
};

beforeEach(() => {
  found = begun;
  rows = [row];
  sent = [];
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...sessionWith('patient.import'), modules: ['import_clients'] })),
    http.get('*/api/imports', () => HttpResponse.json([found])),
    http.get('*/api/imports/5', () => HttpResponse.json(found)),
    http.get('*/api/imports/5/rows', () => HttpResponse.json(rows)),
    http.post('*/api/imports', keep({ state: 'uploading' })),
    http.put('*/api/imports/5/parts/:number', async ({ request }) => {
      sent.push({ path: new URL(request.url).pathname, body: await request.json(), version: null });
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/imports/5/read', keep({ state: 'matching' })),
    http.put('*/api/imports/5/columns', keep({ state: 'checked' })),
    http.post('*/api/imports/5/run', keep({ state: 'imported', added: 12, may_undo: true, undo_until: '2026-12-24T15:00:00Z', staged_until: null })),
    http.post('*/api/imports/5/undo', keep({ state: 'undone', removed: 12, may_undo: false })),
    http.post('*/api/imports/5/cancel', keep({ state: 'cancelled', staged_until: null })),
  );
});

const open = (url = '/patients/import') => renderScreen({ path: '/patients/import', element: <ImportsPage /> }, url);
const openOne = (state: Partial<ClientImport>) => {
  found = { ...begun, ...state };
  return open('/patients/import?import=5');
};
const choose = async (file: File) => userEvent.upload(await screen.findByLabelText('File of clients'), file, { applyAccept: false });

test('a file is sent in parts and read, and its columns are shown as they were found', async () => {
  found = { ...begun, state: 'imported' };
  const { router } = open();
  await choose(new File(['x'.repeat(600 * 1024)], 'clients.csv'));
  expect(await screen.findByRole('form', { name: 'Columns of the file' })).toBeVisible();
  expect(router.state.location.search).toBe('?import=5');
  expect(sent.map(({ path }) => path)).toEqual(['/api/imports', '/api/imports/5/parts/1', '/api/imports/5/parts/2', '/api/imports/5/read']);
  expect(sent[0]?.body).toEqual({ file_name: 'clients.csv', file_bytes: 600 * 1024 });
  expect(sent[2]?.body).toEqual({ data: btoa('x'.repeat(88 * 1024)) });
  expect(screen.getByLabelText('First')).toHaveValue('first_name');
  expect(screen.getByLabelText('Remarks')).toHaveValue('');
  expect(await screen.findByText('Prefers mornings')).toBeVisible();
});

test('a part that is lost is sent again, and those that arrived are not', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.put('*/api/imports/5/parts/2', () => HttpResponse.error(), { once: true }));
  open();
  await choose(new File(['x'.repeat(600 * 1024)], 'clients.csv'));
  expect(await screen.findByText('clients.csv has not arrived as a whole. It goes on where it stopped.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('form', { name: 'Columns of the file' })).toBeVisible();
  expect(sent.map(({ path }) => path)).toEqual(['/api/imports', '/api/imports/5/parts/1', '/api/imports/5/parts/2', '/api/imports/5/read']);
});

test('a file of another kind, an empty one and one that is too large are refused before they are sent', async () => {
  open();
  await choose(new File(['x'], 'clients.xls'));
  expect(screen.getByText('clients.xls is neither CSV nor XLSX. Save it in one of these.')).toBeVisible();
  await choose(new File([], 'nothing.csv'));
  expect(screen.getByText('nothing.csv is empty.')).toBeVisible();
  const large = new File(['x'], 'large.csv');
  Object.defineProperty(large, 'size', { value: 16 * 1024 * 1024 + 1 });
  await choose(large);
  expect(screen.getByText(/^large.csv is larger than 16 MB/)).toBeVisible();
  expect(sent).toEqual([]);
});

test('columns that make no client are refused, and what was chosen stays after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  openOne({});
  await userEvent.selectOptions(await screen.findByLabelText('First'), 'Leave out');
  await userEvent.click(screen.getByRole('button', { name: 'Check the rows' }));
  expect(await screen.findByText('Choose which columns hold the first and the last name, or the full name.')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('First'), 'Last name');
  await userEvent.click(screen.getByRole('button', { name: 'Check the rows' }));
  expect(await screen.findByText('Two columns go into “Last name”. Leave one of them out.')).toBeVisible();
  expect(sent).toEqual([]);

  server.use(http.put('*/api/imports/5/columns', () => HttpResponse.error(), { once: true }));
  await userEvent.selectOptions(screen.getByLabelText('First'), 'First name');
  await userEvent.selectOptions(screen.getByLabelText('Remarks'), 'Note');
  await userEvent.click(screen.getByRole('button', { name: 'Check the rows' }));
  expect(await screen.findByText('Not saved yet')).toBeVisible();
  expect(screen.getByLabelText('Remarks')).toHaveValue('note');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Import 12 rows' })).toBeVisible();
  expect(sent).toEqual([{ path: '/api/imports/5/columns', version: '2', body: { fields: ['first_name', 'last_name', 'note'], date_order: 'mdy' } }]);
});

test('what was found is counted, and duplicates are decided for all at once', async () => {
  rows = [{ ...row, suspect: { patient_id: 7, first_name: 'Ann', last_name: 'Berg', birth_date: '1985-03-14', is_very_likely: true, reason: 'Same name and email' } }];
  openOne({ state: 'checked', rows: 12, with_problems: 1, very_likely: 3, possible: 0, in_file: 2 });
  expect(await screen.findByText('12 rows: 11 rows without problems, 1 row with problems, 3 likely duplicates of clients, 2 rows about the person of an earlier row.')).toBeVisible();
  const likely = within(screen.getByRole('region', { name: 'Very likely clients already' }));
  expect(await likely.findByRole('link', { name: 'Ann Berg' })).toHaveAttribute('href', '/patients/7');
  const form = within(screen.getByRole('form', { name: 'Import' }));
  expect(form.getByLabelText('Rows')).toHaveValue('good');
  expect(form.getByRole('button', { name: 'Import 6 rows' })).toBeEnabled();
  await userEvent.selectOptions(form.getByLabelText('Very likely clients already (3)'), 'Fill what is empty in their records');
  expect(form.getByText(/^6 clients will be added and 3 records filled where they are empty\./)).toBeVisible();
  await userEvent.selectOptions(form.getByLabelText('Twice in the file (2)'), 'Add them anyway');
  await userEvent.click(form.getByRole('button', { name: 'Import 11 rows' }));
  expect(await screen.findByText('12 clients added.')).toBeVisible();
  expect(sent[0]?.body).toEqual({ scope: 'good', on_very_likely: 'fill', on_possible: 'skip', on_in_file: 'add' });
});

test('a refusal of the import is shown with its sentence', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.post('*/api/imports/5/run', () => refusal(402, 'patients', 'Your plan is full.')));
  openOne({ state: 'checked' });
  await userEvent.click(await screen.findByRole('button', { name: 'Import 12 rows' }));
  expect(await screen.findByText('Your plan is full.')).toBeVisible();
});

test('the progress is polled until the import is done', async () => {
  openOne({ state: 'importing', scope: 'good', done_rows: 6 });
  expect(await screen.findByRole('progressbar', { name: 'Importing clients' })).toHaveAttribute('aria-valuenow', '50');
  expect(screen.getByText('6 of 12 rows')).toBeVisible();
  found = { ...found, state: 'imported', added: 12, skipped: 0, staged_until: null };
  expect(await screen.findByText('12 clients added.', {}, { timeout: 3_000 })).toBeVisible();
});

test('an unreadable file says why and is read in another way', async () => {
  openOne({ state: 'unreadable', problem: 'Line 3 holds letters that are not UTF-8.', encoding: null, has_header: null });
  expect(await screen.findByText('Line 3 holds letters that are not UTF-8.')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Encoding'), 'Windows-1252');
  expect(await screen.findByRole('form', { name: 'Columns of the file' })).toBeVisible();
  expect(sent).toEqual([{ path: '/api/imports/5/read', version: '2', body: { encoding: 'windows-1252', has_header: true } }]);
});

test('an import is undone after a question, and who stayed is listed with the reason', async () => {
  server.use(http.get('*/api/imports/5/kept', () => HttpResponse.json([{ patient_id: 7, first_name: 'Ann', last_name: 'Berg', reason: 'changed' }])));
  openOne({ state: 'imported', added: 13, kept: 1, may_undo: true, undo_until: '2026-12-24T15:00:00Z' });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the import of clients.csv, number 5' }));
  await userEvent.click(screen.getByRole('button', { name: 'Undo the import' }));
  expect(await screen.findByText('Undone: 12 clients removed, 1 client kept.')).toBeVisible();
  expect(await screen.findByText('Was changed since')).toBeVisible();
});

test('an import is given up after a question', async () => {
  openOne({});
  await userEvent.click(await screen.findByRole('button', { name: 'Give up this import' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Give up this import' }));
  expect(await screen.findByText('Given up.')).toBeVisible();
});

test('the list shows the state of each import', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'Go on with clients.csv' })).toHaveAttribute('href', '/patients/import?import=5');
  expect(screen.getByText('The columns are to be matched')).toBeVisible();
});

test('without imports the page says so', async () => {
  server.use(http.get('*/api/imports', () => HttpResponse.json([])));
  open();
  expect(await screen.findByText('No imports yet')).toBeVisible();
});

test('imports that could not be loaded are fetched again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('*/api/imports', () => refusal(422, 'invalid', 'No.'), { once: true }));
  open();
  expect(await screen.findByText('The imports could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The columns are to be matched')).toBeVisible();
});

test('a role without it sees no import', async () => {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.update'))));
  open();
  expect(await screen.findByText('Your role does not open the import of clients.')).toBeVisible();
  expect(screen.queryByText('Choose a file')).not.toBeInTheDocument();
});

test('while the module is off the page says so', async () => {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.import'))));
  open();
  expect(await screen.findByText('Import Clients is switched off')).toBeVisible();
  expect(screen.queryByText('Choose a file')).not.toBeInTheDocument();
});
