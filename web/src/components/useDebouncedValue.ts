import { useEffect, useState } from 'react';

const pause = 250;

/** A text once it has not changed for a moment, so that a search asks the server for names and not for letters. */
export function useDebouncedValue(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
