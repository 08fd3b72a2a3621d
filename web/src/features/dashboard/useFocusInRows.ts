import { useEffect, useRef, type FocusEvent } from 'react';

interface Held {
  row: HTMLElement;
  group: HTMLElement;
  at: number;
}

/**
 * Keeps the focus among the rows of groups. Where the row that has it goes, because it is done or was polled away, the row that takes its
 * place gets the focus, else the heading of its group, else the whole. While a dialog is open the row that opened it still counts.
 */
export function useFocusInRows(hasDialog: boolean) {
  const whole = useRef<HTMLDivElement>(null);
  const held = useRef<Held | undefined>(undefined);
  // After the cleanup of a closed dialog, which gives the focus back to the button that opened it, if that is still there.
  useEffect(() => {
    if (!held.current) return;
    const { row, group, at } = held.current;
    if (row.isConnected) {
      held.current.at = placeOf(row);
    } else if (!hasDialog) {
      held.current = undefined;
      if (document.activeElement !== document.body) return;
      const rows = group.querySelectorAll<HTMLElement>('li');
      const next = group.isConnected
        ? (rows[Math.min(at, rows.length - 1)] ?? group.querySelector<HTMLElement>('h3'))
        : whole.current;
      next?.focus();
    }
  });
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.closest('li');
    const group = target.closest('section');
    held.current = row && group ? { row, group, at: placeOf(row) } : undefined;
  };
  const onBlur = () => {
    if (!hasDialog) held.current = undefined;
  };
  return { ref: whole, tabIndex: -1, onFocus, onBlur };
}

const placeOf = (row: HTMLElement) => [...(row.parentElement?.children ?? [])].indexOf(row);
