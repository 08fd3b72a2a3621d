import type { LoaderFunctionArgs } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { prefetchOnIntent } from '@/app/prefetch';

const loader = vi.fn(async (_args: LoaderFunctionArgs) => null);
const load = vi.fn(async () => ({ Component: () => null, loader }));
const other = vi.fn(async () => ({ Component: () => null, loader }));
const routes = [
  { path: 'patients', lazy: load },
  { path: 'patients/:id', lazy: other },
];
let stop = () => {};

// Not the body itself, where the notices of the files that follow have their place.
const page = document.createElement('div');
beforeEach(() => document.body.append(page));
afterEach(() => page.remove());

function over(html: string, type: string) {
  stop = prefetchOnIntent(routes);
  page.innerHTML = html;
  page.querySelector('b')?.dispatchEvent(new Event(type, { bubbles: true }));
}

afterEach(() => {
  stop();
  vi.clearAllMocks();
});

test.each(['pointerover', 'touchstart', 'focusin'])(
  'the code of a screen is fetched at a %s of its link, once',
  (type) => {
    over('<a href="/patients"><b>Clients</b></a>', type);
    page.querySelector('b')?.dispatchEvent(new Event(type, { bubbles: true }));
    expect(load).toHaveBeenCalledOnce();
    expect(other).not.toHaveBeenCalled();
  },
);

test.each([
  ['no link', '<b>Clients</b>'],
  ['another site', '<a href="https://example.com/patients"><b>Clients</b></a>'],
  ['another tab', '<a href="/patients" target="_blank"><b>Clients</b></a>'],
  ['no screen', '<a href="/nowhere"><b>Clients</b></a>'],
])('nothing is fetched for %s', (_what, html) => {
  over(html, 'pointerover');
  expect(load).not.toHaveBeenCalled();
});

test('what could not be fetched is tried again', async () => {
  load.mockRejectedValueOnce(new Error('no connection'));
  over('<a href="/patients"><b>Clients</b></a>', 'pointerover');
  await Promise.resolve();
  await Promise.resolve();
  page.querySelector('b')?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  expect(load).toHaveBeenCalledTimes(2);
});

test.each(['pointerover', 'touchstart', 'focusin', 'pointerdown', 'pointerup', 'mousedown'])(
  'a %s fetches no data of a patient',
  async (type) => {
    over('<a href="/patients/7"><b>Ann</b></a>', type);
    await new Promise((resolve) => setTimeout(resolve));
    expect(loader).not.toHaveBeenCalled();
  },
);
