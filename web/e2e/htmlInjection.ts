import { expect, type Page } from '@playwright/test';

/** Sets a value in the page when it runs, and is an element that should not be there when it is taken for HTML. */
export const htmlPayload = `"><img src=x onerror="window['ranByMistake']='image'"><script>window['ranByMistake']='script'</script>`;

const planted = 'img[src="x"], [onerror], [onclick], main script, main iframe, main a[href^="javascript"]';

export async function expectNothingRan(page: Page) {
  await expect(page.locator(planted)).toHaveCount(0);
  expect(await page.evaluate(() => (window as { ranByMistake?: string }).ranByMistake)).toBeUndefined();
}
