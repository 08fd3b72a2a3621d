/**
 * Where the browser may go to pay or to manage the plan: an https address, or on a developer's machine a plain one of that same
 * machine. Anything else in an answer, a script above all, leads nowhere.
 */
export function providerAddress(answered: unknown, ownProtocol: string): string | null {
  if (typeof answered !== 'string') return null;
  const url = parse(answered);
  if (!url || url.username || url.password) return null;
  if (url.protocol === 'https:') return url.href;
  return url.protocol === 'http:' && ownProtocol === 'http:' && isThisMachine(url.hostname) ? url.href : null;
}

/** Written out, because URL.parse() is missing on an iPad of 2023. */
function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function isThisMachine(host: string) {
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]';
}
