import { useEffect } from 'react';

/**
 * Keeps the Back button on this page, so that what is drawn is not lost. It guards nothing: the server refuses every other call of
 * this session.
 */
export function useStayHere() {
  useEffect(() => {
    const stay = () => window.history.pushState(null, '', window.location.pathname);
    stay();
    window.addEventListener('popstate', stay);
    return () => window.removeEventListener('popstate', stay);
  }, []);
}
