import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator, atMost = 150) {
  await target.waitFor();
  // Found again only when a list was drawn anew: to find it by role and name after each press takes longer than the press.
  let element = await target.elementHandle();
  for (let pressed = 0; pressed < atMost; pressed += 1) {
    if (!(await element?.evaluate((one) => one.isConnected)))
      element = await target.elementHandle();
    if (await element?.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab did not lead to ${String(target)}.`);
}

/** Moves the focus to the target and presses Enter. */
export async function enter(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Moves the focus to a field and replaces its text. */
export async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Moves the focus to a select and chooses by the first letters. */
export async function choose(page: Page, select: Locator, words: string, value = words) {
  await tabTo(page, select);
  await page.keyboard.type(words);
  await expect(select).toHaveValue(value);
}

/** Signs with a typed name. */
export async function typeSignature(page: Page, signature: Locator, name: string) {
  await enter(page, signature.getByRole('button', { name: 'Type instead' }));
  await expect(signature.getByLabel('Full name')).toBeFocused();
  await page.keyboard.type(name);
}

interface Stop {
  /** Its index among all focusable elements. */
  index: number;
  name: string;
  covered: boolean;
  marked: boolean;
}

/** What Tab stops at. */
const pressable =
  'a[href], button:not([disabled]), input:not([type="hidden"]):not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

/** In the page: the control that had the focus before the last Tab, and the lines around it while it had it. */
type Marked = Window & { celadonFocused?: { control: HTMLElement; lines: string } | undefined };

/** Presses Tab: what has the focus now, and whether what had it before had a mark. */
async function pressTab(
  page: Page,
): Promise<{ left?: { marked: boolean } | undefined; stop: Omit<Stop, 'marked'> | null }> {
  await page.keyboard.press('Tab');
  return page.evaluate(async (all) => {
    const linesAround = (control: Element) =>
      [
        control,
        ...(control.parentElement
          ? [control.parentElement, ...control.parentElement.children]
          : []),
      ]
        // Another control beside it has marks of its own.
        .filter((one) => one === control || !one.matches(all))
        .map((one) => {
          const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderWidth, borderColor } =
            getComputedStyle(one);
          // A shadow without a length is not seen.
          const shadow = /[1-9][\d.]*px/.test(boxShadow) ? boxShadow : '';
          return [
            outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`,
            shadow,
            borderWidth === '0px' ? '' : `${borderWidth} ${borderColor}`,
          ].join();
        })
        .join();
    // Two frames, for scrolling into view.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const here = document.activeElement as HTMLElement | null;
    // The focus mark may be animated for a frame, even with reduced motion.
    await Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => null)),
    );
    const before = (window as Marked).celadonFocused;
    const left = before && { marked: linesAround(before.control) !== before.lines };
    if (!here || here === document.body) return { left, stop: null };
    (window as Marked).celadonFocused = { control: here, lines: linesAround(here) };
    const box = here.getBoundingClientRect();
    // Visible means that nothing covers the middle of its first line, or of the part that is in the window when it is taller than that.
    const [above, below] =
      box.height > innerHeight
        ? [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
        : [box.top, box.bottom];
    const [x, y] = [
      box.left + Math.min(box.width / 2, 60),
      above + (box.height > innerHeight ? (below - above) / 2 : Math.min(box.height / 2, 22)),
    ];
    const top = document.elementFromPoint(x, y);
    const covered =
      !top ||
      !(
        here.contains(top) ||
        top.contains(here) ||
        top.closest('label') !== null ||
        top.parentElement?.contains(here) === true
      );
    const name =
      here.getAttribute('aria-label') ?? (here.textContent?.trim().slice(0, 40) || here.tagName);
    return {
      left,
      stop: { index: [...document.querySelectorAll(all)].indexOf(here), name, covered },
    };
  }, pressable);
}

/**
 * Presses Tab through the whole page and expects that every control is reached, is not covered while it has the focus (WCAG 2.4.11) and
 * has a visible focus mark (2.4.7), and that the focus leaves the page at the end (2.1.2). A mark is a line around the control, or around
 * what belongs to it, that is another one without the focus: a field's border is its neighbour, a switch's outline its parent's.
 */
export async function expectAllReached(page: Page) {
  // Start at the top of the page.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    window.scrollTo(0, 0);
    delete (window as Marked).celadonFocused;
  });
  const wanted = await page.evaluate(
    (all) =>
      [...document.querySelectorAll<HTMLElement>(all)]
        .map((one, index) => ({ one, index }))
        // A group of radio buttons has one tab stop; tabindex -1 has none.
        .filter(
          ({ one }) =>
            one.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
            one.tabIndex >= 0 &&
            !(one instanceof HTMLInputElement && one.type === 'radio' && !one.checked),
        )
        .map(({ one, index }) => ({
          index,
          name:
            one.getAttribute('aria-label') ??
            (one.textContent?.trim().slice(0, 40) ||
              `${one.tagName} ${one.getAttribute('name') ?? one.id}`),
        })),
    pressable,
  );
  const stops: Stop[] = [];
  for (let pressed = 0; pressed < wanted.length * 4 + 20; pressed += 1) {
    const { left, stop } = await pressTab(page);
    const last = stops.at(-1);
    // The parts of a date are one control.
    if (last && stop?.index === last.index) continue;
    if (last && left) last.marked = left.marked;
    if (!stop || stop.index === stops[0]?.index) break;
    stops.push({ ...stop, marked: false });
  }
  const reached = new Set(stops.map(({ index }) => index));
  expect({
    missed: wanted.filter(({ index }) => !reached.has(index)).map(({ name }) => name),
    covered: stops.filter(({ covered }) => covered).map(({ name }) => name),
    unmarked: stops.filter(({ marked }) => !marked).map(({ name }) => name),
  }).toEqual({ missed: [], covered: [], unmarked: [] });
}
