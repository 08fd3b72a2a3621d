import type { Page } from '@playwright/test';

import { call } from './api';

const millisecondsOfDay = 86_400_000;

/** The clinic's date so many days from now, 'YYYY-MM-DD'. */
export async function inDays(page: Page, days: number): Promise<string> {
  const { clinic } = await call<{ clinic: { time_zone: string } }>(
    page,
    'GET',
    '/api/auth/session',
  );
  const today = new Intl.DateTimeFormat('en-CA', {
    timeZone: clinic.time_zone,
    dateStyle: 'short',
  }).format();
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * millisecondsOfDay)
    .toISOString()
    .slice(0, 10);
}

/** A day's heading in the list of appointments: 'Friday, November 20, 2026'. */
export const inWords = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
