import { Component, useEffect, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react';

import { MissingPart } from '@/components/MissingPart';
import { whenOnline } from '@/lib/useOnline';

interface Closable {
  onClose: () => void;
}

let begin = () => {};
const begun = new Promise<void>((resolve) => (begin = resolve));

/** From now on the code of each optional part is fetched before it is asked for, so that it opens without a network too. */
export function fetchOptionalParts(): void {
  begin();
}

/**
 * A part of a page that opens over it, its code fetched apart. When the code cannot be had (no network, or a newer Celadon has replaced
 * it) or the part breaks, a dialog of its own says so, and the page beneath keeps what was entered in it.
 */
export function optional<Props extends Closable>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  let Part: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    Part ??= await load();
  };
  // Not without a network: some browsers keep a failed import for as long as the page is open. Another failure is told when the part is
  // opened, which tries again.
  void begun.then(whenOnline).then(fetchPart).catch(() => {});
  /** How often in a row somebody was told that it could not be had. */
  let failures = 0;

  return function Optional(props: Props) {
    const [state, setState] = useState<'coming' | 'here' | 'failed'>(Part ? 'here' : 'coming');
    useEffect(() => {
      if (state !== 'coming') return undefined;
      let closed = false;
      fetchPart().then(
        () => closed || setState('here'),
        (reason: unknown) => {
          console.error('A part of the page could not be loaded.', reason);
          if (closed) return;
          failures += 1;
          setState('failed');
        },
      );
      return () => {
        closed = true;
      };
    }, [state]);

    if (state === 'failed') return <MissingPart again={failures > 1} onRetry={() => setState('coming')} onClose={props.onClose} />;
    return Part ? <PartBoundary onClose={props.onClose}><Part {...props} /></PartBoundary> : null;
  };
}

/** Keeps a part that breaks from taking the page with it. */
class PartBoundary extends Component<Closable & { children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <MissingPart onClose={this.props.onClose} /> : this.props.children;
  }
}
