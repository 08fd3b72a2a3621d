import { vi } from 'vitest';

/** jsdom lays nothing out and knows no media queries; this answers them as a light screen of this width would. Undone by `vi.unstubAllGlobals()`. */
export function screenOfWidth(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => {
    const limits = [...query.matchAll(/\((min|max)-width:\s*([\d.]+)px\)/g)];
    return {
      media: query,
      matches: limits.length > 0 && limits.every(([, bound, limit]) => (bound === 'min' ? width >= Number(limit) : width <= Number(limit))),
      addEventListener: () => {},
      removeEventListener: () => {},
      // MUI's colour schemes use the older names.
      addListener: () => {},
      removeListener: () => {},
    };
  });
}
