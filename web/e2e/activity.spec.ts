import { readFile } from 'node:fs/promises';

import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { home, stamp } from './clinics';
import { addPatient, openScreen } from './openScreen';
import { asMember } from './members';
import { screenshots } from './screenshots';

/** A row of the table, or a card on a phone. */
const entries = (page: Page) =>
  page
    .getByRole('table', { name: 'Activity' })
    .locator('tbody')
    .getByRole('row')
    .or(page.getByRole('list', { name: 'Activity' }).getByRole('listitem'));

async function openAccount(page: Page) {
  await page.goto(home);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const account = page.getByRole('button', { name: /^Account: / });
  if (!(await account.isVisible()))
    await page.getByRole('button', { name: 'More', exact: true }).click();
  await account.click();
  return page.getByRole('dialog', { name: 'Your account' });
}

test('an owner filters the log by client and by person, and exports it', async ({
  page,
  browser,
}, info) => {
  const shoot = screenshots(info, 'activity');
  const mark = stamp(info.project.name);
  const browserLog = await openScreen(page, '/', 'Dashboard');
  const id = await addPatient(page, 'Ada', mark);
  const name = `Ada Sandoval ${mark}`;

  await asMember(browser, 'Provider', async (theirs, provider) => {
    await theirs.goto(`${home}/patients/${id}`);
    await expect(theirs.getByRole('heading', { level: 1, name })).toBeVisible();

    // From the patient's record.
    await page.goto(`${home}/patients/${id}`);
    await page.getByRole('link', { name: 'Who has seen this record' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Activity log' })).toBeVisible();
    const opened = entries(page).filter({ hasText: "Opened the client's record" });
    await expect(opened.filter({ hasText: provider.name })).toHaveCount(1);
    await expect(opened.filter({ hasText: provider.name })).toContainText('Provider');
    await expect(entries(page).filter({ hasText: 'Added a client' })).toHaveCount(1);
    await expect(entries(page).filter({ hasNotText: name })).toHaveCount(0);
    await expectAccessible(page);
    await shoot(page, 'client');

    // By the member: all their entries.
    await page.getByRole('button', { name: 'All clients' }).click();
    await page.getByLabel('Person').selectOption({ label: provider.name });
    await expect(page).toHaveURL(`${home}/activity?person=${provider.id}`);
    await expect(entries(page).filter({ hasText: "Opened the client's record" })).toHaveCount(1);
    await expect(entries(page).filter({ hasNotText: provider.name })).toHaveCount(0);
    await page.getByLabel('About').selectOption('Signing in');
    await expect(entries(page).filter({ hasText: "Opened the client's record" })).toHaveCount(0);
    await expect(entries(page).first()).toContainText(provider.name);
    await page.getByLabel('About').selectOption('');
    await shoot(page, 'person');

    // The export holds the filter's entries only.
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^activity-\d{4}-\d{2}-\d{2}\.csv$/);
    const [head, ...rows] = (await readFile(await file.path(), 'utf8'))
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n');
    expect(head).toBe(
      'time,time_utc,who,role,what,outcome,patients,patient_count,address,browser,entry,changes'.replace(
        /\w+/g,
        '"$&"',
      ),
    );
    expect(rows.filter((row) => !row.includes(provider.name))).toEqual([]);
    expect(
      rows.filter((row) => row.includes("Opened the client's record") && row.includes(name)),
    ).toHaveLength(1);

    // A Provider has no link to it, and the page says so.
    const account = await openAccount(theirs);
    await expect(account.getByRole('link', { name: 'Sign out' })).toBeVisible();
    await expect(account.getByRole('link', { name: 'Activity log' })).toHaveCount(0);
    await theirs.goto(`${home}/patients/${id}`);
    await expect(theirs.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(theirs.getByRole('link', { name: 'Who has seen this record' })).toHaveCount(0);
    await theirs.goto(`${home}/activity`);
    await expect(theirs.getByRole('heading', { level: 1, name: 'Activity log' })).toBeVisible();
    await expect(theirs.getByText('Your role does not open the activity log.')).toBeVisible();
    await expect(entries(theirs)).toHaveCount(0);
    await expectAccessible(theirs);
  });

  // Reading the log is an entry too; the account menu leads to it.
  await (await openAccount(page)).getByRole('link', { name: 'Activity log' }).click();
  await expect(page).toHaveURL(`${home}/activity`);
  await expect(
    entries(page).filter({ hasText: 'Exported the activity log' }).first(),
  ).toBeVisible();
  await page.getByLabel('From day').fill('2026-03-02');
  await page.getByLabel('To day').fill('2026-03-01');
  await expect(page.getByText('This is before the first day')).toBeVisible();
  await page.getByLabel('To day').fill('2020-01-01');
  await page.getByLabel('From day').fill('2020-01-01');
  await expect(page.getByText('Nothing like this was done')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(entries(page).first()).toBeVisible();
  browserLog.expectNoErrors();
});
