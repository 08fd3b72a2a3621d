import type { Page } from '@playwright/test';

import { home } from './clinics';

/** Opens an empty document at the clinic's address, for calls alone: no app is loaded and no record is read. */
export async function openEmpty(page: Page) {
  const address = `${home}/empty`;
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Empty</title>' }),
  );
  await page.goto(address);
  await page.unroute(address);
}

interface Answer {
  status: number;
  body: unknown;
}

/**
 * Calls the server from within the page, with its cookie and its origin; the page must be at the clinic's host. Not from Node, where
 * the name demo.localhost does not resolve on many machines.
 */
export async function attempt(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return page.evaluate(
    async ({ method: verb, path: where, body: what }) => {
      const answer = await fetch(where, {
        method: verb,
        ...(what !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(what),
        }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
    },
    { method, path, body },
  );
}

/** The same for calls that must succeed. */
export async function call<T>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await attempt(page, method, path, body);
  if (answer.status >= 300)
    throw new Error(
      `${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`,
    );
  return answer.body as T;
}
