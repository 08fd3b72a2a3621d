import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useIdle } from '@/app/useIdle';
import { joinTabs } from '@/lib/tabMessages';

const minute = 60_000;

// Only the clock is ours: the tabs' messages go through real channels.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

/** A tab of its own, with the times at which it renewed the session, in minutes from now. */
function openTab() {
  const tab = joinTabs();
  const opened = Date.now();
  const renewed: number[] = [];
  const { result, unmount } = renderHook(() =>
    useIdle({
      idleMinutes: 15,
      onStillActive: () => renewed.push((Date.now() - opened) / minute),
      tab,
    }),
  );
  return { result, unmount, renewed };
}

/** Lets time pass minute by minute, and with each the messages arrive. */
async function pass(minutes: number) {
  for (let passed = 0; passed < minutes; passed += 1)
    await act(async () => {
      vi.advanceTimersByTime(minute);
      // A message may take some turns of the loop from one thread's port to the other.
      for (let turn = 0; turn < 5; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 0));
    });
}

test('a tab that somebody left is over after the idle time, and renews the session once', async () => {
  const { result, renewed } = openTab();
  await pass(1);
  fireEvent.keyDown(window, { key: 'a' });
  await pass(16);
  expect(result.current.idle.phase).toBe('over');
  expect(renewed).toHaveLength(1);
  await pass(22);
  expect(renewed).toHaveLength(1);
});

test('two tabs that somebody left do not keep each other awake', async () => {
  const tabs = [openTab(), openTab()];
  await pass(1);
  fireEvent.keyDown(window, { key: 'a' });
  await pass(38);
  for (const { result, renewed } of tabs) {
    expect(result.current.idle.phase).toBe('over');
    // What was done before the screen was left is reported within some two minutes, and nothing after that.
    expect(renewed.filter((at) => at > 3)).toEqual([]);
  }
});

test('a tab stays open while somebody works in another, which alone renews the session', async () => {
  const [here, there] = [openTab(), openTab()];
  for (let passed = 0; passed < 40; passed += 5) {
    act(() => there.result.current.stay());
    await pass(5);
  }
  expect(here.result.current.idle.phase).toBe('active');
  expect(here.renewed).toEqual([]);
  expect(there.renewed).toHaveLength(8);
  await pass(11);
  expect(here.result.current.idle.phase).toBe('over');
});

test('a message that a sleeping tab hears late counts from when somebody was there', async () => {
  const here = openTab();
  const there = joinTabs();
  const leftAt = Date.now();
  await pass(13);
  there.broadcast({ activeAt: leftAt });
  await pass(2);
  expect(here.result.current.idle.phase).toBe('over');
});

test('a clock that was set back gives no more time, and does not stop the renewing', async () => {
  const { result, renewed } = openTab();
  await pass(1);
  fireEvent.keyDown(window, { key: 'a' });
  vi.setSystemTime(Date.now() - 60 * minute);
  await pass(2);
  fireEvent.keyDown(window, { key: 'b' });
  await pass(2);
  expect(renewed).not.toEqual([]);
  await pass(15);
  expect(result.current.idle.phase).toBe('over');
});

test('what another tab says of a time to come counts as now', async () => {
  const here = openTab();
  joinTabs().broadcast({ activeAt: Date.now() + 60 * minute });
  await pass(16);
  expect(here.result.current.idle.phase).toBe('over');
});

test('a tab tells the others what somebody did in it, and when', async () => {
  const heard: unknown[] = [];
  const deaf = joinTabs().listen((message) => heard.push(message));
  openTab();
  await pass(1);
  const activeAt = Date.now();
  fireEvent.keyDown(window, { key: 'a' });
  await pass(3);
  expect(heard).toEqual([{ activeAt }]);
  deaf();
});
