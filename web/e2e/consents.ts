import { expect, type Browser, type Locator, type Page } from '@playwright/test';

import { home, signedOut } from './clinics';
import { draw, expectSignature } from './signature';
import { screenshots } from './screenshots';
import { watchBrowser } from './browserLog';

type Shoot = ReturnType<typeof screenshots>;

/** Signs in a new browser that has nothing but the link. */
export async function signOnPhone(browser: Browser, link: string, name: string, shoot: Shoot) {
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
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Nora' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Consent text' })).toContainText('Botox');
  await shoot(page, 'portal-ready');
  await page.getByLabel('Your full name (optional)').fill(name);
  await page.getByRole('button', { name: 'Add a drawn signature' }).click();
  await draw(page, page.getByRole('group', { name: 'Your signature (optional)' }));
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/sign') && request.method() === 'POST',
  );
  await shoot(page, 'portal-drawn', false);
  await page.getByRole('button', { name: 'Sign consent' }).click();
  await expectSignature(page, (await sent).postDataJSON().signature, 400, 120);
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  await shoot(page, 'portal-thanks');
  const copy = page.getByRole('article', { name: 'Your copy' });
  const before = await copy.innerHTML();
  await page.goto(link);
  await expect(page.getByText(/^Your consent was signed on /)).toBeVisible();
  await expect(copy.getByText(`Signed electronically by ${name}`)).toBeVisible();
  await expect(copy.getByAltText('Your drawn signature')).toBeVisible();
  expect(await copy.innerHTML()).toBe(before);
  await expectPaper(page, [
    'Aurelle Aesthetics',
    await copy.getByRole('heading').first().innerText(),
    name,
  ]);
  await expect(page.getByRole('button', { name: 'Sign consent' })).toBeHidden();
  await shoot(page, 'portal-again');
  expect(await context.cookies()).toEqual([]);
  portal.expectNoErrors();
  await context.close();
}

/** Opens the signed consent at the clinic. */
export async function openSigned(page: Page, panel: Locator, name: string, shoot: Shoot) {
  await panel.getByRole('button', { name: /^Open / }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Consent text' })).toContainText('Botox');
  const signature = dialog.getByRole('region', { name: 'Signature' });
  await expectSignature(
    page,
    await signature.getByRole('img', { name: `Signature of ${name}` }).getAttribute('src'),
    400,
    120,
  );
  await expect(signature.getByText(`Signed electronically by ${name}`)).toBeVisible();
  await expect(
    signature.getByText(/^Signed on [A-Z][a-z]+ \d{1,2}, \d{4} at .* E[SD]T$/),
  ).toBeVisible();
  await expect(signature.getByText(/^From (127\.0\.0\.1|::1?), with /)).toBeVisible();
  await expect(dialog.getByText(/^Issued by /)).toBeVisible();
  await shoot(page, 'consent-opened', false);
  await signature.scrollIntoViewIfNeeded();
  await shoot(page, 'consent-signature', false);
  const title = await dialog.getByRole('heading').first().innerText();
  await expectPaper(page, ['Aurelle Aesthetics', title, name]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
}

/** Expects that the print begins with these lines and has nothing else of the page. */
async function expectPaper(page: Page, head: string[]) {
  await page.emulateMedia({ media: 'print' });
  const paper = (await page.locator('body').innerText()).split('\n').filter((line) => line.trim());
  expect(paper.slice(0, head.length)).toEqual(head);
  expect(paper.at(-1)).toMatch(
    /^(Signed on|From|Agreed to sign electronically|SHA-256 of the signed copy)/,
  );
  for (const word of ['Thank you', 'Print', 'Close', 'Save', 'Treatment History'])
    expect(paper, word).not.toContain(word);
  await page.emulateMedia({ media: null });
}
