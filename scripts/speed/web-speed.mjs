// Measures first screens, ways from screen to screen, typing and scrolling. Called by scripts/speed/web-speed.
//
// CELADON_DEMO names the file with the demo's sign-ins (.data/demo.json); CHROMIUM_PATH names Chromium. --patients N fills the
// clinic up to so many patients first (10,000), --runs N takes the median of so many runs (5), --rest N lets a reader stay so many
// seconds on the first screen before they go on (8), --only calendar leaves the rest out.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, data, main, say, step } from '../lib/process.mjs';
import { bounds as calendarBounds, fill, measureCalendar } from './web-speed-calendar.mjs';
import { web } from '../lib/web.mjs';

const { values: wanted } = parseArgs({ options: { runs: { type: 'string', default: '5' }, patients: { type: 'string', default: '10000' }, rest: { type: 'string', default: '8' }, only: { type: 'string' } } });
const runs = Number(wanted.runs);
const rest = Number(wanted.rest) * 1_000;
const slowed = 4;
const tablet = { viewport: { width: 1180, height: 820 }, deviceScaleFactor: 2, hasTouch: true };
const firstScreens = ['/', '/patients', '/appointments', '/sign-in'];
const ways = ['/patients', '/loyalty', '/appointments', '/digital-consents', '/gfe-templates', '/team', '/subscriptions', '/pricing', '/'];
const record = '/patients/{id}';
const searched = 'martin';
const bounds = { first: 2_000, way: 250, again: 200, key: 200, frame: 100 };

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * In the page: when there is a heading (another than before), nothing is still on its way, and it has been painted, which a frame does
 * between its callbacks and the next timer.
 */
function watchForContent(before) {
  window.content = new Promise((resolve) => {
    const look = () => {
      const heading = document.querySelector('h1')?.textContent;
      const busy = document.querySelector('.MuiSkeleton-root, [aria-label="Loading"]');
      if (heading && heading !== before && !busy) setTimeout(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function slow(page) {
  const chrome = await page.context().newCDPSession(page);
  await chrome.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  return chrome;
}

/** A tap that lasts as long as a person's. */
async function tap(page, chrome, link) {
  await link.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await link.boundingBox();
  await chrome.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + width / 2, y: y + height / 2 }] });
  await page.waitForTimeout(80);
  await chrome.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** The time in a browser with an empty cache until there is content. */
async function firstScreen(browser, url, storageState) {
  const context = await browser.newContext({ ...tablet, ...(url.endsWith('/sign-in') ? {} : { storageState }) });
  const page = await context.newPage();
  await slow(page);
  await page.addInitScript(watchForContent, undefined);
  await page.goto(url);
  const at = await page.evaluate(() => window.content);
  await context.close();
  return at;
}

/** The time from the end of the tap to the next screen's content. */
async function go(page, chrome, link) {
  await page.evaluate(() => addEventListener('click', ({ timeStamp }) => (window.clicked = timeStamp), { capture: true, once: true }));
  await page.evaluate(watchForContent, await page.locator('h1').textContent());
  await tap(page, chrome, link);
  return page.evaluate(async () => (await window.content) - window.clicked);
}

/** Types as a quick person does; answers the slowest key, and whether each letter is there. */
async function type(page) {
  const field = page.getByRole('searchbox');
  await field.focus();
  await page.evaluate(() => {
    window.keys = [];
    new PerformanceObserver((list) => window.keys.push(...list.getEntries().filter(({ name }) => name === 'keydown').map(({ duration }) => duration))).observe({ type: 'event', durationThreshold: 16 });
  });
  await page.keyboard.type(searched, { delay: 80 });
  await page.waitForTimeout(600);
  const kept = (await field.inputValue()) === searched;
  const slowest = await page.evaluate(() => Math.max(0, ...window.keys));
  await field.fill('');
  await page.waitForTimeout(600);
  return { kept, slowest };
}

/** Loads ten pages of the list, then scrolls through all of them. */
async function scroll(page) {
  const more = page.getByRole('button', { name: 'Show more' });
  for (let pages = 1; pages < 10 && (await more.isVisible()); pages += 1) {
    await more.click();
    await page.waitForFunction((rows) => document.querySelectorAll('tbody tr').length > rows, (pages - 1) * 50 + 50);
  }
  await page.evaluate(() => {
    window.frames_ = [];
    let last = performance.now();
    const frame = (now) => {
      window.frames_.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    scrollTo(0, 0);
  });
  await page.mouse.move(600, 400);
  for (let turn = 0; turn < 30; turn += 1) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(30);
  }
  const frames = await page.evaluate(() => window.frames_.slice(2));
  return { rows: await page.locator('tbody tr').count(), longest: Math.max(...frames), median: median(frames) };
}

/** One visit: every way for the first time, then each once more, as on the rest of a day; then the list. */
async function visit(browser, home, storageState) {
  const context = await browser.newContext({ ...tablet, storageState });
  const page = await context.newPage();
  await page.goto(home);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const chrome = await slow(page);
  await page.waitForTimeout(rest);
  const found = {};
  const follow = (way) => go(page, chrome, way === record ? page.getByRole('link', { name: /^View Details/ }).first() : page.locator(`nav[aria-label="Main"] a[href="${way}"]`));
  const all = [...ways, '/patients', record];
  for (const way of all) {
    const ms = await follow(way);
    found[way] ??= ms;
  }
  for (const way of all) found[`${way} again`] = await follow(way);
  await follow('/patients');
  found.typing = await type(page);
  found.scrolling = await scroll(page);
  await context.close();
  return found;
}

/** Signs in, and fills the clinic up. */
async function prepare(browser, { url, email, password }) {
  const context = await browser.newContext(tablet);
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const patients = await page.evaluate(async (most) => {
    const have = async () => {
      let count = 0;
      for (let after = ''; ; ) {
        const page = await (await fetch(`/api/patients?limit=1000${after}`)).json();
        count += page.length;
        if (page.length < 1000) return count;
        after = `&after=${page.at(-1).id}`;
      }
    };
    const names = ['Martin', 'Smith', 'Garcia', 'Lopez', 'Walker', 'Young', 'Hill', 'Baker'];
    for (let at = await have(); at < most; at += 8) {
      const added = await Promise.all(names.map((name, n) => fetch('/api/patients', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ first_name: `Ann ${at + n}`, last_name: name, birth_date: '1980-01-10', phone: '(555) 010-1000', email: `ann${at + n}@example.com` }),
      })));
      const refused = added.find(({ ok }) => !ok);
      if (refused) throw new Error(`A patient was refused (${refused.status}): start ./scripts/run with RATE_LIMIT_FACTOR=1000.`);
    }
    return have();
  }, Number(wanted.patients));
  const days = await fill(page);
  const storageState = await context.storageState();
  await context.close();
  return { storageState, patients, days };
}

await main(async () => {
  const file = process.env.CELADON_DEMO ?? path.join(data, 'demo.json');
  if (!fs.existsSync(file)) throw new Failure('Nothing to measure: start ./scripts/run first.');
  const { chromium } = createRequire(path.join(web, 'package.json'))('@playwright/test');
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const owner = JSON.parse(fs.readFileSync(file, 'utf8')).find(({ is_owner }) => is_owner);
    const { storageState, patients, days } = await step('The clinic', () => prepare(browser, owner));
    const lines = [];
    const add = (what, numbers, bound) => lines.push({ what, median: Math.round(median(numbers)), all: numbers.map(Math.round), bound, met: median(numbers) <= bound });
    await step('First screens', async () => {
      for (const screen of wanted.only ? [] : firstScreens) {
        const times = [];
        for (let run = 0; run < runs; run += 1) times.push(await firstScreen(browser, `${owner.url}${screen}`, storageState));
        add(`first screen ${screen}`, times, bounds.first);
      }
    });
    const visits = [];
    await step('Ways, typing, scrolling', async () => {
      for (let run = 0; run < (wanted.only ? 0 : runs); run += 1) visits.push(await visit(browser, owner.url, storageState));
    });
    const open = async () => {
      const context = await browser.newContext({ ...tablet, storageState });
      return { context, page: await context.newPage() };
    };
    const calendar = await step('The calendar of a full day', () => measureCalendar({ open, slow, home: owner.url, runs, days }));
    add('first paint of a day over the list', calendar.map(({ paint }) => paint), calendarBounds.paint);
    add('next day over the list', calendar.map(({ turn }) => turn), calendarBounds.turn);
    if (visits.length > 0) {
      for (const way of [...ways, record].flatMap((one) => [one, `${one} again`])) add(`to ${way}`, visits.map((found) => found[way]), way.endsWith(' again') ? bounds.again : bounds.way);
      add('slowest key', visits.map(({ typing }) => typing.slowest), bounds.key);
      add(`longest frame over ${visits[0].scrolling.rows} rows`, visits.map(({ scrolling }) => scrolling.longest), bounds.frame);
    }
    const dropped = visits.filter(({ typing }) => !typing.kept).length;
    say(`\nCPU slowed ${slowed} times, ${tablet.viewport.width} x ${tablet.viewport.height}, ${patients} patients, ${rest / 1_000} s on the first screen, median of ${runs}, in ms:\n`);
    for (const { what, median: ms, bound, met } of lines) say(`  ${what.padEnd(36)} ${String(ms).padStart(6)}  ${met ? 'within' : 'OVER'} ${bound}`);
    say(`  ${'runs with a dropped key'.padEnd(36)} ${String(dropped).padStart(6)}`);
    const [load] = os.loadavg();
    const cores = os.availableParallelism();
    say(`  The machine's load was ${load.toFixed(1)} on ${cores} cores${load > cores ? ': these times are of a busy machine, not of the app' : ''}.`);
    fs.mkdirSync(data, { recursive: true });
    const report = path.join(data, `web-speed-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`);
    fs.writeFileSync(report, JSON.stringify({ load, cores, slowed, tablet, patients, runs, rest, lines, dropped, visits, calendar, columns: days.columns }, null, 2));
    say(`\n${path.relative(process.cwd(), report)}`);
  } finally {
    await browser.close();
  }
  return 0;
});
