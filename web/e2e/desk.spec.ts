import { expect, test, type Browser } from '@playwright/test';

import { expectAccessible } from './accessible';
import { call } from './api';
import { watchBrowser } from './browserLog';
import { home, signedOut, stamp } from './clinics';
import { addPatient, openScreen } from './openScreen';
import { screenshots } from './screenshots';
import { ownersPage } from './seed';

let mark: string;
let patient: { id: number; name: string };

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  const page = await ownersPage(browser);
  patient = { id: await addPatient(page, 'Noor', mark), name: `Noor Sandoval ${mark}` };
  await page.context().close();
});

test('points are given, redeemed, taken back at once and by the statement', async ({
  page,
}, info) => {
  const shoot = screenshots(info, 'desk');
  const browserLog = await openScreen(page, `/patients/${patient.id}`, patient.name);
  const panel = page.getByRole('region', { name: 'Loyalty Points' });
  const act = async (button: string, points: string, reason: string, submit: string) => {
    await panel.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: button });
    await dialog.getByRole('textbox', { name: /^Points/ }).fill(points);
    if (reason) await dialog.getByRole('textbox', { name: /^Reason/ }).fill(reason);
    await shoot(page, button.split(' ')[0]?.toLowerCase() ?? '', false);
    await dialog.getByRole('button', { name: submit }).click();
    await expect(dialog).toBeHidden();
  };

  await act('Adjust points', '60', 'A welcome gift', 'Save adjustment');
  await expect(page.getByText('60 points given.')).toBeVisible();
  await expect(panel.getByText('60 points', { exact: true })).toBeVisible();
  await act('Redeem points', '25', '', 'Redeem');
  await expect(page.getByText('25 points redeemed: $25 of credit.')).toBeVisible();
  await expect(panel.getByText('35 points', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Undo: 25 points redeemed/ }).click();
  await expect(panel.getByText('60 points', { exact: true })).toBeVisible();

  await panel.getByRole('button', { name: 'Show statement' }).click();
  const statement = panel.getByRole('table', { name: 'Statement' });
  await expect(statement.getByRole('row')).toHaveCount(4);
  await expect(statement.getByRole('row').nth(1)).toContainText('Taken back');
  await expect(statement.getByRole('row').nth(2)).toContainText('Was taken back');
  await shoot(page, 'statement');
  await statement.getByRole('button', { name: 'Take back Adjusted, +60' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take this entry back?' });
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Given to another patient');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(panel.getByText('0 points', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Redeem points' })).toBeDisabled();
  browserLog.expectNoErrors();

  await page.goto(`${home}/loyalty`);
  const balances = page.getByRole('table', { name: 'Points by patient' });
  await expect(balances).toBeVisible();
  const more = page.getByRole('button', { name: 'Show more' });
  while (await more.isVisible()) await more.click();
  await page.getByRole('button', { name: `Open the points of ${patient.name}` }).click();
  await expect(
    page
      .getByRole('dialog', { name: `Points of ${patient.name}` })
      .getByRole('table', { name: 'Statement' })
      .getByRole('row'),
  ).toHaveCount(5);
  await shoot(page, 'points', false);
  browserLog.expectNoErrors();
});

/** Opens the link in a new browser that has nothing else. */
async function openOnPhone(browser: Browser, link: string) {
  const context = await browser.newContext({
    storageState: signedOut,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
  });
  const portal = await watchBrowser(context, home);
  const page = await context.newPage();
  await page.goto(link);
  return { page, portal, context };
}

test('a consent gets a new link, is declined with a reason, and is issued again', async ({
  page,
  browser,
}, info) => {
  const shoot = screenshots(info, 'desk');
  await openScreen(page, `/patients/${patient.id}`, patient.name);
  const { id: templateId } = await call<{ id: number }>(page, 'POST', '/api/consents/templates', {
    name: `Peel ${mark}`,
    body: '<p>Redness for two days.</p>',
  });
  const { portal_url: first } = await call<{ portal_url: string }>(
    page,
    'POST',
    `/api/consents/${patient.id}/issue`,
    { templateId },
  );
  await page.reload();
  const panel = page.getByRole('region', { name: 'Digital Consents' });
  const choose = async (action: string) => {
    await panel
      .getByRole('button', { name: `More for Peel ${mark}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: action }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    return panel
      .getByRole('textbox', { name: /^Portal link/ })
      .first()
      .inputValue();
  };

  await panel.getByRole('button', { name: `More for Peel ${mark}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Mail a reminder' })).toBeVisible();
  // No provider of texts is set up here, which the entry says.
  await expect(
    page.getByRole('menuitem', { name: /^Text the link No provider of texts is set up/ }),
  ).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await shoot(page, 'menu', false);
  await page.keyboard.press('Escape');
  const second = await choose('Make a new link');
  await expect(panel.getByRole('button', { name: 'Text the link' })).toHaveAccessibleDescription(
    /^No provider of texts is set up/,
  );
  await shoot(page, 'link', false);
  await expectAccessible(page);
  const former = await openOnPhone(browser, first);
  await expect(former.page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  await former.context.close();

  const phone = await openOnPhone(browser, second);
  await phone.page.getByRole('button', { name: 'I do not want to sign' }).click();
  await phone.page
    .getByRole('textbox', { name: 'Why do you decline?' })
    .fill('I would like to talk to somebody first.');
  await shoot(phone.page, 'portal-decline');
  await expectAccessible(phone.page);
  await phone.page.getByRole('button', { name: 'Decline consent' }).click();
  await expect(phone.page.getByRole('heading', { name: 'You declined' })).toBeVisible();
  await phone.page.reload();
  await expect(phone.page.getByRole('heading', { name: 'You declined' })).toBeVisible();
  await shoot(phone.page, 'portal-declined');
  await expectAccessible(phone.page);
  phone.portal.expectNoErrors();
  await phone.context.close();

  await expect(panel.getByText('Declined', { exact: true })).toBeVisible();
  await expect(panel.getByText('“I would like to talk to somebody first.”')).toBeVisible();
  await call(page, 'PUT', `/api/consents/templates/${templateId}`, {
    name: `Peel ${mark}`,
    body: '<p>Redness for three days.</p>',
  });
  await page.reload();
  await expect(panel.getByText('The template has a newer text')).toBeVisible();
  const third = await choose('Issue the newer text');
  await expect(panel.getByText('Pending', { exact: true })).toBeVisible();
  await shoot(page, 'reissued');
  const again = await openOnPhone(browser, third);
  await expect(again.page.getByRole('region', { name: 'Consent text' })).toContainText(
    'three days',
  );
  await again.context.close();

  await panel
    .getByRole('button', { name: `Open Peel ${mark}` })
    .last()
    .click();
  const history = page.getByRole('dialog').getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveText([
    /Issued by/,
    /New link made by/,
    /Opened by the link/,
    /Read to the end/,
    /Declined by the patient/,
    /Opened by the link/,
  ]);
  await history.scrollIntoViewIfNeeded();
  await shoot(page, 'history', false);
});
