import { expect, type BrowserContext } from '@playwright/test';

/** What a context did that nobody saw on the screen. */
export interface Watch {
  /** Errors on the console, uncaught ones, and everything the Content-Security-Policy stopped. */
  trouble: string[];
  /** Answers the browser itself reports as failed: '401 /api/auth/session'. */
  refused: string[];
  /** Requests to any other origin than the clinic's. */
  strays: string[];
  expectCalm: (refusals?: readonly string[]) => void;
}

const failedLoad = 'Failed to load resource';
const violation = 'CSP violation:';

/** Follows all pages of a context from now on; `origin` is the only one they may speak to. */
export async function watch(context: BrowserContext, origin: string): Promise<Watch> {
  const seen: Watch = {
    trouble: [],
    refused: [],
    strays: [],
    expectCalm: (refusals = []) => {
      expect({ trouble: seen.trouble, refused: seen.refused, strays: seen.strays }).toEqual({ trouble: [], refused: refusals, strays: [] });
    },
  };
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (message.text().startsWith(failedLoad)) return;
    seen.trouble.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => seen.trouble.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(url.protocol) && url.origin !== origin) seen.strays.push(request.url());
  });
  context.on('requestfailed', (request) => {
    // A page that is left drops what it was still asking for; that is no fault.
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') seen.trouble.push(`${reason}: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) seen.refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  // Seen even where a policy only reports, which the console does not call an error.
  await context.addInitScript((prefix) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error(`${prefix} ${violatedDirective} ${blockedURI} ${sample}`);
    });
  }, violation);
  return seen;
}
