import { vi } from 'vitest';

/** Mocks matchMedia, which jsdom lacks, for a light screen of this width. Undone by `vi.unstubAllGlobals()`. */
export function screenOfWidth(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => {
    const limits = [...query.matchAll(/\((min|max)-width:\s*([\d.]+)px\)/g)];
    return {
      media: query,
      matches:
        limits.length > 0 &&
        limits.every(([, bound, limit]) =>
          bound === 'min' ? width >= Number(limit) : width <= Number(limit),
        ),
      addEventListener: () => {},
      removeEventListener: () => {},
      // MUI's useColorScheme calls the older names.
      addListener: () => {},
      removeListener: () => {},
    };
  });
}
