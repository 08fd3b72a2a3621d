import { expect, test, type Page } from '@playwright/test';

import { openScreen } from './openScreen';

/** The words of the page of which a part is on the next line. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken = new Set<string>();
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      // A line may end after a hyphen.
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.add(word);
      }
    }
    return [...broken];
  });

test('the first page breaks no name inside a word, and has what needs attention beside the day where there is room', async ({
  page,
}) => {
  const now = Date.now();
  const names = ['Chloe Washington', 'Maximiliana Konstantinopoulou-Featherstonehaugh'];
  const visits = names.map((name, index) => ({
    id: index + 1,
    patient_id: index + 1,
    first_name: name.split(' ')[0],
    last_name: name.split(' ')[1],
    provider_id: null,
    provider_name: 'Tomás Rivera',
    resource_id: null,
    resource_name: null,
    series_id: null,
    service: 'Microneedling',
    starts_at: new Date(now).toISOString(),
    ends_at: new Date(now + 1_800_000).toISOString(),
    notes: null,
    allow_overlap: false,
    patient_is_archived: false,
    status: 'In room',
    status_at: new Date(now - 1_200_000).toISOString(),
    cancel_reason: null,
    booked_anyway_by: null,
    move_asked_at: null,
    requested_at: null,
    version: 1,
    updated_at: null,
    updated_by: null,
    marks: {
      exam: 'missing',
      exam_until: null,
      consents_pending: 2,
      consents_signed: 0,
      is_first_visit: false,
      has_alert: true,
    },
  }));
  await page.route(/\/api\/appointments\?/, (route) => route.fulfill({ json: visits }));
  const browserLog = await openScreen(page, '/', 'Dashboard');
  const boxOf = async (name: string) => {
    const box = await page.getByRole('region', { name }).boundingBox();
    if (!box) throw new Error(`${name} is not drawn.`);
    return box;
  };
  // A tablet held upright, 200 % zoom on one held across, beside the rail, beside the sidebar, on a phone.
  for (const width of [720, 820, 590, 1180, 1200, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('button', { name: /^Complete the visit: / })).toHaveCount(2);
    expect(await brokenWords(page), `${width} px`).toEqual([]);
    const board = await boxOf('Here now');
    const attention = await boxOf('Needs attention');
    if (width >= 1180) expect(attention.x).toBeGreaterThanOrEqual(board.x + board.width);
    else expect(attention.y).toBeGreaterThanOrEqual(board.y + board.height);
  }
  browserLog.expectNoErrors();
});
