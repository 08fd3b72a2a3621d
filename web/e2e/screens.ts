import { expect, type Locator, type Page } from '@playwright/test';

import type { SeededRecords } from './screens.seed';
import type { Seeded } from './seed';

export type Records = Seeded & SeededRecords;

/** What a screen becomes when somebody uses it: a dialog, messages about what is missing, a notice. */
export interface State {
  name: string;
  act: (page: Page, records: Records) => Promise<unknown>;
  /** Leads back to the screen for the next state. */
  back?: (page: Page) => Promise<unknown>;
  /** Its tab stops are checked like the screen's own. */
  keyboard?: boolean;
  /** Looked at in the dark scheme too, in each size. */
  dark?: boolean;
}

/** A screen: its row in the table that screens.spec.ts visits, in each size. */
export interface Screen {
  /** Its pattern in lib/paths.ts, without the slash it begins with. */
  route: string;
  /** Tells a second address of a route from the first. */
  as?: string;
  path: string | ((records: Records) => string);
  heading: string | RegExp;
  /** Opened in a browser context of its own, because what is done there cannot be undone. */
  apart?: true;
  /** What has to happen before it is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** What shows that the screen is complete. */
  arrived?: (page: Page, records: Records) => Promise<unknown>;
  /** All in one visit, one after the other. */
  states?: State[];
  /** Answers with an error that belong to it: '404 /api/patients/:id'. */
  refused?: string[];
  /** Answers that may come as well: the page refreshes when the window gets the focus. */
  perhapsRefused?: string[];
  /** Its tab stops are checked on the phone too, because other bars cover the page there. */
  onPhone?: boolean;
  /** Looked at in the dark scheme on the phone and outside of the staff's app too; on the tablet every screen inside is. */
  dark?: boolean;
  /** Console messages that belong to it, by their beginning. */
  logged?: string[];
}

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();
export const sees = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('button', { name }).first()).toBeVisible();
export const reads = (words: string | RegExp) => (page: Page) =>
  expect(page.getByText(words).first()).toBeVisible();
export const dialogs = (page: Page, name?: string | RegExp): Locator =>
  page
    .getByRole('dialog', name ? { name } : {})
    .or(page.getByRole('alertdialog', name ? { name } : {}));
export const shows = (page: Page, name: string | RegExp) =>
  expect(dialogs(page, name)).toBeVisible();

/** Leaves the dialog that is open. */
export async function escape(page: Page) {
  await page.keyboard.press('Escape');
  await expect(dialogs(page)).toHaveCount(0);
}

/** Presses the button that opens a dialog of this name. */
export const opens = (name: string, button: string | RegExp, dialog: string | RegExp): State => ({
  name,
  act: async (page) => {
    await press(button)(page);
    await shows(page, dialog);
  },
  back: escape,
});
