import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, type Page } from '@playwright/test';

import { call } from './api';

/** Where the server writes its mails: beside the file of the demo's sign-ins. */
const mails = join(
  dirname(
    process.env['CELADON_DEMO'] ?? fileURLToPath(new URL('../../.data/demo.json', import.meta.url)),
  ),
  'mail',
);

/** The newest code that was mailed to an address. */
function codeFor(address: string): string | undefined {
  const files = readdirSync(mails).map((name) => join(mails, name));
  const ours = files
    .map((file) => ({ text: readFileSync(file, 'utf8'), at: statSync(file).mtimeMs }))
    .filter(({ text }) => text.includes(address) && text.includes('Your code is'));
  return /Your code is (\d{6})/.exec(
    ours.toSorted((one, other) => other.at - one.at)[0]?.text ?? '',
  )?.[1];
}

/** Waits for the code that is mailed to an address. */
export async function mailedCode(address: string): Promise<string> {
  await expect
    .poll(() => codeFor(address), { message: 'a mail with a code', timeout: 30_000 })
    .toBeDefined();
  return codeFor(address) ?? '';
}

/** Asks for a visit as a patient does at /book; answers when it starts. */
export async function askOnline(
  page: Page,
  service: string,
  [first_name, last_name, address]: [string, string, string],
): Promise<string> {
  const { policy } = await call<{ policy: { version: number } | null }>(page, 'GET', '/api/book');
  const { times } = await call<{ times: string[] }>(
    page,
    'GET',
    `/api/book/slots?${new URLSearchParams({ service })}`,
  );
  const { token, starts_at } = await call<{ token: string; starts_at: string }>(
    page,
    'POST',
    '/api/book/holds',
    { service, starts_at: times[0] },
  );
  await call(page, 'POST', `/api/book/holds/${token}/code`, { email: address });
  await call(page, 'POST', `/api/book/holds/${token}/confirm`, {
    first_name,
    last_name,
    code: await mailedCode(address),
    policy_version: policy?.version ?? null,
  });
  return starts_at;
}

/** The day of an instant at the demo clinic, '2026-12-01'. */
export const clinicDay = (at: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(at));
