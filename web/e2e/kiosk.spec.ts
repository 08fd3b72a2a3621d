import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { call } from './api';
import { home, stamp } from './clinics';
import { asMember } from './members';
import { screenshots } from './screenshots';
import { draw } from './signature';

const pin = '4071';

/** Every place of the staff's app that a patient could try to reach by its address. */
const addresses = [
  '/',
  '/patients',
  '/patients/1',
  '/gfe/1',
  '/gfe-estimate/1',
  '/appointments',
  '/digital-consents',
  '/gfe-templates',
  '/loyalty',
  '/team',
  '/subscriptions',
  '/pricing',
  '/settings',
  '/activity',
  '/waitlist',
  '/sign-out',
  '/no/such/page',
];

/** Calls that a page would make, sent by hand from the browser's console. */
const calls = [
  '/api/patients',
  '/api/search?q=a',
  '/api/appointments',
  '/api/team',
  '/api/auth/session',
  '/api/loyalty/rules',
  '/api/consents/templates',
  '/api/treatments/pending',
  '/api/loyalty/balances',
];

test('a patient signs on the tablet that a member hands over, cannot leave the forms, and the member takes it back', async ({
  page: owner,
  browser,
}, info) => {
  const shoot = screenshots(info, 'kiosk');
  const mark = stamp(info.project.name);
  await owner.goto(home);
  const text = `<h2>Risks</h2>${'<p>Redness is common.</p>'.repeat(12)}`;
  const templates = await Promise.all(
    ['Peel consent', 'Photo consent', 'Office rules'].map((name) =>
      call<{ id: number }>(owner, 'POST', '/api/consents/templates', {
        name: `${name} ${mark}`,
        body: text,
      }),
    ),
  );
  const { id: patient } = await call<{ id: number }>(owner, 'POST', '/api/patients', {
    first_name: 'Nora',
    last_name: `Desk ${mark}`,
  });
  for (const { id } of templates)
    await call(owner, 'POST', `/api/consents/${patient}/issue`, { templateId: id });

  await asMember(browser, 'Nurse', async (page, member) => {
    await page.goto(`${home}/patients/${patient}`);
    await page.getByRole('button', { name: 'Sign here on this device' }).click();
    // The first time it asks for a PIN.
    const dialog = page.getByRole('dialog', { name: 'PIN for handing over' });
    await dialog.getByLabel(/^PIN(?! again)/).fill('1234');
    await dialog.getByLabel(/^PIN again/).fill('1234');
    await dialog.getByRole('button', { name: 'Set PIN' }).click();
    await expect(dialog.getByText(/too easy to guess/)).toBeVisible();
    await dialog.getByLabel(/^PIN(?! again)/).fill(pin);
    await dialog.getByLabel(/^PIN again/).fill(pin);
    await expectAccessible(page);
    await shoot(page, 'pin', false);
    await dialog.getByRole('button', { name: 'Set PIN' }).click();

    await expect(page).toHaveURL(`${home}/tablet`);
    await expect(page.getByRole('heading', { name: 'Hello Nora' })).toBeVisible();
    await expect(page.getByText('Form 1 of 3')).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'form', false);
    await escape(page);

    await page.getByRole('button', { name: 'Largest text' }).click();
    await page.getByRole('button', { name: 'Add a drawn signature' }).click();
    const field = page.getByRole('group', { name: 'Your signature (optional)' });
    await draw(page, field);
    // Neither the Back button, nor a turned tablet, nor a lost network loses what is drawn.
    await page.goBack();
    const { width, height } = page.viewportSize() ?? { width: 1180, height: 820 };
    await page.setViewportSize({ width: height, height: width });
    await expect(field.getByRole('img')).toHaveAccessibleName(/: signed$/);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
      .toBe(true);
    await shoot(page, 'turned', false);
    await page.setViewportSize({ width, height });
    // A tablet that has slept may load the page again.
    await page.reload();
    await expect(field.getByRole('img')).toHaveAccessibleName(/: signed$/);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Sign consent' }).click();
    await expect(page.getByText('Error signing consent. Please try again.')).toBeVisible();
    await page.context().setOffline(false);
    await expect(field.getByRole('img')).toHaveAccessibleName(/: signed$/);
    await page.getByRole('button', { name: 'Sign consent' }).click();

    await expect(page.getByText('Form 2 of 3')).toBeVisible();
    await page.getByRole('button', { name: 'I do not want to sign' }).click();
    await page.getByLabel('Why do you decline?').fill('No photos, please.');
    await page.getByRole('button', { name: 'Decline consent' }).click();
    await expect(page.getByText('Form 3 of 3')).toBeVisible();
    await page.getByRole('button', { name: 'I have a question first' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you, Nora' })).toBeVisible();
    await expect(page.getByText('You have questions about one form.')).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'done', false);
    await page.getByRole('button', { name: 'Hand the tablet back' }).last().click();
    await page.getByLabel('PIN', { exact: true }).fill('9999');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(
      page.getByText('This is not the PIN of whoever handed the tablet over.'),
    ).toBeVisible();
    await expect(
      page.getByText(`For the team: ${member.name} takes it back with a PIN.`),
    ).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'back', false);
    await page.getByLabel('PIN', { exact: true }).fill(pin);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page).toHaveURL(`${home}/patients/${patient}`);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('strokes');
    const panel = page.getByRole('region', { name: 'Digital Consents' });
    await expect(
      panel.getByRole('row', { name: new RegExp(`Peel consent ${mark}`) }),
    ).toContainText('Signed');
    await expect(
      panel.getByRole('row', { name: new RegExp(`Photo consent ${mark}`) }),
    ).toContainText('Declined');
    await expect(panel.getByText('1 form waits for a signature.')).toBeVisible();
    await panel.getByRole('button', { name: `Open Peel consent ${mark}` }).click();
    await expect(
      page
        .getByRole('dialog')
        .getByText(/Handed over to sign on the clinic’s device by Tess Nurse/),
    ).toBeVisible();
  });
});

/** Tries thirty ways out of the forms. */
async function escape(page: Page) {
  const stays = async (tab: Page) => {
    await expect(tab).toHaveURL(`${home}/tablet`);
    await expect(tab.getByRole('heading', { name: 'Hello Nora' })).toBeVisible();
    await expect(tab.getByRole('link', { name: 'Clients' })).toHaveCount(0);
  };
  for (const address of addresses) {
    await page.goto(`${home}${address}`);
    await stays(page);
  }
  await page.reload();
  await stays(page);
  await page.goBack();
  await stays(page);
  await page.goForward();
  await stays(page);
  const tab = await page.context().newPage();
  await tab.goto(`${home}/patients`);
  await stays(tab);
  await tab.close();
  for (const path of calls) {
    const answer = await page.evaluate(async (url) => {
      const response = await fetch(url);
      return { status: response.status, text: await response.text() };
    }, path);
    expect(answer.status, path).toBe(403);
    expect(answer.text, path).toContain('"handed_over"');
  }
}
