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
  let failed = false;
  let settled: Promise<void> | undefined;
  const fetchCode = async () => {
    try {
      Part = await load();
      failed = false;
    } catch (reason) {
      failed = true;
      // The next one who asks tries again.
      settled = undefined;
      console.error('A part of the page could not be loaded.', reason);
    }
  };
  const ready = () => (settled ??= fetchCode());
  if (from === 'now') void ready();

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
    return failed ? <Missing onRetry={fetchPart} /> : meanwhile;
  }
  return Object.assign(Later, { ready });
}

class PartBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Missing onRetry={() => this.setState({ broken: false })} /> : this.props.children;
  }
}

/** In place of the part. A newer Celadon may have replaced the code this page asks for: then only a reload helps, after saving. */
function Missing({ onRetry }: { onRetry: () => void }) {
  return (
    <div>
      <LoadFailure what="This part of the page could not be loaded." onRetry={onRetry} />
      <p style={{ margin: '4px 16px 0' }}>
        If Celadon was updated meanwhile, save what you entered elsewhere on the page, then{' '}
        <Link component="button" type="button" onClick={() => window.location.reload()} sx={{ font: 'inherit', verticalAlign: 'baseline' }}>reload</Link>.
      </p>
    </div>
  );
}
