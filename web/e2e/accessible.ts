import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { waitUntilStill } from './screenshots';

/** No violations found by axe, no horizontal scrolling, no touch target that is too small. */
export async function expectAccessible(page: Page) {
  await waitUntilStill(page);
  // A bar at the foot of the screen covers part of what scrolls below it, which axe would report as too small.
  await stickToTheFoot(page, false);
  const { violations } = await new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } }).analyze();
  await stickToTheFoot(page, true);
  const found = violations.flatMap(({ id, impact, nodes }) => nodes.map(({ target, failureSummary }) => `${impact} ${id}: ${target.join(' ')}: ${failureSummary}`));
  expect(found).toEqual([]);
  await expectNoSidewaysScroll(page);
  expect(await tooSmall(page)).toEqual([]);
}

/** Takes the bars at the foot of the screen out of its way, and puts them back. */
async function stickToTheFoot(page: Page, stick: boolean) {
  await page.evaluate((back) => {
    for (const one of document.querySelectorAll<HTMLElement>(back ? '[data-unstuck]' : 'nav, .MuiPaper-root')) {
      const { position, bottom } = getComputedStyle(one);
      if (!back && (position !== 'sticky' || bottom === 'auto')) continue;
      one.toggleAttribute('data-unstuck', !back);
      one.style.position = back ? '' : 'static';
    }
  }, stick);
}

export async function expectNoSidewaysScroll(page: Page) {
  const { content, screen } = await page.evaluate(() => ({ content: document.documentElement.scrollWidth, screen: document.documentElement.clientWidth }));
  expect(content).toBeLessThanOrEqual(screen);
}

/** Touch targets lower than 44 px. A field is as high as its frame. */
async function tooSmall(page: Page) {
  return page.evaluate(() => {
    const least = 44;
    const pressable = document.querySelectorAll<HTMLElement>('a[href], button, [role="button"], input:not([type="hidden"]), select, textarea');
    return [...pressable]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('[aria-hidden="true"]'))
      .map((one) => {
        const framed = /^(?:INPUT|SELECT|TEXTAREA)$/.test(one.tagName) && one.parentElement ? one.parentElement : one;
        return { name: one.getAttribute('aria-label') ?? one.textContent?.slice(0, 40) ?? one.tagName, box: framed.getBoundingClientRect() };
      })
      // The skip link is off the screen until it has the focus.
      .filter(({ box }) => box.right > 0 && Math.round(box.height) < least)
      .map(({ name, box }) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`);
  });
}
