import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { expect, test } from '@playwright/test';

import { expectAccessible, expectLegibleInTheDark } from './accessible';
import { call } from './api';
import { watchBrowser } from './browserLog';
import { home, signedOut, stamp } from './clinics';
import { openScreen } from './openScreen';
import { screenshots } from './screenshots';

test('a patient reads, signs and downloads a copy, which the clinic can verify and whose history it sees', async ({
  page,
  browser,
}, info) => {
  const shoot = screenshots(info, 'evidence');
  const mark = stamp(info.project.name);
  const browserLog = await openScreen(page, '/', 'Dashboard');
  const { id: template } = await call<{ id: number }>(page, 'POST', '/api/consents/templates', {
    name: `Peel consent ${mark}`,
    body: `<h2>Risks</h2>${'<p>Redness is common.</p>'.repeat(30)}`,
  });
  const { id: patient } = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name: 'Nora',
    last_name: `Proof ${mark}`,
  });
  const { portal_url: link } = await call<{ portal_url: string }>(
    page,
    'POST',
    `/api/consents/${patient}/issue`,
    { templateId: template },
  );

  const context = await browser.newContext({
    storageState: signedOut,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const portal = await watchBrowser(context, home);
  const phone = await context.newPage();
  await phone.goto(link);
  await expect(
    phone.getByText(/^You may ask Aurelle Aesthetics for a paper form instead/),
  ).toBeVisible();
  await expect(phone.getByText(/^By pressing “Sign consent” I sign this form/)).toBeVisible();
  const read = phone.waitForResponse((response) => response.url().endsWith('/read-to-end'));
  await phone.getByRole('button', { name: 'Sign consent' }).scrollIntoViewIfNeeded();
  expect((await read).status()).toBe(204);
  await expectAccessible(phone);
  await shoot(phone, 'portal-sign', false);
  await phone.getByRole('button', { name: 'Sign consent' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  const download = phone.getByRole('link', { name: 'Download my copy' });
  await expect(download).toBeVisible({ timeout: 30_000 });
  await expectAccessible(phone);
  await shoot(phone, 'portal-copy');
  const [file] = await Promise.all([phone.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toBe('signed-form.pdf');
  const pdf = await readFile(await file.path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const hash = createHash('sha256').update(pdf).digest('hex');
  portal.expectNoErrors();
  await context.close();

  await page.goto(`${home}/patients/${patient}`);
  await page.getByRole('button', { name: `Open Peel consent ${mark}` }).click();
  const dialog = page.getByRole('dialog');
  const history = dialog.getByRole('region', { name: 'History' });
  for (const words of [
    'Issued by',
    'Opened by the link, from',
    'Read to the end, from',
    'Signed by Nora Proof',
    'Downloaded, from',
  ])
    await expect(history.getByText(words)).toBeVisible();
  await expect(dialog.getByText(`SHA-256 of the signed copy: ${hash}`)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Signed copy' })).toBeVisible();
  await history.scrollIntoViewIfNeeded();
  await shoot(page, 'history', false);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.goto(`${home}/activity`);
  await page.getByRole('link', { name: 'Verify a document' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Verify a document' })).toBeVisible();
  const chosen = (buffer: Buffer) => ({
    name: 'signed-form.pdf',
    mimeType: 'application/pdf',
    buffer,
  });
  await page.getByLabel('PDF to verify').setInputFiles(chosen(pdf));
  await expect(page.getByText(/^Known and unchanged\. It was signed on /)).toBeVisible();
  await expectAccessible(page);
  await expectLegibleInTheDark(page);
  await shoot(page, 'verified');
  const changed = Buffer.from(pdf);
  changed[1_000] = (changed[1_000] ?? 0) ^ 1;
  await page.getByLabel('PDF to verify').setInputFiles(chosen(changed));
  await expect(page.getByText(/^Unknown\./)).toBeVisible();
  await page.getByRole('textbox', { name: 'or its SHA-256' }).fill('abc');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^The SHA-256 must be a SHA-256/);
  await shoot(page, 'refused');
  browserLog.expectNoErrors(['422 /api/documents/verify']);
});
