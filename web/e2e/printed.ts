import { expect, type Page } from '@playwright/test';

/** Presses a button that prints, and sees the PDF arrive. */
export async function printed(page: Page, name: string) {
  // Chromium without a window has no viewer of PDFs: it downloads what the new tab is given.
  const opened = page
    .context()
    .waitForEvent('response', (response) => /\/api\/documents\/\d+\/file$/.test(response.url()));
  await page.getByRole('button', { name }).click();
  const answer = await opened;
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  const { pathname } = new URL(answer.url());
  // Read by the browser: outside of it nothing resolves the clinic's host.
  expect(
    await page.evaluate(async (path) => (await (await fetch(path)).text()).slice(0, 5), pathname),
  ).toBe('%PDF-');
}
