import { useEffect, useState } from 'react';

const pause = 250;

/** A text once it has not changed for a moment, so that a search sends one request for a name and not one for each letter. */
export function useDebouncedValue(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
