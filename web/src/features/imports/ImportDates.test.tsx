import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import type { ClientImport, ImportDates, ImportRow } from '@/api/generated';
import { hasUnsavedWork } from '@/lib/unsavedWork';
import { generatedApi } from '@/testing/generatedApi';
import { linkHeader } from '@/testing/linkHeader';
import { refusal } from '@/testing/openRecord';
import { server } from '@/testing/server';
import { begun, row, stored, sent, openOne, withAnImport } from '@/features/imports/testing';

withAnImport();

const openOrder: ImportDates = {
  kind: 'open',
  orders: ['mdy', 'dmy'],
  example: '03/04/1985',
  readings: [
    { date_order: 'mdy', date: '1985-03-04' },
    { date_order: 'dmy', date: '1985-04-03' },
  ],
  proofs: [],
};

test('dates that fit both orders are a choice, with an example of both', async () => {
  openOne({
    columns: [...begun.columns.slice(0, 2), { name: 'DOB', field: 'birth_date' }],
    date_order: null,
    dates: openOrder,
  });
  expect(
    await screen.findByText(
      'Every date can be read in more than one way. 03/04/1985 is Mar 4, 1985 or Apr 3, 1985.',
    ),
  ).toBeVisible();
  expect(screen.getByLabelText('Dates are written')).toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'Check the rows' }));
  expect(await screen.findByText('Choose how the dates are written.')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.selectOptions(
    screen.getByLabelText('Dates are written'),
    'Day first: 14/03/1985',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Check the rows' }));
  expect(await screen.findByRole('button', { name: 'Import 12 rows' })).toBeVisible();
  expect(sent[0]?.body).toEqual({
    fields: ['first_name', 'last_name', 'birth_date'],
    date_order: 'dmy',
  });
});

const dated: ImportRow = {
  ...row,
  number: 3,
  problems: [{ column: 'DOB', sentence: '03/04/1985 is March 4, 1985 or April 3, 1985.' }],
  date_readings: openOrder.readings,
};

const mixed: Partial<ClientImport> = {
  state: 'checked',
  with_problems: 1,
  date_order: null,
  dates: { ...openOrder, kind: 'mixed', orders: [], proofs: ['03/25/1990', '25/03/1990'] },
};

const questions = async () => within(await screen.findByRole('form', { name: 'Dates to decide' }));

const answered = { number: 3, date_order: 'dmy' };

/** Opens an import with one date to decide, and decides it. */
async function decide() {
  stored.rows = [dated];
  const { store } = openOne(mixed);
  const form = await questions();
  await userEvent.selectOptions(form.getByLabelText('Row 3: Ann Berg'), 'Apr 3, 1985');
  return {
    store,
    send: form.getByRole('button', { name: 'Check the rows again with 1 answer' }),
  };
}

test('a file that contradicts itself is asked about row by row', async () => {
  const { send } = await decide();
  expect(
    screen.getByText(/the file has 03\/25\/1990 and 25\/03\/1990\..* row by row\.$/),
  ).toBeVisible();
  expect(screen.queryByLabelText('Dates are written')).not.toBeInTheDocument();
  await userEvent.click(send);
  expect(sent[0]?.body).toEqual({
    fields: ['first_name', 'last_name', null],
    date_order: null,
    date_answers: [answered],
  });
});

test('an answer that is taken back is none', async () => {
  await decide();
  await userEvent.selectOptions(screen.getByLabelText('Row 3: Ann Berg'), 'Not decided');
  expect(screen.getByRole('button', { name: /^Check the rows again/ })).toBeDisabled();
  expect(hasUnsavedWork()).toBe(false);
});

test('dates behind any number of other problems are asked about, and those that were decided are not', async () => {
  const pages = new Map([
    [null, [{ ...row, number: 2 }]],
    ['2', [{ ...dated, date_order: 'mdy' as const }]],
    ['3', [{ ...dated, number: 4 }]],
  ]);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.get('*/api/imports/5/rows', async ({ request }) => {
      const search = new URL(request.url).searchParams;
      if (search.get('kind') !== 'problems') return HttpResponse.json(stored.rows);
      if (search.has('after')) await held;
      const page = pages.get(search.get('after')) ?? [];
      const last = page[0]?.number ?? 0;
      const headers = linkHeader('/api/imports/5/rows', last < 4 ? last : undefined);
      return HttpResponse.json(page, { headers });
    }),
  );
  openOne(mixed);
  expect(await screen.findByRole('status', { name: 'Loading the dates to decide' })).toBeVisible();
  answer();
  const form = await questions();
  expect(form.getByLabelText('Row 4: Ann Berg')).toBeVisible();
  expect(form.queryByLabelText('Row 3: Ann Berg')).not.toBeInTheDocument();
});

test('dates to decide that could not be loaded are fetched again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  stored.rows = [dated];
  server.use(http.get('*/api/imports/5/rows', () => refusal(422, 'invalid', 'No.')));
  openOne(mixed);
  const panel = within(await screen.findByRole('region', { name: 'Dates to decide' }));
  expect(await panel.findByText('The dates to decide could not be loaded.')).toBeVisible();
  server.use(http.get('*/api/imports/5/rows', () => HttpResponse.json(stored.rows)));
  await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await panel.findByLabelText('Row 3: Ann Berg')).toBeVisible();
});

test('answers about dates stay when the network is lost, and are sent again', async () => {
  const { send } = await decide();
  server.use(http.put('*/api/imports/5/columns', () => HttpResponse.error(), { once: true }));
  await userEvent.click(send);
  const form = await questions();
  expect(await form.findByText('Not saved yet')).toBeVisible();
  expect(form.getByLabelText('Row 3: Ann Berg')).toHaveValue('dmy');
  expect(hasUnsavedWork()).toBe(true);
  await userEvent.click(form.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ date_answers: [answered] });
  await waitFor(() => expect(hasUnsavedWork()).toBe(false));
});

test('answers about dates stay after a change by somebody else, and are sent with its version', async () => {
  const { send } = await decide();
  server.use(
    http.put(
      '*/api/imports/5/columns',
      () => {
        stored.found = { ...stored.found, version: 3, file_name: 'theirs.csv' };
        return refusal(412, 'changed', 'Somebody else has changed this import.');
      },
      { once: true },
    ),
  );
  await userEvent.click(send);
  expect(await screen.findByText(/^theirs\.csv: 12 rows\./)).toBeVisible();
  const form = await questions();
  expect(form.getByText('Somebody else has changed this import.')).toBeVisible();
  expect(form.getByLabelText('Row 3: Ann Berg')).toHaveValue('dmy');
  await userEvent.click(form.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ version: '3', body: { date_answers: [answered] } });
});

test('an answer holds for the row that it was given for, also after the rows were checked by somebody else', async () => {
  const { store } = await decide();
  server.use(
    http.get('*/api/imports/5/rows', () =>
      HttpResponse.json([dated, { ...dated, number: 4, cells: ['Bo', 'Dahl', ''] }]),
    ),
  );
  stored.found = { ...stored.found, state: 'checking', version: 3 };
  void store.dispatch(generatedApi.util.invalidateTags(['imports']));
  expect(await screen.findByRole('progressbar')).toBeVisible();
  stored.found = { ...stored.found, state: 'checked' };
  const form = await screen.findByRole('form', { name: 'Dates to decide' }, { timeout: 3_000 });
  expect(within(form).getByLabelText('Row 3: Ann Berg')).toHaveValue('dmy');
  expect(within(form).getByLabelText('Row 4: Bo Dahl')).toHaveValue('');
});

test('the import is asked about while answers about dates are not saved', async () => {
  await decide();
  const start = screen.getByRole('button', { name: 'Import 11 rows' });
  await userEvent.click(start);
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Import without the 1 answer about dates?' }),
  );
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(sent).toEqual([]);
  expect(screen.getByLabelText('Row 3: Ann Berg')).toHaveValue('dmy');
  await userEvent.click(start);
  await userEvent.click(await screen.findByRole('button', { name: 'Import without them' }));
  expect(await screen.findByText('12 clients added.')).toBeVisible();
  expect(sent.map(({ path }) => path)).toEqual(['/api/imports/5/run']);
});

test('checking the rows with other columns saves the answers about dates as well', async () => {
  await decide();
  await userEvent.selectOptions(screen.getByLabelText('Remarks'), 'Note');
  await userEvent.click(screen.getByRole('button', { name: 'Check the rows' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    fields: ['first_name', 'last_name', 'note'],
    date_order: null,
    date_answers: [answered],
  });
});

test('answers about the dates of one column are not sent for those of another', async () => {
  await decide();
  await userEvent.selectOptions(screen.getByLabelText('Remarks'), 'Birth date');
  await userEvent.click(screen.getByRole('button', { name: 'Check the rows' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).not.toHaveProperty('date_answers');
});
