import { useEffect, useRef, useState } from 'react';

import { asFailure } from '@/api/failure';
import { useNotify, useSettled } from '@/lib/notices';

/** A document is mostly there after a second; the server gives it twenty, and others may be before it. */
const pauses = [150, 250, 400, 600, ...Array.from({ length: 45 }, () => 1000)];

/** A file that the server makes for somebody who waits in front of the screen. */
export interface MadeFile {
  state: 'missing' | 'waiting' | 'ready' | 'failed';
  /** Where it is, once it is ready. */
  url: string;
  /** A sentence about why it was not made. */
  problem?: string | null;
}

/**
 * Asks for a file, looks again until it is made, and opens it in a new tab. `ready` is its address where the browser opens no tab; `notMade` begins
 * what is said about it where it fails, which goes away once it is made.
 */
export function useMadeFile<T extends MadeFile>(
  ask: () => Promise<T>,
  look: (made: T) => Promise<T>,
  { about, notMade }: { about: string; notMade: string },
) {
  const notify = useNotify(about);
  const settled = useSettled(about);
  const [making, setMaking] = useState(false);
  const [ready, setReady] = useState<string>();
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);

  const made = async (): Promise<T> => {
    let file = await ask();
    for (const pause of pauses) {
      if (file.state !== 'waiting' || left.current) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
      file = await look(file);
    }
    return file;
  };

  const make = async () => {
    setMaking(true);
    setReady(undefined);
    try {
      const file = await made();
      if (left.current) return;
      if (file.state === 'ready') {
        settled();
        // A browser opens no tab when too much time has passed since the press.
        if (!window.open(file.url, '_blank')) setReady(file.url);
      } else {
        notify({
          tone: 'error',
          text: `${notMade} ${file.problem ?? 'It takes longer than usual. Please try again in a moment.'}`,
        });
      }
    } catch (thrown) {
      const { message } = asFailure(thrown);
      if (!left.current)
        notify({
          tone: 'error',
          text: `${notMade} ${message === 'Request failed' ? 'Celadon could not be reached.' : message}`,
        });
    } finally {
      if (!left.current) setMaking(false);
    }
  };
  return { make, making, ready, opened: () => setReady(undefined) };
}
