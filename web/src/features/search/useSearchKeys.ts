import { useEffect, useEffectEvent } from 'react';

import { opensBySlash } from '@/features/search/slashKey';

/** The keys that open the search, as this machine's keyboard has them. */
export const keyHint = () => (/Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘K' : 'Ctrl K');

/**
 * Opens the search by Ctrl+K, Cmd+K or, unless it is turned off, "/". The slash is left to a field that has the focus, every key to a rich text, where Ctrl+K
 * makes a link, and to what lies over the page.
 */
export function useSearchKeys(open: () => void): void {
  const onOpen = useEffectEvent(open);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.repeat ||
        !opens(event) ||
        document.querySelector('.MuiModal-root')
      )
        return;
      event.preventDefault();
      onOpen();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function opens({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  const within = (selector: string) =>
    target instanceof Element && target.closest(selector) !== null;
  if (altKey || within('[contenteditable]')) return false;
  if (ctrlKey || metaKey) return ctrlKey !== metaKey && !shiftKey && key.toLowerCase() === 'k';
  return key === '/' && !within('input, textarea, select') && opensBySlash();
}
