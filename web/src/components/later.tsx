import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * A part of a page whose code is on its way from now on, while the rest of the page is still asked for; or, where it is seldom there,
 * from when it is to be drawn. Where the code is here already the part is drawn together with the page; until then `meanwhile`
 * stands in its place.
 *
 * Not React's lazy: that shows its fallback first even when the code is here, and React holds back whatever follows a fallback for
 * 300 ms. Lazy stays for what opens over a page, a dialog.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, from: 'now' | 'drawn' = 'now') {
  let Part: ComponentType<Props> | undefined;
  let failure: unknown;
  let settled: Promise<void> | undefined;
  const ready = () => (settled ??= load().then((part) => void (Part = part), (reason: unknown) => void (failure = reason)));
  if (from === 'now') void ready();

  function Later({ meanwhile, ...props }: Props & { meanwhile: ReactNode }) {
    const [, setHere] = useState(Part !== undefined);
    useEffect(() => void ready().then(() => setHere(true)), []);
    // The page's own error boundary offers to load it again.
    if (failure !== undefined) throw failure;
    return Part ? <Part {...props as unknown as Props} /> : meanwhile;
  }
  return Object.assign(Later, { ready });
}
