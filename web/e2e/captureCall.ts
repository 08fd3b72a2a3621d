import { expect, type Page } from '@playwright/test';

/** The request and the response of one call while `act` runs. What is sent is JSON, and says so. */
export async function captureCall(
  page: Page,
  method: string,
  path: string | RegExp,
  act: () => Promise<unknown>,
) {
  const requested = page.waitForResponse((answer) => {
    const { pathname } = new URL(answer.url());
    return (
      answer.request().method() === method &&
      (typeof path === 'string' ? pathname === path : path.test(pathname))
    );
  });
  await act();
  const answer = await requested;
  const request = answer.request();
  const body = request.postData();
  if (body !== null)
    expect((await request.allHeaders())['content-type'], `${method} ${request.url()}`).toBe(
      'application/json',
    );
  return {
    status: answer.status(),
    body: body === null ? null : (JSON.parse(body) as Record<string, unknown>),
    answer,
  };
}
