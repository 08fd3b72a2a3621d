import { useEffect, useEffectEvent } from 'react';

/**
 * Moves between charts by Alt with the arrow down or up, from anywhere on the page. Not by letters alone, which would be pressed by
 * accident and by speech input (WCAG 2.1.4).
 */
export function useMoveKeys(move: (step: 1 | -1) => void): void {
  const onMove = useEffectEvent(move);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (
        !altKey ||
        ctrlKey ||
        metaKey ||
        shiftKey ||
        (key !== 'ArrowDown' && key !== 'ArrowUp') ||
        document.querySelector('.MuiModal-root')
      )
        return;
      event.preventDefault();
      onMove(key === 'ArrowDown' ? 1 : -1);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
