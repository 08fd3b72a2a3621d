/** Where to go after signing in: a path of this app, or the dashboard where `next` is anything else. */
export function safeRedirectPath(next: string | null): string {
  if (!next?.startsWith('/')) return '/';
  try {
    const url = new URL(next, window.location.origin);
    if (url.origin !== window.location.origin || /^\/sign-(in|out)\b/.test(url.pathname)) return '/';
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return '/';
  }
}
