import { createHmac } from 'node:crypto';

import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { home, signedOut } from './clinics';
import { newMember, password, removeMember } from './members';
import { screenshots } from './screenshots';
import { signIn } from './signIn';

/** The code of an authenticator app (RFC 6238). */
function codeOf(secret: string, step: number) {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replaceAll(/\s/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
const stepNow = () => Math.floor(Date.now() / 30_000);

/** Reads the key that is shown for typing into the app. */
async function keyOn(page: Page) {
  return (await page.getByTestId('key').innerText()).trim();
}

async function recoveryCodes(page: Page) {
  const items = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  return items.allInnerTexts();
}

async function openTwoStep(page: Page) {
  const account = page.getByRole('button', { name: /^Account: / });
  if (!(await account.isVisible()))
    await page.getByRole('button', { name: 'More', exact: true }).click();
  await account.click();
  await page
    .getByRole('dialog', { name: 'Your account' })
    .getByRole('button', { name: 'Two-step sign-in' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' });
  await expect(dialog).toBeVisible();
  return dialog;
}

const dashboard = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

test.use({ storageState: signedOut });

test('a member sets it up, signs in with the app and with a recovery code, and turns it off', async ({
  browser,
  context,
  page,
}, info) => {
  const picture = screenshots(info, 'second-factor');
  const member = await newMember(browser, context, 'Codes');
  await page.goto(home);
  await dashboard(page);

  let dialog = await openTwoStep(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set up with an app' }).click();
  await expect(
    dialog.getByRole('img', { name: 'QR code for your authenticator app' }),
  ).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'scan', false);
  const key = await keyOn(page);
  const step = stepNow();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(key, step));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = await recoveryCodes(page);
  await expectAccessible(page);
  await picture(page, 'codes', false);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('celadon-recovery-codes.txt');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('pre', { hasText: codes[9] ?? '' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(dialog.getByText('10 recovery codes are left.')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'on', false);

  await page.goto(`${home}/sign-out`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(page, { email: member.email, password });
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await expect(page.getByText(member.email)).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Code' });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page);
  await picture(page, 'code', false);
  // The code that turned it on is used up; the next one is valid already.
  await field.fill(codeOf(key, step));
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('used already');
  await expect(field).toHaveValue('');
  await field.fill(codeOf(key, step + 1));
  await field.press('Enter');
  await dashboard(page);

  await page.goto(`${home}/sign-out`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(page, { email: member.email, password });
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const paper = page.getByRole('textbox', { name: 'Recovery code' });
  await expect(paper).toBeFocused();
  await expectAccessible(page);
  await picture(page, 'paper', false);
  await paper.fill(codes[0] ?? '');
  await paper.press('Enter');
  await dashboard(page);

  dialog = await openTwoStep(page);
  await expect(dialog.getByText('9 recovery codes are left.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Password', { exact: false }).first().fill(password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Two-step sign-in is off.')).toBeVisible();
  await removeMember(browser, member);
});

test('where the clinic requires it, nothing else opens until it is set up, with the keyboard alone', async ({
  browser,
  context,
  page,
}, info) => {
  const picture = screenshots(info, 'second-factor');
  const member = await newMember(browser, context, 'Forced');
  // The demo's clinics do not require it; this page alone gets an answer that its clinic does.
  await page.addInitScript(() => {
    const real = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const answer = await real(input, init);
      if (!answer.ok || new URL(answer.url).pathname !== '/api/auth/session') return answer;
      const session = (await answer.json()) as { second_factor: string };
      return Response.json(
        session.second_factor === 'off' ? { ...session, second_factor: 'must_enrol' } : session,
      );
    };
  });
  await page.goto(`${home}/patients`);
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectAccessible(page);
  await picture(page, 'asked', false);
  await page.getByRole('button', { name: 'Set up with an app' }).focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Code' });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await picture(page, 'asked-scan');
  await page.keyboard.type(codeOf(await keyOn(page), stepNow()));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused();
  await recoveryCodes(page);
  await expectAccessible(page);
  for (const name of ['Copy', 'Print', 'Download', 'I have kept them']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await removeMember(browser, member);
});
