import { act } from '@testing-library/react';
import { expect, vi } from 'vitest';

import type { AppStore } from '@/api/store';

/** Waits until every query that was sent has its answer. */
export const allAnswered = ({ getState }: AppStore) =>
  act(() =>
    vi.waitFor(
      () =>
        expect(Object.values(getState().api.queries).map((query) => query?.status)).not.toContain(
          'pending',
        ),
      { timeout: 10_000 },
    ),
  );
