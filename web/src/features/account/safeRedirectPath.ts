import { paths } from '@/lib/paths';

/** Where to go after signing in: a path of this app, or the dashboard where `next` is anything else. */
export function safeRedirectPath(next: string | null): string {
  if (!next?.startsWith('/')) return paths.dashboard;
  try {
    const url = new URL(next, window.location.origin);
    if (url.origin !== window.location.origin || isSignInOrOut(url.pathname))
      return paths.dashboard;
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return paths.dashboard;
  }
}

const isSignInOrOut = (pathname: string) =>
  [paths.signIn, paths.signOut].some(
    (path) => pathname === path || pathname.startsWith(`${path}/`),
  );
