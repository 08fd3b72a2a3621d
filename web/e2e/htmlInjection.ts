import { expect, type Page } from '@playwright/test';

/** Sets a variable if it runs as a script, and adds an element if it is parsed as HTML. */
export const htmlPayload = `"><img src=x onerror="window['ranByMistake']='image'"><script>window['ranByMistake']='script'</script>`;

const planted =
  'img[src="x"], [onerror], [onclick], main script, main iframe, main a[href^="javascript"]';

export async function expectNothingRan(page: Page) {
  await expect(page.locator(planted)).toHaveCount(0);
  expect(
    await page.evaluate(() => (window as { ranByMistake?: string }).ranByMistake),
  ).toBeUndefined();
}
