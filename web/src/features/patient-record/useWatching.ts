import { useEffect, useState } from 'react';

/** How long after the last touch somebody still counts as looking on. */
const patience = 5 * 60_000;

/** Is somebody looking at this page? Not behind another tab, and not when nobody has touched anything for a while. */
export function useWatching(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  const [recent, setRecent] = useState(true);

  useEffect(() => {
    let timer = window.setTimeout(() => setRecent(false), patience);
    const touched = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setRecent(false), patience);
      setRecent(true);
    };
    const turned = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('pointerdown', touched);
    document.addEventListener('keydown', touched);
    document.addEventListener('visibilitychange', turned);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('pointerdown', touched);
      document.removeEventListener('keydown', touched);
      document.removeEventListener('visibilitychange', turned);
    };
  }, []);

  return visible && recent;
}
