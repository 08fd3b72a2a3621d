import { act, render } from '@testing-library/react';
import { useEffect, useLayoutEffect } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Rehearsal } from '@/app/Rehearsal';
import { Screens } from '@/app/Screens';
import { sections } from '@/app/sections';

const drawn: string[] = [];
const done = vi.fn();

function screen(name: string) {
  return function Screen() {
    drawn.push(name);
    useLayoutEffect(done);
    useEffect(done);
    return <h1>{name}</h1>;
  };
}

const screens = ['', 'patients/:id', 'gfe/:id', 'gfe-estimate/:id', ...sections.map(({ to }) => to.slice(1)).filter(Boolean)]
  .map((path) => ({ path: `/${path}`, lazy: async () => ({ Component: screen(path) }) }));
const open = (routes: typeof screens) => render(<Screens value={routes}><MemoryRouter><main>Dashboard</main><Rehearsal /></MemoryRouter></Screens>);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  drawn.length = 0;
});

test('each screen is drawn once where nobody finds it, and does nothing', async () => {
  const { container } = open(screens);
  await act(() => vi.advanceTimersByTimeAsync(900));
  expect(drawn).toEqual([]);
  for (let ms = 0; ms < 10_000; ms += 50) {
    await act(() => vi.advanceTimersByTimeAsync(50));
    expect(document.body.textContent).toBe('Dashboard');
  }
  expect(drawn.toSorted()).toEqual(screens.map(({ path }) => path.slice(1)).toSorted());
  expect(done).not.toHaveBeenCalled();
  expect(container.innerHTML).toBe('<main>Dashboard</main>');
});

test('who leaves ends it', async () => {
  const { unmount } = open(screens);
  await act(() => vi.advanceTimersByTimeAsync(1_700));
  const before = drawn.length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(screens.length);
  unmount();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(drawn).toHaveLength(before);
});

test('a screen whose code cannot be fetched ends it without a word', async () => {
  const failing = vi.fn(async () => Promise.reject(new Error('no connection')));
  open([{ path: '*', lazy: failing }]);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(failing).toHaveBeenCalledOnce();
  expect(document.body.textContent).toBe('Dashboard');
});

test('a screen that fails is no trouble of the page in front of the reader', async () => {
  const fails = vi.fn(() => { throw new Error('a part of it could not be fetched'); });
  open([{ path: '*', lazy: async () => ({ Component: fails }) }] as unknown as typeof screens);
  for (let ms = 0; ms < 10_000; ms += 50) await act(() => vi.advanceTimersByTimeAsync(50));
  expect(fails).toHaveBeenCalled();
  expect(document.body.textContent).toBe('Dashboard');
});
