import { expect, type BrowserContext } from '@playwright/test';

/** What a browser context did besides what is on the screen. */
export interface BrowserLog {
  /** Errors on the console, uncaught ones, and everything the Content-Security-Policy blocked. */
  errors: string[];
  /** Answers the browser itself reports as failed: '401 /api/auth/session'. */
  refused: string[];
  /** Requests to any other origin than the clinic's. */
  foreignRequests: string[];
  expectNoErrors: (refusals?: readonly string[]) => void;
}

const failedLoad = 'Failed to load resource';
const violation = 'CSP violation:';

/** Follows all pages of a context from now on; `origin` is the only one they may send requests to. */
export async function watchBrowser(context: BrowserContext, origin: string): Promise<BrowserLog> {
  const browserLog: BrowserLog = {
    errors: [],
    refused: [],
    foreignRequests: [],
    expectNoErrors: (refusals = []) => {
      expect({
        errors: browserLog.errors,
        refused: browserLog.refused,
        foreignRequests: browserLog.foreignRequests,
      }).toEqual({ errors: [], refused: refusals, foreignRequests: [] });
    },
  };
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (message.text().startsWith(failedLoad)) return;
    browserLog.errors.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => browserLog.errors.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(url.protocol) && url.origin !== origin)
      browserLog.foreignRequests.push(request.url());
  });
  context.on('requestfailed', (request) => {
    // Leaving a page aborts its requests.
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') browserLog.errors.push(`${reason}: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400)
      browserLog.refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  // Also where a policy only reports, which is no error on the console.
  await context.addInitScript((prefix) => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sample }) => {
        console.error(`${prefix} ${violatedDirective} ${blockedURI} ${sample}`);
      },
    );
  }, violation);
  return browserLog;
}
