import { useState, type KeyboardEvent } from 'react';

/** Which option of a combobox's list is active: the first, until the arrows, Home, End or the pointer move to another. */
export function useListKeys(keys: readonly string[], pick: (key: string) => void) {
  const [moved, setMoved] = useState<string>();
  const at = Math.max(0, keys.indexOf(moved ?? ''));
  const active = keys[at];
  const last = keys.length - 1;

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that confirms a character of an input method is not meant for the list.
    if (event.nativeEvent.isComposing) return;
    const to = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (to !== undefined) setMoved(keys[to]);
    else if (active !== undefined) pick(active);
  };
  return { active, moveTo: setMoved, onKeyDown };
}
