// Each page stays within its budget (budget.json), by the manifest of the build: npm run build && node --test budget.test.mjs
//
// kB as the network carries them, compressed by brotli: a page before it can be used, one part of what comes later, and all that one
// step brings. What a person needs without a network is in a page's first load: notices, the questions before something is lost, the
// drawing pad. A page that holds a form brings react-hook-form, zod and mostly the pad with it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const json = (name) => JSON.parse(fs.readFileSync(name, 'utf8'));
const dist = process.env.WEB_DIR ?? file('dist');
const budget = json(file('budget.json'));
const manifest = json(path.join(dist, '.vite/manifest.json'));
const names = Object.keys(manifest);
const [entry, portal, book, tablet, platform] = [
  'index.html',
  'portal.html',
  'book.html',
  'tablet.html',
  'platform.html',
];
/** The frame of the staff's pages, which stands in a group of vite.config.ts. */
const frame = names.find((name) => manifest[name].name === 'staff');
const pages = names.filter((name) =>
  /^src\/(?:features\/(?!sign-up)[^/]+|app)\/[^/]*Page\.tsx$/.test(name),
);
const withForm = [
  'AppointmentsPage',
  'EmergencyRecordPage',
  'GfeEstimatePage',
  'GfeExamPage',
  'ImportsPage',
  'LoyaltyPage',
  'PatientPage',
  'ReviewPage',
  'SettingsPage',
  'SubscriptionsPage',
];
const platformPages = manifest[platform]?.dynamicImports ?? [];
/** The calendar's library, which only its grid loads, apart from everything else. */
const calendar = 'src/features/appointments/calendar/ClinicCalendar.tsx';
const desk = 'src/features/appointments/calendar/Desk.tsx';
const beforeSignIn = (page) => page.startsWith('src/features/account/');

/** All chunks that these import statically, themselves among them. */
function closure(...wanted) {
  const all = new Set();
  const add = (name) => {
    if (all.has(name)) return;
    all.add(name);
    manifest[name].imports?.forEach(add);
  };
  wanted.forEach(add);
  return all;
}

/** All chunks that an entry loads, now or later. */
function reachable(name, all = new Set()) {
  if (all.has(name)) return all;
  all.add(name);
  for (const next of [...(manifest[name].imports ?? []), ...(manifest[name].dynamicImports ?? [])])
    reachable(next, all);
  return all;
}

const weighed = new Map();
function weigh(name) {
  if (!weighed.has(name)) {
    const bytes = fs.readFileSync(path.join(dist, name));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    weighed.set(name, brotliCompressSync(bytes, { params }).length / 1024);
  }
  return weighed.get(name);
}
const sum = (files) => [...new Set(files)].reduce((all, name) => all + weigh(name), 0);
const scripts = (chunks) => sum([...chunks].map((name) => manifest[name].file));
const styles = (chunks) => sum([...chunks].flatMap((name) => manifest[name].css ?? []));
const firstLoad = (page) => closure(entry, page, ...(beforeSignIn(page) ? [] : [frame]));

/** A limit may not be passed; what is measured is printed. */
function within(context, size, limit) {
  context.diagnostic(`${size.toFixed(1)} kB`);
  assert.ok(size <= limit, `${size.toFixed(1)} kB are more than ${limit}`);
}

test('the build names its entries, the frame and the pages', () => {
  for (const name of [entry, portal, book, tablet, platform])
    assert.equal(manifest[name]?.isEntry, true, name);
  assert.ok(
    [...closure(entry)].some((name) => manifest[name].dynamicImports?.includes(frame)),
    'the entry loads the frame',
  );
  assert.ok(pages.length >= 24, `${pages.length} pages`);
  assert.deepEqual(
    withForm.filter((name) => !pages.some((page) => page.endsWith(`/${name}.tsx`))),
    [],
  );
  assert.equal(platformPages.length, 3);
});

for (const page of pages) {
  const limit = withForm.some((name) => page.endsWith(`/${name}.tsx`))
    ? budget.staffWithForm
    : budget.staff;
  test(`${page} loads at most ${limit} kB of JavaScript`, (context) =>
    within(context, scripts(firstLoad(page)), limit));
}

for (const [what, name] of [
  ["the patient's page, its drawing pad with it,", portal],
  ['the booking page', book],
  ["the tablet's page", tablet],
]) {
  test(`${what} loads at most ${budget.portal} kB of JavaScript, and nothing of the staff's`, (context) => {
    const parts = closure(name);
    within(context, scripts(parts), budget.portal);
    // Nothing is loaded later: the connection may be lost between opening the page and signing or booking.
    assert.deepEqual(manifest[name].dynamicImports ?? [], []);
    assert.deepEqual(
      [...parts].filter((part) =>
        /^_(?:router-and-store|mui|fields|app|staff|form)-|src\/(?:app|features\/(?!portal))\//.test(
          part,
        ),
      ),
      [],
    );
  });
}

for (const [page, limit] of [
  [undefined, budget.platform],
  ...platformPages.map((name) => [name, budget.platformForm]),
]) {
  test(`the platform's ${page ?? 'first page'} loads at most ${limit} kB of JavaScript, and nothing of the store`, (context) => {
    const parts = closure(platform, ...(page ? [page] : []));
    within(context, scripts(parts), limit);
    assert.deepEqual(
      [...parts].filter((name) => /^_(?:router-and-store|app|staff)-/.test(name)),
      [],
    );
  });
}

test('no part that is loaded later is large, nor all that one step of the way loads', () => {
  const first = closure(entry, frame, portal, book, platform);
  const scriptNames = names.filter((name) => manifest[name].file.endsWith('.js'));
  assert.deepEqual(
    scriptNames.filter(
      (name) =>
        !first.has(name) &&
        weigh(manifest[name].file) > (name === calendar ? budget.calendar : budget.lazyPart),
    ),
    [],
  );
  assert.deepEqual(
    names.filter((name) => [...closure(name)].includes(calendar)),
    [calendar],
  );
  const steps = pages.flatMap((page) => {
    const here = firstLoad(page);
    const later = new Set(
      [...here]
        .flatMap((name) => manifest[name].dynamicImports ?? [])
        .filter((name) => !pages.includes(name) && name !== frame),
    );
    return [...later].map((name) => ({
      page,
      name,
      size: scripts([...closure(name)].filter((part) => !here.has(part))),
    }));
  });
  assert.ok(steps.length > 0);
  assert.deepEqual(
    steps.filter(({ size }) => size > budget.step),
    [],
  );
});

test('the styles are small', () => {
  assert.ok(styles(closure(portal)) <= budget.portalCss);
  assert.ok(styles(closure(book)) <= budget.bookCss);
  assert.ok(styles(closure(tablet)) <= budget.bookCss);
  assert.ok(
    styles(
      [...reachable(entry), ...reachable(platform)].filter(
        (name) => ![calendar, desk].includes(name),
      ),
    ) <= budget.staffCss,
  );
  assert.ok(styles([calendar, desk]) <= budget.calendarCss);
});
