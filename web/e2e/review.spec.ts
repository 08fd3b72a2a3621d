import { expect, test, type Page } from '@playwright/test';

import { expectAccessible, expectLegibleInTheDark } from './accessible';
import { call, openEmpty } from './api';
import { home, owner, provider, signedOut, stamp } from './clinics';
import { openScreen } from './openScreen';
import { screenshots } from './screenshots';
import { askAboutHealth, signForBotox, treatAsProvider } from './seed';
import { draw } from './signature';

const queue = (page: Page) => page.getByRole('region', { name: 'Queue' });
const chart = (page: Page) => page.getByRole('region', { name: 'Chart' });
const row = (page: Page, who: string) => queue(page).getByRole('listitem').filter({ hasText: who });
/** Back to the list, where it is not beside the chart. */
const toQueue = async (page: Page) => {
  const back = chart(page).getByRole('button', { name: 'Back to the queue' });
  if (await back.isVisible()) await back.click();
};

async function newChart(
  page: Page,
  browser: Parameters<typeof treatAsProvider>[0],
  last_name: string,
  fields: Record<string, unknown>,
) {
  const { id } = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name: 'Grace',
    last_name,
    birth_date: '1985-04-02',
  });
  await call(page, 'POST', '/api/gfe', {
    patient_id: id,
    vitals: 'BP: 118/76 mmHg, HR: 72 bpm',
    ros_neuro: 'Migraine',
    pe_skin: 'Warm and dry',
  });
  await askAboutHealth(page, id);
  await signForBotox(page, id);
  const { id: treatment } = await treatAsProvider(browser, {
    patient_id: id,
    treatment_type: 'Botox',
    areas: 'Forehead and glabella',
    units: 30,
    ...fields,
  });
  return { id, treatment };
}

test('a director returns a chart, its provider answers, and complete charts are approved with one signature', async ({
  page,
  browser,
}, info) => {
  const shoot = screenshots(info, 'review');
  const mark = stamp(info.project.name);
  const browserLog = await openScreen(page, '/review', 'Review');
  const lacking = await newChart(page, browser, `Okonkwo ${mark}`, { notes: 'No bruising.' });
  await newChart(page, browser, `Feldman ${mark}`, {
    lot: 'C1234A',
    notes: 'Sat reclined. Advised upright 4 h, review at 14 days.',
  });
  await newChart(page, browser, `Hart ${mark}`, { lot: 'C1234A', notes: 'No bruising.' });
  await page.reload();

  // What is missing is named; the chart beside it is judged without leaving the page.
  const first = row(page, `Okonkwo ${mark}`);
  await expect(first.getByRole('img', { name: '6 of 7 complete: No lot' })).toBeVisible();
  await expect(first.getByRole('checkbox')).toHaveCount(0);
  await expectAccessible(page);
  await shoot(page, 'queue', false);
  await first.getByRole('button').click();
  await expect(chart(page).getByRole('heading', { name: `Grace Okonkwo ${mark}` })).toBeVisible();
  await expect(chart(page).getByText('Migraine')).toBeVisible();
  await expectAccessible(page);
  await expectLegibleInTheDark(page);
  await shoot(page, 'chart', false);

  await chart(page).getByRole('button', { name: 'Return', exact: true }).click();
  await chart(page).getByRole('button', { name: 'Return, next chart' }).click();
  await expect(chart(page).getByText('Comment is required')).toBeVisible();
  await chart(page).getByRole('button', { name: 'Lot unclear' }).click();
  await page.keyboard.type('which vial was it?');
  await expectAccessible(page);
  await shoot(page, 'return', false);
  await chart(page).getByRole('button', { name: 'Return, next chart' }).click();
  await expect(page.getByText(`Returned to ${provider.name}.`)).toBeVisible();
  await toQueue(page);
  await expect(first).toHaveCount(0);
  await queue(page)
    .getByRole('button', { name: /^Returned/ })
    .click();
  await expect(row(page, `Okonkwo ${mark}`).getByText('With the provider')).toBeVisible();

  // Its provider hears of it on the first page, and answers in the record.
  const context = await browser.newContext({ storageState: signedOut });
  const theirs = await context.newPage();
  await openEmpty(theirs);
  await call(theirs, 'POST', '/api/auth/login', {
    email: provider.email,
    password: provider.password,
  });
  await theirs.goto(home);
  const entry = theirs
    .getByRole('region', { name: 'Returned to you' })
    .getByRole('listitem')
    .filter({ hasText: `Okonkwo ${mark}` });
  await expect(entry).toContainText('Lot unclear: which vial was it?');
  await entry.getByRole('link').click();
  await expect(
    theirs.getByRole('dialog').getByText('Lot unclear: which vial was it?'),
  ).toBeVisible();
  await theirs.getByRole('button', { name: 'Answer', exact: true }).click();
  const dialog = theirs.getByRole('dialog', { name: 'Answer and resubmit' });
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('C1234A, opened on Nov 18.');
  await expectAccessible(theirs);
  await shoot(theirs, 'answer', false);
  await dialog.getByRole('button', { name: 'Resubmit' }).click();
  await expect(
    theirs.getByText('Answered. The treatment waits for a director again.'),
  ).toBeVisible();
  await context.close();

  // The director sees the answer, and approves it by itself: the chart still has no lot.
  await page.goto(`${home}/review?chart=${lacking.treatment}`);
  await expect(chart(page).getByText('C1234A, opened on Nov 18.')).toBeVisible();
  await chart(page).getByRole('button', { name: 'Approve, next chart' }).click();
  const sign = page.getByRole('dialog', { name: 'Sign and approve' });
  await draw(page, sign.getByRole('group', { name: 'Director signature' }));
  await expectAccessible(page);
  await sign.getByRole('button', { name: 'Approve' }).click();
  await confirmed(page);
  await expect(page.getByText(`Grace Okonkwo ${mark}: approved.`)).toBeVisible();

  // The others are complete: each is opened, then both are ticked.
  for (const who of [`Feldman ${mark}`, `Hart ${mark}`]) {
    await toQueue(page);
    await row(page, who).getByRole('button').click();
    await expect(chart(page).getByRole('heading', { name: `Grace ${who}` })).toBeVisible();
    await toQueue(page);
    await row(page, who).getByRole('checkbox').check();
  }
  await shoot(page, 'ticked', false);
  await queue(page).getByRole('button', { name: 'Approve 2 complete charts' }).click();
  const both = page.getByRole('dialog', { name: 'Approve 2 complete charts' });
  await expect(both.getByRole('listitem')).toHaveCount(2);
  await draw(page, both.getByRole('group', { name: 'Director signature' }));
  await shoot(page, 'bulk', false);
  await both.getByRole('button', { name: 'Approve 2 charts' }).click();
  await confirmed(page);
  await expect(page.getByText('2 charts approved.')).toBeVisible();
  await toQueue(page);
  await expect(row(page, mark)).toHaveCount(0);
  browserLog.expectNoErrors();
});

/** The password, where the sign-in of the run's beginning is too old. */
async function confirmed(page: Page) {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.or(page.getByText(/approved\.$/)).first()).toBeVisible();
  if (!(await question.isVisible())) return;
  await question.getByLabel(/Password/).fill(owner.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
}
