import { expect, type Page, type TestInfo } from '@playwright/test';

/** Waits until nothing is loading, fonts included, and animations have ended. */
export async function waitUntilStill(page: Page) {
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
        .map((one) => one.finished),
    );
  });
}

/** Takes screenshots for people to look at when CELADON_SHOTS is set: in e2e/shots/<project>/, numbered in their order. */
export function screenshots(info: TestInfo, set?: string) {
  let taken = 0;
  return async (page: Page, name: string, fullPage = true) => {
    if (!process.env['CELADON_SHOTS']) return;
    await waitUntilStill(page);
    taken += 1;
    const file = `${set ?? String(taken).padStart(2, '0')}-${name}.png`;
    await page.screenshot({
      path: `e2e/shots/${info.project.name}/${file}`,
      fullPage,
      scale: 'css',
      animations: 'disabled',
    });
  };
}
