import { expect, test } from '@playwright/test';

import { call } from './api';
import { clientFile } from './clientFile';
import { home, stamp } from './clinics';
import { openScreen } from './openScreen';

/** Two hundred people, and two rows that need a look: one with problems, one about the first person again. */
const file = (mark: string) =>
  clientFile(
    mark,
    '555',
    `Kim,Wrong ${mark},not an address,,13/45/1990,`,
    clientFile(mark, '555').split('\r\n')[1] ?? '',
  );

test('200 clients are brought in by a file, seen in the list, and the import is undone but for one who was changed', async ({
  page,
}, info) => {
  const mark = stamp(info.project.name);
  await openScreen(page, '/patients/import', 'Import Clients');
  await page.getByLabel('File of clients').setInputFiles({
    name: `clients-${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(file(mark)),
  });

  const form = page.getByRole('form', { name: 'Columns of the file' });
  await expect(form.getByText(`clients-${mark}.csv: 202 rows.`, { exact: false })).toBeVisible();
  await expect(form.getByLabel('Cell Phone')).toHaveValue('phone');
  await expect(form.getByLabel('DOB')).toHaveValue('birth_date');
  // One column is matched by hand, and the check is started, by the keyboard alone.
  await form.getByLabel('Remarks').focus();
  await form.getByLabel('Remarks').selectOption('note');
  await form.getByRole('button', { name: 'Check the rows' }).press('Enter');

  await expect(
    page.getByText(
      '202 rows: 201 rows without problems, 1 row with problems, 0 likely duplicates of clients, 1 row about the person of an earlier row.',
    ),
  ).toBeVisible();
  await expect(page.getByText('E-mail: “not an address” must be an e-mail address.')).toBeVisible();
  await expect(page.getByText('May be the same person as in row 2.')).toBeVisible();
  const problems = page.getByRole('region', { name: 'Rows with problems', exact: true });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    problems.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^import-\d+-problems-.*\.csv$/);
  await page.getByRole('button', { name: 'Import 200 rows' }).click();
  await expect(page.getByText('200 clients added. 2 rows were left out.')).toBeVisible({
    timeout: 60_000,
  });
  const at = page.url();

  const found = await call<{ id: number }[]>(
    page,
    'GET',
    `/api/patients?search=${mark}&limit=1000`,
  );
  expect(found).toHaveLength(200);
  const [kept] = await call<{ id: number }[]>(
    page,
    'GET',
    `/api/patients?search=${encodeURIComponent(`Ada Newcomer0 ${mark}`)}`,
  );
  await page.goto(`${home}/patients/${kept?.id}`);
  await expect(page.getByText('Came with the file').first()).toBeVisible();
  await call(page, 'PATCH', `/api/patients/${kept?.id}`, { city: 'Reno' });

  await page.goto(at);
  await page.getByRole('button', { name: /^Undo the import of clients-/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('Undone: 199 clients removed, 1 client kept.')).toBeVisible({
    timeout: 60_000,
  });
  await expect(
    page.getByRole('row', { name: new RegExp(`Ada Newcomer0 ${mark} Was changed since`) }),
  ).toBeVisible();
  expect(
    await call<unknown[]>(page, 'GET', `/api/patients?search=${mark}&limit=1000`),
  ).toHaveLength(1);
});
