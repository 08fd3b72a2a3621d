import { useEffect, useState } from 'react';

/** For how long, in ms, after the last input somebody still counts as watching. */
const watchingFor = 5 * 60_000;

/** Whether somebody is watching this page: it is visible, and there was input within the last minutes. */
export function useIsWatching(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  const [recent, setRecent] = useState(true);

  useEffect(() => {
    let timer = window.setTimeout(() => setRecent(false), watchingFor);
    const touched = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setRecent(false), watchingFor);
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
