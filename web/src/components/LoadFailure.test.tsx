import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { isTransient } from '@/api/failure';
import { LoadFailure } from '@/components/LoadFailure';
import { refreshInterval } from '@/lib/userActivity';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('what could not be loaded', () => {
  const open = (transient: boolean) => {
    vi.useFakeTimers();
    const retry = vi.fn();
    render(
      <LoadFailure what="Clients could not be loaded." transient={transient} onRetry={retry} />,
    );
    return retry;
  };

  test('is fetched again by itself while the page is visible', () => {
    const retry = open(true);
    expect(screen.getByRole('alert')).toHaveTextContent('Clients could not be loaded.');
    act(() => vi.advanceTimersByTime(refreshInterval));
    expect(retry).toHaveBeenCalledOnce();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => vi.advanceTimersByTime(refreshInterval));
    expect(retry).toHaveBeenCalledOnce();
  });

  test('is not fetched without a network', () => {
    const retry = open(true);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => vi.advanceTimersByTime(refreshInterval));
    expect(retry).not.toHaveBeenCalled();
  });

  test('needs the button where it does not resolve by itself', () => {
    const retry = open(false);
    act(() => vi.advanceTimersByTime(10 * refreshInterval));
    expect(retry).not.toHaveBeenCalled();
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    expect(retry).toHaveBeenCalledOnce();
  });
});

test('only a server that is out of reach, in trouble or too busy is one that may answer later', () => {
  const failed = (status: number | 'NETWORK') =>
    isTransient({ status, message: 'No.', code: '', fields: {} });
  expect((['NETWORK', 429, 500, 503] as const).map(failed)).toEqual([true, true, true, true]);
  expect([400, 401, 403, 404, 409, 422].map(failed)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});
