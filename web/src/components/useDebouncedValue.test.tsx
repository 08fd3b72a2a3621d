import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { useDebouncedValue } from '@/components/useDebouncedValue';

afterEach(() => void vi.useRealTimers());

test('only a text that has not changed for a moment counts', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(useDebouncedValue, { initialProps: '' });
  for (const text of ['a', 'am', 'ame']) {
    rerender(text);
    act(() => void vi.advanceTimersByTime(200));
    expect(result.current).toBe('');
  }
  act(() => void vi.advanceTimersByTime(50));
  expect(result.current).toBe('ame');
});
