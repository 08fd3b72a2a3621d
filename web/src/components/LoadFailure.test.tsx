import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { LoadFailure } from '@/components/LoadFailure';
import { refreshEvery } from '@/lib/presence';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('what could not be loaded is asked for again by itself, as long as somebody may see it', () => {
  const retry = vi.fn();
  render(<LoadFailure what="Clients could not be loaded." onRetry={retry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Clients could not be loaded.');
  act(() => vi.advanceTimersByTime(refreshEvery));
  expect(retry).toHaveBeenCalledOnce();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => vi.advanceTimersByTime(refreshEvery));
  expect(retry).toHaveBeenCalledOnce();
});

test('without a network nothing is asked', () => {
  const retry = vi.fn();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<LoadFailure what="Clients could not be loaded." onRetry={retry} />);
  act(() => vi.advanceTimersByTime(refreshEvery));
  expect(retry).not.toHaveBeenCalled();
});
