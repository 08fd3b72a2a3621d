// The calendar of a full day, measured against the list of an empty one: the first paint, and going on to the next day. Used by
// web-speed.mjs.

/** Ahead of what the demo has, so that the days hold these appointments alone. */
const daysAhead = 60;
const columns = 6;
const each = 10;
export const bounds = { paint: 500, turn: 200 };

/**
 * Fills two days with 60 appointments in 6 columns, once; a further column's are those that any provider may take. Answers the two full
 * days and two empty ones.
 */
export async function fill(page) {
  return page.evaluate(async ({ ahead, columns: wanted, each: inColumn }) => {
    const call = async (method, url, body) => {
      const answer = await fetch(url, { method, ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) });
      if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
      return answer.status === 204 ? null : answer.json();
    };
    const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const days = [inDays(ahead), inDays(ahead + 1)];
    let providers = await call('GET', '/api/appointments/providers');
    for (let number = providers.length; number < wanted - 1; number += 1) {
      await call('POST', '/api/team', { first_name: 'Provider', last_name: `Number ${number}`, email: `provider${number}@example.com`, role: 'Provider', department: 'Clinical', license_number: `NY-PA-${number}`, status: 'active', hire_date: '2026-01-05' });
    }
    providers = (await call('GET', '/api/appointments/providers')).slice(0, wanted - 1);
    const patients = await call('GET', '/api/patients?limit=60');
    for (const day of days) {
      const there = (await call('GET', `/api/appointments?from=${day}&to=${day}&limit=200`)).length;
      for (let number = there; number < wanted * inColumn; number += 1) {
        const minutes = 8 * 60 + Math.floor(number / wanted) * 60;
        const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
        const provider = providers[number % wanted];
        await call('POST', '/api/appointments', { patient_id: patients[number % patients.length].id, appointment_time: `${day}T${time}`, ...(provider && { provider_id: provider.id }), allow_overlap: true });
      }
    }
    return { full: days, empty: [inDays(ahead + 300), inDays(ahead + 301)], columns: providers.length + 1 };
  }, { ahead: daysAhead, columns, each });
}

/**
 * In the page: when the day's list has been received, nothing is on its way any more, and as many cards as it has have been painted,
 * which a frame does between its callbacks and the next timer.
 */
function watchForDay({ day, cards }) {
  window.painted = new Promise((resolve) => {
    const received = () => performance.getEntriesByType('resource').some(({ name, responseEnd }) => responseEnd > 0 && /\/api\/appointments\?/.test(name) && name.includes(day));
    const busy = () => document.querySelector('.MuiSkeleton-root, [aria-label="Loading"], main [aria-busy="true"]');
    const look = () => {
      if (document.querySelector('h1') && received() && !busy() && document.querySelectorAll('[data-card]').length === cards) setTimeout(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const views = {
  calendar: { address: (day) => `/appointments?view=day&date=${day}`, cards: columns * each },
  list: { address: (day) => `/appointments?view=list&from=${day}&to=${day}`, cards: 0 },
};

/** The first paint of one view of a day in a browser with an empty cache, and the way to the next day. */
async function measure(open, slow, home, { address, cards }, [day, next]) {
  const { context, page } = await open();
  await slow(page);
  await page.addInitScript(watchForDay, { day, cards });
  await page.goto(`${home}${address(day)}`);
  const paint = await page.evaluate(() => window.painted);
  await page.waitForTimeout(1_500);
  // As the router's own links do, without the time of a tap.
  await page.evaluate(watchForDay, { day: next, cards });
  const turn = await page.evaluate(async (to) => {
    const begun = performance.now();
    history.pushState({ idx: 1, key: 'speed' }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    return (await window.painted) - begun;
  }, address(next));
  await context.close();
  return { paint, turn };
}

/** How much longer the calendar takes than the list, each of `runs` times in turns, so that both see the same machine. */
export async function measureCalendar({ open, slow, home, runs, days }) {
  const found = [];
  for (let run = 0; run < runs; run += 1) {
    const list = await measure(open, slow, home, views.list, days.empty);
    const calendar = await measure(open, slow, home, views.calendar, days.full);
    found.push({ list, calendar, paint: calendar.paint - list.paint, turn: calendar.turn - list.turn });
  }
  return found;
}
