import { expect, test } from '@playwright/test';

import { expectAccessible } from './accessible';
import { call } from './api';
import { home, stamp } from './clinics';
import { openScreen } from './openScreen';
import { ownersPage } from './seed';

test('two records of one person are merged, the old number leads to the kept one, and the merge is undone', async ({
  page,
  browser,
}, info) => {
  const mark = stamp(info.project.name);
  const seeding = await ownersPage(browser);
  const add = async (first_name: string, email: string) => {
    const { id } = await call<{ id: number }>(seeding, 'POST', '/api/patients', {
      first_name,
      last_name: `Twofold ${mark}`,
      birth_date: '1979-05-06',
      email,
    });
    return id;
  };
  const kept = await add('Mara', `mara.${mark}@example.com`);
  const other = await add('Marah', `marah.${mark}@example.com`);
  await call(seeding, 'POST', `/api/patients/${other}/notes`, {
    body: 'Faints at needles',
    kind: 'alert',
  });
  await call(seeding, 'PUT', `/api/patients/${other}/clinical/allergies`, {
    answer: 'listed',
    entries: [{ name: 'Latex' }],
  });
  await seeding.context().close();
  const [name, otherName] = [`Mara Twofold ${mark}`, `Marah Twofold ${mark}`];

  await openScreen(page, '/patients/duplicates', 'Possible duplicates');
  const pair = page.getByRole('article', { name: `${name} and ${otherName}` });
  await pair.getByRole('button', { name: /^Merge: / }).click();
  const dialog = page.getByRole('dialog', { name: `Merge ${name} and ${otherName}` });
  await expect(
    dialog.getByText(/then also holds 1 alert and 1 answer about allergies/),
  ).toBeVisible();
  await dialog
    .getByRole('radiogroup', { name: 'Email' })
    .getByRole('radio', { name: new RegExp(`^marah\\.${mark}@`) })
    .check();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(
    page.getByText(`Number ${other} is merged into ${name}, number ${kept}`),
  ).toBeVisible();
  await expect(pair).toHaveCount(0);

  await page.goto(`${home}/patients/${other}`);
  await expect(
    page.getByText(`Number ${other} was merged into this record, which you see instead.`),
  ).toBeVisible();
  await expect(page).toHaveURL(`${home}/patients/${kept}`);
  await expect(page.getByRole('link', { name: `marah.${mark}@example.com` })).toBeVisible();
  await expect(page.getByText('Faints at needles').first()).toBeVisible();
  await expect(page.getByText('Latex').first()).toBeVisible();

  await page
    .getByRole('button', { name: `Undo the merge of ${otherName}, number ${other}` })
    .click();
  await expect(page.getByRole('alertdialog', { name: /^Undo the merge of / })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo the merge', exact: true }).last().click();
  await expect(
    page.getByText(`${otherName}, number ${other}, has a record of its own again`),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: `mara.${mark}@example.com` })).toBeVisible();
  await page.goto(`${home}/patients/${other}`);
  await expect(page.getByRole('heading', { level: 1, name: otherName })).toBeVisible();
  await expect(page.getByText('Faints at needles').first()).toBeVisible();
});
