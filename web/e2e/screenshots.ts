import type { Page, TestInfo } from '@playwright/test';

/** Nothing moves and every letter has its font: what is looked at now looks the same in a second. */
export async function waitUntilStill(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished));
  });
}

/** Pictures of the screens for people to look at, in e2e/shots/<project>/: those of one set in the order they were taken. */
export function screenshots(info: TestInfo, set?: string) {
  let taken = 0;
  return async (page: Page, name: string, fullPage = true) => {
    await waitUntilStill(page);
    taken += 1;
    const file = `${set ?? String(taken).padStart(2, '0')}-${name}.png`;
    await page.screenshot({ path: `e2e/shots/${info.project.name}/${file}`, fullPage, scale: 'css', animations: 'disabled' });
  };
}
