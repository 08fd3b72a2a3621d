import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { refusal } from '@/testing/openRecord';
import { sessionWith } from '@/testing/plans';
import { server } from '@/testing/server';
import {
  begun,
  row,
  stored,
  sent,
  open,
  openOne,
  choose,
  withAnImport,
} from '@/features/imports/testing';

withAnImport();

test('a file is sent in parts and read, and its columns are shown as they were found', async () => {
  stored.found = { ...begun, state: 'imported' };
  const { router } = open();
  await choose(new File(['x'.repeat(600 * 1024)], 'clients.csv'));
  expect(await screen.findByRole('form', { name: 'Columns of the file' })).toBeVisible();
  expect(router.state.location.search).toBe('?import=5');
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/imports',
    '/api/imports/5/parts/1',
    '/api/imports/5/parts/2',
    '/api/imports/5/read',
  ]);
  expect(sent[0]?.body).toEqual({ file_name: 'clients.csv', file_bytes: 600 * 1024 });
  expect(sent[3]?.version).toBe(String(begun.version));
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
  expect(
    await screen.findByText(
      'clients.csv has not arrived as a whole. Sending goes on where it stopped.',
    ),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('form', { name: 'Columns of the file' })).toBeVisible();
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/imports',
    '/api/imports/5/parts/1',
    '/api/imports/5/parts/2',
    '/api/imports/5/read',
  ]);
});

test('a file of another kind, an empty one and one that is too large are refused before they are sent', async () => {
  open();
  await choose(new File(['x'], 'clients.xls'));
  expect(
    screen.getByText('clients.xls is neither CSV nor XLSX. Save it as one of the two.'),
  ).toBeVisible();
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
  expect(
    await screen.findByText(
      'Choose which columns hold the first and the last name, or the full name.',
    ),
  ).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('First'), 'Last name');
  await userEvent.click(screen.getByRole('button', { name: 'Check the rows' }));
  expect(
    await screen.findByText('Two columns go into “Last name”. Leave one of them out.'),
  ).toBeVisible();
  expect(sent).toEqual([]);

  server.use(http.put('*/api/imports/5/columns', () => HttpResponse.error(), { once: true }));
  await userEvent.selectOptions(screen.getByLabelText('First'), 'First name');
  await userEvent.selectOptions(screen.getByLabelText('Remarks'), 'Note');
  await userEvent.click(screen.getByRole('button', { name: 'Check the rows' }));
  expect(await screen.findByText('Not saved yet')).toBeVisible();
  expect(screen.getByLabelText('Remarks')).toHaveValue('note');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Import 12 rows' })).toBeVisible();
  expect(sent).toEqual([
    {
      path: '/api/imports/5/columns',
      version: '2',
      body: { fields: ['first_name', 'last_name', 'note'], date_order: 'mdy' },
    },
  ]);
});

test('rows that were read by a rule that may be wrong are shown before the import', async () => {
  stored.rows = [
    {
      ...row,
      notices: [{ column: 'Name', sentence: 'Parted by a guess: “Ludwig” and “van der Meer”.' }],
    },
  ];
  openOne({ state: 'checked', with_notices: 1 });
  const panel = within(
    await screen.findByRole('region', { name: 'Rows to look at before they are imported' }),
  );
  expect(
    await panel.findByText('Name: Parted by a guess: “Ludwig” and “van der Meer”.'),
  ).toBeVisible();
});

test('another sheet and another row of names can be chosen', async () => {
  openOne({
    encoding: null,
    header_row: 4,
    sheet: 'Clients',
    sheets: [
      { name: 'Read me', is_hidden: true },
      { name: 'Clients', is_hidden: false },
    ],
  });
  expect(
    await screen.findByText('Row 4 names the columns; the rows above it are left out.'),
  ).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('The columns are named by'), 'Row 3');
  await userEvent.selectOptions(await screen.findByLabelText('Sheet'), 'Read me (hidden)');
  expect(sent.map(({ body }) => body)).toEqual([
    { has_header: true, header_row: 3, sheet: 'Clients' },
    { has_header: true, sheet: 'Read me' },
  ]);
});

test('what was found is counted, and duplicates are decided for all at once', async () => {
  stored.rows = [
    {
      ...row,
      suspect: {
        patient_id: 7,
        first_name: 'Ann',
        last_name: 'Berg',
        birth_date: '1985-03-14',
        is_very_likely: true,
        reason: 'Same name and email',
      },
    },
  ];
  openOne({
    state: 'checked',
    rows: 12,
    with_problems: 1,
    very_likely: 3,
    possible: 0,
    in_file: 2,
  });
  expect(
    await screen.findByText(
      '12 rows: 11 rows without problems, 1 row with problems, 3 likely duplicates of clients, 2 rows about the person of an earlier row.',
    ),
  ).toBeVisible();
  const likely = within(screen.getByRole('region', { name: 'Very likely clients already' }));
  expect(await likely.findByRole('link', { name: 'Ann Berg' })).toHaveAttribute(
    'href',
    '/patients/7',
  );
  const form = within(screen.getByRole('form', { name: 'Import' }));
  expect(form.getByLabelText('Rows')).toHaveValue('good');
  expect(form.getByRole('button', { name: 'Import 6 rows' })).toBeEnabled();
  await userEvent.selectOptions(
    form.getByLabelText('Very likely clients already (3)'),
    'Fill what is empty in their records',
  );
  expect(
    form.getByText(/^6 clients will be added and 3 records filled where they are empty\./),
  ).toBeVisible();
  await userEvent.selectOptions(form.getByLabelText('Twice in the file (2)'), 'Add them anyway');
  await userEvent.click(form.getByRole('button', { name: 'Import 11 rows' }));
  expect(await screen.findByText('12 clients added.')).toBeVisible();
  expect(sent[0]?.body).toEqual({
    scope: 'good',
    on_very_likely: 'fill',
    on_possible: 'skip',
    on_in_file: 'add',
  });
});

test('a refusal of the import is shown with its sentence', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.post('*/api/imports/5/run', () => refusal(402, 'patients', 'Your plan is full.')),
  );
  openOne({ state: 'checked' });
  await userEvent.click(await screen.findByRole('button', { name: 'Import 12 rows' }));
  expect(await screen.findByText('Your plan is full.')).toBeVisible();
});

test('the progress is polled until the import is done', async () => {
  openOne({ state: 'importing', scope: 'good', done_rows: 6 });
  expect(await screen.findByRole('progressbar', { name: 'Importing clients' })).toHaveAttribute(
    'aria-valuenow',
    '50',
  );
  expect(screen.getByText('6 of 12 rows')).toBeVisible();
  stored.found = { ...stored.found, state: 'imported', added: 12, skipped: 0, staged_until: null };
  expect(await screen.findByText('12 clients added.', {}, { timeout: 3_000 })).toBeVisible();
});

test('an unreadable file says why and is read in another way', async () => {
  openOne({
    state: 'unreadable',
    problem: 'Line 3 holds letters that are not UTF-8.',
    encoding: null,
    has_header: null,
    header_row: null,
  });
  expect(await screen.findByText('Line 3 holds letters that are not UTF-8.')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Encoding'), 'Windows-1252');
  expect(await screen.findByRole('form', { name: 'Columns of the file' })).toBeVisible();
  expect(sent).toEqual([
    {
      path: '/api/imports/5/read',
      version: '2',
      body: { encoding: 'windows-1252', has_header: true },
    },
  ]);
});

test('an import is undone after a question, and who stayed is listed with the reason', async () => {
  server.use(
    http.get('*/api/imports/5/kept', () =>
      HttpResponse.json([
        { patient_id: 7, first_name: 'Ann', last_name: 'Berg', reason: 'changed' },
      ]),
    ),
  );
  openOne({
    state: 'imported',
    added: 13,
    kept: 1,
    may_undo: true,
    undo_until: '2026-12-24T15:00:00Z',
  });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Undo the import of clients.csv, number 5' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Undo the import' }));
  expect(await screen.findByText('Undone: 12 clients removed, 1 client kept.')).toBeVisible();
  expect(await screen.findByText('Was changed since')).toBeVisible();
});

test('an import is given up after a question', async () => {
  openOne({});
  await userEvent.click(await screen.findByRole('button', { name: 'Give up this import' }));
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Give up this import' }),
  );
  expect(await screen.findByText('Given up.')).toBeVisible();
});

test('the list shows the state of each import', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'Go on with clients.csv' })).toHaveAttribute(
    'href',
    '/patients/import?import=5',
  );
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
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.update'))),
  );
  open();
  expect(await screen.findByText('Your role does not open the import of clients.')).toBeVisible();
  expect(screen.queryByText('Choose a file')).not.toBeInTheDocument();
});

test('while the module is off the page says so', async () => {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.import'))),
  );
  open();
  expect(await screen.findByText('Import Clients is switched off')).toBeVisible();
  expect(screen.queryByText('Choose a file')).not.toBeInTheDocument();
});
