import { useEffect, useState } from 'react';

const pause = 250;

/** A text once nobody has changed it for a moment: the server is asked for names, not for letters. */
export function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
