import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const pause = 250;

/**
 * A search that lives in the address, so that a link or the back button finds it again. What is typed shows at once; the address,
 * and with it the server, is asked after a pause.
 */
export function useUrlSearch(): { typed: string; type: (text: string) => void; search: string } {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const written = useRef(search);

  // The address changed by itself (a link, the back button): the field follows.
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
      setParams(wanted ? { search: wanted } : {}, { replace: true, preventScrollReset: true });
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, setParams]);

  return { typed, type: setTyped, search };
}
