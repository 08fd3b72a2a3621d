/**
 * Where the browser may go to pay: an https address, or on a developer's machine a plain one of that same machine. Anything else in
 * the answer, a script above all, leads nowhere.
 */
export function checkoutAddress(answer: unknown, ownProtocol: string): string | null {
  if (typeof answer !== 'object' || answer === null || !('checkout_url' in answer) || typeof answer.checkout_url !== 'string') return null;
  const url = parse(answer.checkout_url);
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
