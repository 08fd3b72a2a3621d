import {
  Component,
  useEffect,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';

import { DialogLoadError } from '@/components/DialogLoadError';
import { whenOnline } from '@/lib/useOnline';

interface Closable {
  onClose: () => void;
}

/** How long, in ms, a page has the processor and the network to itself before its dialogs are preloaded. */
const pause = 1_000;
const rest = () => new Promise((resolve) => setTimeout(resolve, pause));

/** Fetches the code of each dialog of the pages that were opened, unless it is there. */
const fetches: (() => Promise<void>)[] = [];
let preload = (_fetchCode: () => Promise<void>) => {};

/**
 * Until the returned function is called, the code of every lazy dialog is fetched in advance, also of pages that are opened later, so that
 * it opens without a network too.
 */
export function preloadDialogs(): () => void {
  let stopped = false;
  preload = (fetchCode) => {
    // Only with a network: some browsers keep a failed import for as long as the page is open. Any other failure shows when the dialog is
    // opened, which tries again.
    void rest()
      .then(whenOnline)
      .then(() => (stopped ? undefined : fetchCode()))
      .catch(() => {});
  };
  for (const fetchCode of fetches) preload(fetchCode);
  return () => {
    stopped = true;
    preload = () => {};
  };
}

/**
 * A dialog whose code is fetched apart from its page. Not React's lazy: when the code cannot be fetched (no network, or a newer Celadon
 * has replaced it) or the dialog breaks, another dialog says so, and the page below keeps what was entered in it.
 */
export function lazyDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const fetchCode = async () => {
    Loaded ??= await load();
  };
  fetches.push(fetchCode);
  preload(fetchCode);
  /** How often in a row it could not be opened. */
  let failures = 0;

  return function LazyDialog(props: Props) {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(
      Loaded ? 'loaded' : 'loading',
    );
    useEffect(() => {
      if (state !== 'loading') return undefined;
      let closed = false;
      fetchCode().then(
        () => closed || setState('loaded'),
        (reason: unknown) => {
          console.error('A dialog could not be loaded.', reason);
          if (closed) return;
          failures += 1;
          setState('failed');
        },
      );
      return () => {
        closed = true;
      };
    }, [state]);

    if (state === 'failed')
      return (
        <DialogLoadError
          again={failures > 1}
          onRetry={() => setState('loading')}
          onClose={props.onClose}
        />
      );
    return Loaded ? (
      <DialogBoundary onClose={props.onClose}>
        <Loaded {...props} />
      </DialogBoundary>
    ) : null;
  };
}

/** Keeps a dialog that breaks from taking the page with it. */
class DialogBoundary extends Component<Closable & { children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? (
      <DialogLoadError onClose={this.props.onClose} />
    ) : (
      this.props.children
    );
  }
}
