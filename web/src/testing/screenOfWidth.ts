import { vi } from 'vitest';

/** jsdom lays nothing out and knows no media queries; this answers them as a screen of this width would. Undone by `vi.unstubAllGlobals()`. */
export function screenOfWidth(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    media: query,
    matches: [...query.matchAll(/\((min|max)-width:\s*([\d.]+)px\)/g)].every(([, bound, limit]) => (bound === 'min' ? width >= Number(limit) : width <= Number(limit))),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}
