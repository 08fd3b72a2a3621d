/** Where to go after signing in: a page of ours or the dashboard, never where a forged link would lead. */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/')) return '/';
  try {
    const url = new URL(next, window.location.origin);
    if (url.origin !== window.location.origin || /^\/sign-(in|out)\b/.test(url.pathname)) return '/';
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return '/';
  }
}
