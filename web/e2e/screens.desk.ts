import { expect, type Page } from '@playwright/test';

import { escape, opens, press, reads, sees, shows, type Screen } from './screens';

/** On a phone the form is hidden until its button is pressed. */
async function unfold(page: Page) {
  const form = page.getByRole('form', { name: 'Book an appointment' });
  const open = page.getByRole('button', { name: 'Book an appointment', exact: true });
  await expect(form.or(open)).toBeVisible();
  if (await open.isVisible()) await open.click();
  await expect(form).toBeVisible();
}

/** The screens of the front desk. */
export const desk: Screen[] = [
  {
    route: 'appointments',
    path: '/appointments',
    heading: 'Appointments',
    arrived: (page, { mark }) =>
      expect(page.getByRole('link', { name: `Lena Brandt ${mark}` })).toHaveCount(2),
    states: [
      {
        name: 'missing',
        act: async (page) => {
          await unfold(page);
          await press('Book appointment')(page);
          await reads('Choose a patient from the list')(page);
        },
      },
      {
        name: 'picker',
        act: async (page, { mark }) => {
          await page.getByRole('combobox', { name: 'Patient' }).fill(`Brandt ${mark}`);
          await expect(
            page.getByRole('listbox', { name: 'Patients found' }).getByRole('option'),
          ).toHaveCount(6);
        },
      },
    ],
  },
  {
    route: 'appointments',
    as: 'charged visit',
    path: ({ chargedDay }) => `/appointments?view=day&date=${chargedDay}`,
    heading: /, /,
    arrived: async (page, { mark }) => {
      await page
        .getByRole('button', { name: new RegExp(`^6:45 AM to .*Greta Brandt ${mark}, Botox`) })
        .click();
      await expect(
        page.getByRole('region', { name: 'Charges' }).getByRole('button', { name: 'First bill' }),
      ).toBeVisible();
    },
    states: [
      {
        name: 'first bill',
        act: opens('', 'First bill', 'First bill of the visit').act,
        back: press('Cancel'),
      },
      {
        name: 'dispute, missing',
        act: async (page) => {
          await press('Disputed')(page);
          await page
            .getByRole('dialog', { name: 'The client disputes the charges' })
            .getByRole('button', { name: 'Save' })
            .click();
          await reads('Note is required')(page);
        },
        back: press('Cancel'),
      },
    ],
  },
  {
    route: 'appointments',
    as: 'none',
    path: '/appointments?from=2030-01-01',
    heading: 'Appointments',
    arrived: reads('No appointments in these days'),
  },
  {
    route: 'appointments',
    as: 'day',
    path: '/appointments?view=day',
    heading: /, /,
    onPhone: true,
    dark: true,
    arrived: (page) => expect(page.locator('[data-card]').first()).toBeVisible(),
    states: [
      {
        name: 'series',
        dark: true,
        act: async (page) => {
          await press('Book')(page);
          const form = page.getByRole('dialog', { name: 'Book an appointment' });
          await form.getByRole('checkbox', { name: 'Repeat' }).check();
          await form.getByLabel('Date and time').fill('2027-03-01T10:00');
          await expect(
            form.getByRole('list', { name: /^Visits/ }).getByRole('listitem'),
          ).toHaveCount(3);
        },
        back: async (page) => {
          await page
            .getByRole('dialog', { name: 'Book an appointment' })
            .getByRole('button', { name: 'Close' })
            .click();
          await press('Discard')(page);
          await expect(page.getByRole('dialog')).toHaveCount(0);
        },
      },
      {
        name: 'visit',
        dark: true,
        act: async (page) => {
          await page.locator('[data-card]').first().click();
          await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: 'waitlist',
    path: '/waitlist',
    heading: 'Waitlist',
    onPhone: true,
    dark: true,
    arrived: (page, { mark }) =>
      expect(page.getByRole('link', { name: `Lena Brandt ${mark}` }).first()).toBeVisible(),
    states: [
      {
        name: 'add, missing',
        act: async (page) => {
          await press('Add to the waitlist')(page);
          await shows(page, 'Add to the waitlist');
          await page
            .getByRole('dialog')
            .getByRole('button', { name: 'Add to the waitlist' })
            .click();
          await reads('Choose a patient from the list')(page);
        },
        back: escape,
      },
      { ...opens('edit', /^Edit what /, /waits for$/), dark: true },
    ],
  },
  {
    route: 'schedule',
    path: '/schedule',
    heading: 'Hours and rooms',
    dark: true,
    arrived: async (page) => {
      await sees(/^Edit the hours of /)(page);
      // A list that arrives later moves those below it out of sight.
      await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
    },
    states: [
      {
        name: 'hours',
        dark: true,
        act: async (page) => {
          await page
            .getByRole('button', { name: /^Edit the hours of / })
            .first()
            .click();
          await press('Add hours on Monday')(page);
          await press('Add hours on Monday')(page);
          await expect(page.getByRole('dialog').getByLabel(/^From/)).toHaveCount(2);
        },
        back: async (page) => {
          await press('Cancel')(page);
          await press('Discard')(page);
        },
      },
      {
        name: 'closed days, missing',
        act: async (page) => {
          await press('Add closed days')(page);
          await shows(page, 'Closed days');
          await page.getByRole('dialog').getByRole('button', { name: 'Add closed days' }).click();
          await reads('Reason is required')(page);
        },
        back: escape,
      },
      opens('block', 'Block a time', 'Blocked time'),
      opens('room', 'Add a room or device', 'New room or device'),
    ],
  },
];
