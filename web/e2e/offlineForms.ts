import type { Locator, Page } from '@playwright/test';

import { inDays } from './days';
import { draw } from './ink';

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
const notice = (text: string | RegExp) => (page: Page) => page.getByText(text);
const said = (text: string) => (page: Page) => page.getByRole('alert').filter({ hasText: text });

async function type(fields: readonly (readonly [field: Locator, value: string])[]) {
  for (const [field, value] of fields) await field.fill(value);
  return [...fields];
}

const template = (what: string, path: string, heading: string, label: string): Form => ({
  what,
  path: () => path,
  heading: () => heading,
  dialog: true,
  fill: async (page, { mark }) => {
    await page.getByRole('button', { name: 'New template' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New template' });
    return type([[dialog.getByLabel('Name'), `Offline ${mark}`], [dialog.getByRole('textbox', { name: label }), 'HR: 61 bpm']]);
  },
  save: (page) => page.getByRole('button', { name: 'Create template' }),
  failed: said('Error creating template. Please try again.'),
  saved: notice('Template created'),
});

/** Every form of the staff's, filled in far enough to be saved. */
export const forms: readonly Form[] = [
  {
    what: 'an exam',
    path: ({ patient }) => `/gfe/${patient}?new`,
    heading: () => 'Good Faith Exam',
    fill: async (page) => type([[page.getByRole('textbox', { name: 'Vitals' }), 'BP: 118/76 mmHg'], [page.getByRole('textbox', { name: 'Skin PE' }), 'Warm and dry']]),
    save: (page) => page.getByRole('button', { name: 'Save exam' }),
    failed: said('Error saving exam. Please try again.'),
    saved: notice('GFE Exam saved successfully!'),
  },
  {
    what: 'a treatment with its signature',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    fill: async (page) => {
      const form = page.getByRole('form', { name: 'New treatment' });
      const typed = await type([[form.getByLabel('Areas'), 'Glabella'], [form.getByLabel('Units'), '20'], [form.getByLabel('Lot', { exact: true }), 'C7654']]);
      const pad = form.getByRole('group', { name: 'Provider signature' });
      await draw(page, pad);
      return [...typed, [pad, signed]];
    },
    save: (page) => page.getByRole('button', { name: 'Save treatment' }),
    failed: said('A Good Faith Estimate exam must be completed before recording any treatment.'),
    saved: notice('Treatment saved.'),
  },
  {
    what: 'an estimate with both signatures',
    path: ({ patient }) => `/gfe-estimate/${patient}`,
    heading: () => 'Good Faith Estimate',
    fill: async (page) => {
      const typed = await type([[page.getByRole('textbox', { name: 'Provider', exact: true }), 'Claire Donovan'], [page.getByLabel('Notes'), 'Two visits.']]);
      const pads = ['Patient signature', 'Provider signature'].map((label) => page.getByRole('group', { name: label }));
      for (const pad of pads) await draw(page, pad);
      return [...typed, ...pads.map((pad) => [pad, signed] as const)];
    },
    save: (page) => page.getByRole('button', { name: 'Save estimate' }),
    failed: said('Error saving estimate. Please try again.'),
    saved: notice('Good Faith Estimate saved successfully!'),
  },
  {
    what: 'a patient',
    path: () => '/patients',
    heading: () => 'Clients',
    dialog: true,
    fill: async (page, { mark }) => {
      await page.getByRole('button', { name: 'Add patient' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add patient' });
      return type([[dialog.getByLabel('First name'), 'Xenia'], [dialog.getByLabel('Last name'), mark], [dialog.getByLabel('Birth date'), '1985-06-07']]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add patient' }),
    failed: (page) => page.getByRole('dialog').getByRole('alert'),
    saved: (page, { mark }) => page.getByText(`Xenia ${mark} was added.`),
  },
  {
    what: 'an appointment',
    path: () => '/appointments',
    heading: () => 'Appointments',
    fill: async (page, { mark, name }) => {
      const form = page.getByRole('form', { name: 'Book an appointment' });
      const picker = form.getByRole('combobox', { name: 'Patient' });
      await picker.fill(mark);
      await page.getByRole('option').filter({ hasText: 'Wanda' }).click();
      const typed = await type([[form.getByLabel('Date and time'), `${await inDays(page, 5)}T10:00`], [form.getByLabel('Notes'), 'Prefers the quiet room.']]);
      return [[picker, name], ...typed];
    },
    save: (page) => page.getByRole('button', { name: 'Book appointment' }),
    failed: said('Not booked yet.'),
    saved: (page, { name }) => page.getByText(`${name} is booked for `),
  },
  template('a consent template', '/digital-consents', 'Consent templates', 'Consent text'),
  template('an exam template', '/gfe-templates', 'Exam templates', 'Vitals'),
  {
    what: 'a member of the team',
    path: () => '/team',
    heading: () => 'Team',
    dialog: true,
    fill: async (page, { mark }) => {
      await page.getByRole('button', { name: 'Add team member' }).click();
      const dialog = page.getByRole('dialog', { name: 'New team member' });
      await dialog.getByLabel('Status').selectOption('inactive');
      return type([[dialog.getByLabel('First name'), 'Yves'], [dialog.getByLabel('Last name'), mark], [dialog.getByLabel('Email'), `yves.${mark}@example.com`]]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add team member' }),
    failed: said('Error saving team member. Please try again.'),
    saved: (page, { mark }) => page.getByText(`Yves ${mark} was added.`),
  },
  {
    what: 'a subscription with its signature',
    path: () => '/subscriptions',
    heading: () => 'Subscriptions',
    fill: async (page) => {
      const form = page.getByRole('form', { name: 'New subscription' });
      await form.getByRole('combobox', { name: 'Plan' }).selectOption('basic');
      await form.getByRole('combobox', { name: 'Payment method' }).selectOption('Other (manual)');
      const notes = await type([[form.getByLabel('Notes'), 'Agreed by telephone.']]);
      const pad = form.getByRole('group', { name: 'Signature' });
      await draw(page, pad);
      await form.getByRole('checkbox', { name: 'I accept these terms' }).check();
      return [...notes, [pad, signed]];
    },
    save: (page) => page.getByRole('button', { name: 'Create subscription' }),
    failed: said('Error saving subscription. Please try again.'),
    saved: notice('Subscription created successfully!'),
  },
  {
    what: 'the settings',
    path: () => '/settings',
    heading: () => 'Clinic settings',
    fill: async (page) => {
      const minutes = page.getByLabel(/^Minutes until/);
      const other = (await minutes.inputValue()) === '15' ? '20' : '15';
      return type([[minutes, other]]);
    },
    save: (page) => page.getByRole('button', { name: 'Save settings' }),
    failed: said('The settings could not be saved. Please try again.'),
    saved: notice('Clinic settings saved.'),
  },
];
