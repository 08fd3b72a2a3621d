import type { ReactNode } from 'react';

/** A screen or an action that the search leads to. */
export interface Place {
  to: string;
  label: string;
  /** Other words that it is looked for by. */
  words?: string;
  icon: ReactNode;
  /** An action is found by what is typed; a screen is also listed before anything is. */
  isAction?: true;
}

/** The places whose words begin as the typed ones do, in any order; all screens while nothing is typed. */
export function matchPlaces(places: readonly Place[], typed: string): Place[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return places.filter(({ isAction }) => !isAction);
  return places.filter(({ label, words = '' }) => {
    const known = wordsOf(`${label} ${words}`);
    return wanted.every((word) => known.some((one) => one.startsWith(word)));
  });
}

const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
