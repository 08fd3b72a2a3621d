import { useMatches } from 'react-router';

/** The title of the deepest route that has one. */
export function usePageTitle(): string {
  const titles = useMatches().flatMap(({ handle }) => (hasTitle(handle) ? [handle.title] : []));
  return titles.at(-1) ?? 'Celadon';
}

function hasTitle(handle: unknown): handle is { title: string } {
  return (
    typeof handle === 'object' &&
    handle !== null &&
    'title' in handle &&
    typeof handle.title === 'string'
  );
}
