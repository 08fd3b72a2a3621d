/**
 * The URL of the payment provider in an answer, if the browser may go there: https, or http on the same machine in development. Null
 * for anything else, such as a javascript: URL.
 */
export function safeProviderUrl(answered: unknown, ownProtocol: string): string | null {
  if (typeof answered !== 'string') return null;
  const url = parse(answered);
  if (!url || url.username || url.password) return null;
  if (url.protocol === 'https:') return url.href;
  return url.protocol === 'http:' && ownProtocol === 'http:' && isThisMachine(url.hostname)
    ? url.href
    : null;
}

/** Not URL.parse(), which an iPad of 2023 lacks. */
function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function isThisMachine(host: string) {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
  );
}
