import type { Locator, Page } from '@playwright/test';

/** The records the forms are about. */
export interface FormContext {
  mark: string;
  patient: number;
  /** The patient's name. */
  name: string;
}

export interface Form {
  what: string;
  /** The component of the form, within src/features. */
  component: string;
  path: (about: FormContext) => string;
  heading: (about: FormContext) => string;
  /** Fills the form in, and returns what must be kept: fields with their values, or signed pads. */
  fill: (page: Page, about: FormContext) => Promise<(readonly [field: Locator, value: string])[]>;
  save: (page: Page) => Locator;
  /** The message that it is not saved. */
  failed: (page: Page) => Locator;
  saved: (page: Page, about: FormContext) => Locator;
  /** Undoes what would disturb other tests of the file. */
  after?: (page: Page) => Promise<unknown>;
  /** Whether it is a dialog, which confirms when it is closed; a page confirms when it is left. */
  dialog?: boolean;
  /** The dialog's button that closes it. Default: Cancel. */
  close?: string;
}

/** In place of a value: a signed pad. */
export const signed = 'signed';
/** A message anywhere on the page. */
export const notice = (text: string | RegExp) => (page: Page) => page.getByText(text);
/** A message in an alert. */
export const alertWith = (text: string) => (page: Page) =>
  page.getByRole('alert').filter({ hasText: text });

/** Types each value, and returns what must be kept. */
export async function type(fields: readonly (readonly [field: Locator, value: string])[]) {
  for (const [field, value] of fields) await field.fill(value);
  return [...fields];
}

/** The form of a new template, of consents or of exams. */
export const template = (
  what: string,
  component: string,
  path: string,
  heading: string,
  label: string,
): Form => ({
  what,
  component,
  path: () => path,
  heading: () => heading,
  dialog: true,
  fill: async (page, { mark }) => {
    await page.getByRole('button', { name: 'New template' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New template' });
    return type([
      [dialog.getByLabel('Name'), `Offline ${mark}`],
      [dialog.getByRole('textbox', { name: label }), 'HR: 61 bpm'],
    ]);
  },
  save: (page) => page.getByRole('button', { name: 'Create template' }),
  failed: alertWith('Error creating template. Please try again.'),
  saved: notice('Template created'),
});
