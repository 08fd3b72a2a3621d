import { useEffect, useRef } from 'react';

/** The last pictures and letters are drawn by then. */
const pause = 300;

/** Prints once what a link has asked to be printed, as soon as it is on the screen. */
export function usePrintOnce(isReady: boolean, onPrinted: () => void) {
  const printed = useRef(onPrinted);
  useEffect(() => {
    printed.current = onPrinted;
  });
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => {
      window.print();
      printed.current();
    }, pause);
    return () => clearTimeout(timer);
  }, [isReady]);
}
