import { expect, type Page } from '@playwright/test';

/** The server's answer to an internal error. */
const fault = {
  status: 500,
  json: { error: 'Something went wrong on our side. Nothing was saved.', code: 'internal' },
};

/** While `act` runs, this one call fails: with `answer` instead of the server's, or without a connection. */
export async function withFailure(
  page: Page,
  method: string,
  path: string,
  act: () => Promise<unknown>,
  answer: { status?: number; json: unknown } | 'no connection' = fault,
) {
  const at = (url: URL) => url.pathname === path;
  await page.route(at, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    return answer === 'no connection' ? route.abort('connectionfailed') : route.fulfill(answer);
  });
  await act();
  await page.unroute(at);
}

/**
 * Expects a notice with exactly this text, whatever other notices are there. None is closed here, so a notice that kept the next one from
 * showing would be found. An open dialog must not hide it.
 */
export async function expectNotice(page: Page, tone: 'alert' | 'status', text: string) {
  const notices = page
    .getByRole(tone)
    .filter({ has: page.getByRole('button', { name: 'Close', exact: true }) });
  // The text may be followed by an undo button.
  const whole = new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?:Undo)?$`);
  await expect(notices.getByText(whole)).toBeVisible();
  // The status region contains the alerts too.
  if (tone === 'status')
    await expect(page.getByRole('alert').getByText(text, { exact: true })).toHaveCount(0);
}

/** Expects the console messages and refused calls of a simulated failure, and removes them from the log. */
export function expectFailures(
  browserLog: { errors: string[]; refused: string[] },
  logged: readonly string[],
  refused: readonly string[],
) {
  expect(browserLog.errors.splice(0).filter((line) => !line.startsWith('net::'))).toEqual(
    logged.map((sentence) => expect.stringContaining(`error: ${sentence}`)),
  );
  expect(browserLog.refused.splice(0)).toEqual([...refused]);
}
