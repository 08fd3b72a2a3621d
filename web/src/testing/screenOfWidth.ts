import { vi } from 'vitest';

/** Mocks matchMedia, which jsdom lacks, for a screen of this width. Undone by `vi.unstubAllGlobals()`. */
export function screenOfWidth(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    media: query,
    matches: [...query.matchAll(/\((min|max)-width:\s*([\d.]+)px\)/g)].every(([, bound, limit]) => (bound === 'min' ? width >= Number(limit) : width <= Number(limit))),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}
