import { useEffect, useState } from 'react';

/** How long a stroke can be used, in ms: as long as the proof of identity that it was drawn with. */
const holds = 15 * 60_000;

export interface Stroke {
  png: string;
  /** Until when it can be used, in ms. */
  until: number;
}

/** A director's signature, kept in this page's memory for as long as a proof of identity holds. */
export function useStroke(): [Stroke | null, (png: string | null) => void] {
  const [stroke, setStroke] = useState<Stroke | null>(null);
  useEffect(() => {
    if (!stroke) return undefined;
    const over = setTimeout(() => setStroke(null), Math.max(0, stroke.until - Date.now()));
    return () => clearTimeout(over);
  }, [stroke]);
  return [stroke, (png) => setStroke(png === null ? null : { png, until: Date.now() + holds })];
}
