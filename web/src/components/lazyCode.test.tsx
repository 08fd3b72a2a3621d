import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import { lazyCode } from '@/components/lazyCode';

const retry = expect.any(Function) as () => void;

test('code is there once it is fetched, and at once the next time', async () => {
  let arrive = (_code: string) => {};
  const useCode = lazyCode(() => new Promise<string>((resolve) => (arrive = resolve)));
  const first = renderHook(() => useCode(''));
  expect(first.result.current).toEqual({ code: undefined, failed: false, retry });
  await act(async () => arrive('the code'));
  expect(first.result.current).toEqual({ code: 'the code', failed: false, retry });
  expect(renderHook(() => useCode('')).result.current.code).toBe('the code');
});

test('a failed fetch is reported, and repeated at the next attempt', async () => {
  let tries = 0;
  const useCode = lazyCode(async () => {
    tries += 1;
    if (tries === 1) throw new Error('No network.');
    return 'the code';
  });
  const { result, rerender } = renderHook(({ text }) => useCode(text), {
    initialProps: { text: '' },
  });
  await act(async () => {});
  expect(result.current).toEqual({ code: undefined, failed: true, retry });
  rerender({ text: 'a' });
  await act(async () => {});
  expect(result.current).toEqual({ code: 'the code', failed: false, retry });
  expect(tries).toBe(2);
});

test('a failed fetch is repeated when it is asked for', async () => {
  let online = false;
  const useCode = lazyCode(async () => {
    if (!online) throw new Error('No network.');
    return 'the code';
  });
  const { result } = renderHook(() => useCode());
  await act(async () => {});
  expect(result.current.failed).toBe(true);
  online = true;
  await act(async () => result.current.retry());
  expect(result.current).toEqual({ code: 'the code', failed: false, retry });
});
