import type { Locator, Page } from '@playwright/test';

/** Whom the forms are about. */
export interface About {
  mark: string;
  patient: number;
  /** The patient's. */
  name: string;
}

export interface Form {
  what: string;
  path: (about: About) => string;
  heading: (about: About) => string;
  /** Fills the form in, and answers what has to be kept: a field with its value, or a pad that is signed. */
  fill: (page: Page, about: About) => Promise<(readonly [field: Locator, value: string])[]>;
  save: (page: Page) => Locator;
  /** What says that it is not saved yet. */
  failed: (page: Page) => Locator;
  saved: (page: Page, about: About) => Locator;
  /** In a dialog: closing it asks. On a page: leaving it does. */
  dialog?: boolean;
}

/** In place of a value: the pad is signed. */
export const signed = 'signed';
/** Says so anywhere on the page. */
export const notice = (text: string | RegExp) => (page: Page) => page.getByText(text);
/** Says so as an alert. */
export const said = (text: string) => (page: Page) => page.getByRole('alert').filter({ hasText: text });

/** Types each of them, and answers what is to be kept. */
export async function type(fields: readonly (readonly [field: Locator, value: string])[]) {
  for (const [field, value] of fields) await field.fill(value);
  return [...fields];
}
