import { expect, type Page } from '@playwright/test';

/** The server's own answer to a fault of its own. */
const fault = { status: 500, json: { error: 'Something went wrong on our side. Nothing was saved.', code: 'internal' } };

/** While `act` runs, this one call fails at the edge of the network: `answer` instead of the server's, or no connection at all. */
export async function withFailure(page: Page, method: string, path: string, act: () => Promise<unknown>, answer: { status?: number; json: unknown } | 'no connection' = fault) {
  const at = (url: URL) => url.pathname === path;
  await page.route(at, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    return answer === 'no connection' ? route.abort('connectionfailed') : route.fulfill(answer);
  });
  await act();
  await page.unroute(at);
}

/**
 * A notice at the foot of the page says exactly this, whatever else is still unread there: none is closed here, so one that held back
 * the next would be found out. A dialog that is open hides it from nobody.
 */
export async function expectNotice(page: Page, tone: 'alert' | 'status', text: string) {
  const notices = page.getByRole(tone).filter({ has: page.getByRole('button', { name: 'Close', exact: true }) });
  await expect(notices.getByText(text, { exact: true })).toBeVisible();
  // The region of the polite ones holds the alerts too.
  if (tone === 'status') await expect(page.getByRole('alert').getByText(text, { exact: true })).toHaveCount(0);
}

/** Forgets what a fault made at the edge of the network left behind, and looks that it did: each call failed, each was logged as the specification has it. */
export function expectFailures(seen: { errors: string[]; refused: string[] }, logged: readonly string[], refused: readonly string[]) {
  expect(seen.errors.splice(0).filter((line) => !line.startsWith('net::'))).toEqual(logged.map((sentence) => expect.stringContaining(`error: ${sentence}`)));
  expect(seen.refused.splice(0)).toEqual([...refused]);
}
