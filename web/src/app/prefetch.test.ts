import type { LoaderFunctionArgs } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';

import { prefetchOnIntent } from '@/app/prefetch';

const ask = vi.fn(async (_way: LoaderFunctionArgs) => null);
const load = vi.fn(async () => ({ Component: () => null, loader: ask }));
const other = vi.fn(async () => ({ Component: () => null, loader: ask }));
const routes = [{ path: 'patients', lazy: load }, { path: 'patients/:id', lazy: other }];
let stop = () => {};

function over(html: string, sign: string) {
  stop = prefetchOnIntent(routes);
  document.body.innerHTML = html;
  document.querySelector('b')?.dispatchEvent(new Event(sign, { bubbles: true }));
}

afterEach(() => {
  stop();
  vi.clearAllMocks();
});

test.each(['pointerover', 'touchstart', 'focusin'])('the code of a screen is fetched at a %s of its link, once', (sign) => {
  over('<a href="/patients"><b>Clients</b></a>', sign);
  document.querySelector('b')?.dispatchEvent(new Event(sign, { bubbles: true }));
  expect(load).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();
});

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
  document.querySelector('b')?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  expect(load).toHaveBeenCalledTimes(2);
});

const record = '<a href="/patients/7?tab=1"><b>Ann</b></a>';

async function press(html: string, kind: string, how: PointerEventInit & { pointerType: string }) {
  stop = prefetchOnIntent(routes);
  document.body.innerHTML = html;
  // jsdom's pointer events have no type of pointer.
  document.querySelector('b')?.dispatchEvent(Object.assign(new MouseEvent(kind, { bubbles: true, ...how }), { pointerType: how.pointerType }));
  await new Promise((later) => setTimeout(later));
  return ask.mock.calls.map(([{ request, params }]) => [new URL(request.url).pathname + new URL(request.url).search, params]);
}

const asked = [['/patients/7?tab=1', { id: '7' }]];

test.each([
  ['a mouse whose button goes down', 'pointerdown', 'mouse', asked],
  ['a mouse whose button comes up', 'pointerup', 'mouse', []],
  ['a finger that is lifted', 'pointerup', 'touch', asked],
  ['a finger that may be about to scroll', 'pointerdown', 'touch', []],
  ['a pen that is lifted', 'pointerup', 'pen', asked],
  ['a finger that has scrolled', 'pointercancel', 'touch', []],
  ['a pointer that passes', 'pointerover', 'mouse', []],
])('at %s the screen asks as it does on the way there', async (_who, kind, pointerType, expected) => {
  expect(await press(record, kind, { pointerType })).toEqual(expected);
});

test.each([
  ['comes down', 'pointerdown', asked],
  ['is lifted', 'pointerup', []],
])('upon the rail, where nobody scrolls, a finger that %s', async (_how, kind, expected) => {
  expect(await press(`<nav data-asks="at-once">${record}</nav>`, kind, { pointerType: 'touch' })).toEqual(expected);
});

test.each([
  ['the other button', record, { button: 2 }],
  ['another tab by the keyboard', record, { ctrlKey: true }],
  ['another tab by the keyboard of a Mac', record, { metaKey: true }],
  ['another window', record, { shiftKey: true }],
  ['a download', record, { altKey: true }],
  ['the screen one is on', `<a href="${window.location.pathname}?page=2"><b>Later</b></a>`, {}],
  ['another site', '<a href="https://example.com/patients/7"><b>Ann</b></a>', {}],
  ['no link', '<b>Ann</b>', {}],
])('nothing is asked for %s', async (_what, html, how) => {
  expect(await press(html, 'pointerdown', { pointerType: 'mouse', ...how })).toEqual([]);
});

test('a press on a way that fails is no failure of its own', async () => {
  ask.mockRejectedValueOnce(new Error('no connection'));
  expect(await press(record, 'pointerdown', { pointerType: 'mouse' })).toEqual(asked);
});
