import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

import { waitUntilStill } from './screenshots';

export const darkGround = 'rgb(20, 26, 25)';

/** No violations found by axe, no horizontal scrolling, no touch target that is too small. */
export async function expectAccessible(page: Page) {
  await waitUntilStill(page);
  // A bar at the foot of the screen covers part of what scrolls below it, which axe would report as too small.
  await stickToTheFoot(page, false);
  const found = await violationsOf(page, { rules: { 'target-size': { enabled: true } } });
  await stickToTheFoot(page, true);
  expect(found).toEqual([]);
  await expectNoSidewaysScroll(page);
  expect(await tooSmall(page)).toEqual([]);
}

/** The dark scheme differs in nothing but colours, so only what axe finds about them is looked for; the page is in the light scheme again afterwards. */
export async function expectLegibleInTheDark(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('body')).toHaveCSS('background-color', darkGround);
  await waitUntilStill(page);
  expect(await violationsOf(page, { runOnly: ['color-contrast', 'link-in-text-block'] })).toEqual(
    [],
  );
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Runs axe in the page itself, which has no frames, and fetches only what it holds against the page. */
async function violationsOf(page: Page, options: RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (wanted) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    return (await here.run(document, { ...wanted, resultTypes: ['violations'] })).violations;
  }, options);
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${impact} ${id}: ${target.join(' ')}: ${failureSummary}`,
    ),
  );
}

/** Takes the bars at the foot of the screen out of its way, and puts them back. */
async function stickToTheFoot(page: Page, stick: boolean) {
  await page.evaluate((back) => {
    for (const one of document.querySelectorAll<HTMLElement>(
      back ? '[data-unstuck]' : 'nav, .MuiPaper-root, .foot',
    )) {
      const { position, bottom } = getComputedStyle(one);
      if (!back && (position !== 'sticky' || bottom === 'auto')) continue;
      one.toggleAttribute('data-unstuck', !back);
      one.style.position = back ? '' : 'static';
    }
  }, stick);
}

export async function expectNoSidewaysScroll(page: Page) {
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(screen);
}

/**
 * Touch targets lower than 44 px. A field is as high as its frame. In the grid of a day a quarter of an hour is 24 px, the least of WCAG
 * 2.5.8: the list leads to the same appointment.
 */
async function tooSmall(page: Page) {
  return page.evaluate(() => {
    const leastOf = (one: HTMLElement) => (one.closest('.clinic-calendar') ? 24 : 44);
    const pressable = document.querySelectorAll<HTMLElement>(
      'a[href], button, [role="button"], input:not([type="hidden"]), select, textarea',
    );
    return (
      [...pressable]
        .filter(
          (one) =>
            one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
            !one.closest('[aria-hidden="true"]'),
        )
        .map((one) => {
          const framed =
            /^(?:INPUT|SELECT|TEXTAREA)$/.test(one.tagName) && one.parentElement
              ? one.parentElement
              : one;
          return {
            name: one.getAttribute('aria-label') ?? one.textContent?.slice(0, 40) ?? one.tagName,
            box: framed.getBoundingClientRect(),
            least: leastOf(one),
          };
        })
        // The skip link is off the screen until it has the focus.
        .filter(({ box, least }) => box.right > 0 && Math.round(box.height) < least)
        .map(({ name, box }) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`)
    );
  });
}
