import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useIsWatching } from '@/features/consents/useIsWatching';

let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  visibility = 'visible';
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const minutes = (count: number) => act(() => vi.advanceTimersByTime(count * 60_000));

test('a hidden page is not polled', () => {
  const { result } = renderHook(useIsWatching);
  expect(result.current).toBe(true);
  visibility = 'hidden';
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(result.current).toBe(false);
  visibility = 'visible';
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(result.current).toBe(true);
});

test('polling stops on an idle page, and resumes after a touch', () => {
  const { result } = renderHook(useIsWatching);
  minutes(4);
  expect(result.current).toBe(true);
  minutes(2);
  expect(result.current).toBe(false);
  act(() => void document.dispatchEvent(new Event('keydown')));
  expect(result.current).toBe(true);
});

test('every touch restarts the time', () => {
  const { result } = renderHook(useIsWatching);
  minutes(4);
  act(() => void document.dispatchEvent(new Event('pointerdown')));
  minutes(4);
  expect(result.current).toBe(true);
});
