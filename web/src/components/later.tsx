import Link from '@mui/material/Link';
import { Component, useEffect, useState, type ComponentType, type ReactNode } from 'react';

import { LoadFailure } from '@/components/LoadFailure';

/**
 * A part of a page whose code is on its way from now on, while the rest of the page is still asked for; or, where it is seldom there,
 * from when it is to be drawn. Where the code is here already the part is drawn together with the page; until then `meanwhile`
 * stands in its place. When it cannot be had, or breaks, that is said in its place and the rest of the page stays.
 *
 * Not React's lazy: that shows its fallback first even when the code is here, and React holds back whatever follows a fallback for
 * 300 ms. What opens over a page is `optional`.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, from: 'now' | 'drawn' = 'now') {
  let Part: ComponentType<Props> | undefined;
  /** How often in a row it could not be had. */
  let failures = 0;
  let settled: Promise<void> | undefined;
  const fetchCode = async () => {
    try {
      Part = await load();
    } catch (reason) {
      failures += 1;
      // The next one who asks tries again.
      settled = undefined;
      console.error('A part of the page could not be loaded.', reason);
    }
  };
  const ready = () => (settled ??= fetchCode());
  // Not without a network: some browsers keep a failed import for as long as the page is open.
  if (from === 'now' && navigator.onLine) void ready();

  function Later({ meanwhile, ...props }: Props & { meanwhile: ReactNode }) {
    const [, setSettled] = useState(0);
    const fetchPart = () => void ready().then(() => setSettled((times) => times + 1));
    useEffect(() => {
      fetchPart();
      // What was missing for want of a network comes with it.
      window.addEventListener('online', fetchPart);
      return () => window.removeEventListener('online', fetchPart);
    }, []);
    if (Part) return <PartBoundary><Part {...props as unknown as Props} /></PartBoundary>;
    return failures > 0 ? <Missing again={failures > 1} onRetry={fetchPart} /> : meanwhile;
  }
  return Object.assign(Later, { ready });
}

class PartBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Missing broken onRetry={() => this.setState({ broken: false })} /> : this.props.children;
  }
}

interface MissingProps {
  /** Its code was there, and it broke: drawn anew by itself it would break again, and again. */
  broken?: boolean;
  /** It could not be had more than once. */
  again?: boolean;
  onRetry: () => void;
}

/** In place of the part. A newer Celadon may have replaced the code this page asks for: then only a reload helps, after saving. */
function Missing({ broken = false, again = false, onRetry }: MissingProps) {
  const reload = (words: string) => (
    <Link component="button" type="button" onClick={() => window.location.reload()} sx={{ font: 'inherit', verticalAlign: 'baseline' }}>{words}</Link>
  );
  return (
    <div>
      <LoadFailure what="This part of the page could not be loaded." passing={!broken} onRetry={onRetry} />
      <p style={{ margin: '4px 16px 0' }}>
        {again
          ? <>It still could not be loaded. {reload('Reload the page')}, once you have saved what you entered elsewhere on it.</>
          : <>If Celadon was updated meanwhile, save what you entered elsewhere on the page, then {reload('reload')}.</>}
      </p>
    </div>
  );
}
