import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const pause = 250;

/**
 * A search that is kept in the URL, so that a link or the back button restores it. The field shows what is typed at once; the URL, and
 * with it the request, follows after a pause.
 */
export function useUrlSearch(): { typed: string; type: (text: string) => void; search: string } {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const written = useRef(search);

  // The URL changed by a link or the back button: the field follows.
  useEffect(() => {
    if (written.current === search) return;
    written.current = search;
    setTyped(search);
  }, [search]);

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = wanted;
      setParams(
        (others) => {
          if (wanted) others.set('search', wanted);
          else others.delete('search');
          return others;
        },
        { replace: true, preventScrollReset: true },
      );
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, setParams]);

  return { typed, type: setTyped, search };
}
