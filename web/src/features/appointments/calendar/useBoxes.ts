import { useMemo, useState } from 'react';

export interface CardBox {
  key: string;
  node: HTMLElement;
}

/**
 * A box for each appointment: React draws the card in it, and the calendar puts it where it belongs. An appointment
 * that stays keeps its box, and a new one gets a box that became free, because a portal into a new element costs React
 * some hundred listeners.
 */
export function useBoxes(cards: readonly { id: number }[]): Map<string, CardBox> {
  const [boxesFor] = useState(boxKeeper);
  return useMemo(() => boxesFor(cards), [boxesFor, cards]);
}

export function boxKeeper() {
  let made = 0;
  let kept = new Map<string, CardBox>();
  const newBox = (): CardBox => {
    made += 1;
    return {
      key: `box-${made}`,
      node: Object.assign(document.createElement('div'), { className: 'box' }),
    };
  };
  return (cards: readonly { id: number }[]): Map<string, CardBox> => {
    const ids = new Set(cards.map(({ id }) => String(id)));
    const free = [...kept].filter(([id]) => !ids.has(id)).map(([, box]) => box);
    kept = new Map(Array.from(ids, (id) => [id, kept.get(id) ?? free.pop() ?? newBox()]));
    return kept;
  };
}
