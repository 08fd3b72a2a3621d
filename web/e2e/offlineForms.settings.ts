import { notice, alertWith, type, type Form } from './offlineForm';

/** The forms of the clinic's settings. */
export const settings: readonly Form[] = [
  {
    what: 'the settings',
    component: 'settings/SettingsEntry',
    path: () => '/settings',
    heading: () => 'Clinic settings',
    // Other tests rely on the idle minutes and the time zone of this clinic; none relies on the days of a link.
    fill: async (page) => {
      const days = page.getByLabel(/^Days a consent link works/);
      return type([[days, (await days.inputValue()) === '30' ? '31' : '30']]);
    },
    save: (page) => page.getByRole('button', { name: 'Save settings' }),
    failed: alertWith('The settings could not be saved. Please try again.'),
    saved: notice('Clinic settings saved.'),
  },
  {
    what: 'an API token',
    component: 'fhir/NewTokenDialog',
    path: () => '/settings',
    heading: () => 'Clinic settings',
    dialog: true,
    fill: async (page, { mark }) => {
      await page.getByRole('button', { name: 'New token' }).click();
      const form = page.getByRole('dialog', { name: 'New API token' });
      await form.getByLabel(/^Appointments/).check();
      return type([[form.getByLabel(/^Name/), `Reporting ${mark}`]]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Make token' }),
    failed: alertWith('Not made yet.'),
    saved: (page, { mark }) =>
      page.getByRole('dialog', { name: `The secret of Reporting ${mark}` }),
  },
  {
    what: 'the settings of online booking',
    component: 'online-booking/BookingSettingsDialog',
    path: () => '/settings',
    heading: () => 'Clinic settings',
    dialog: true,
    fill: async (page, { mark }) => {
      await page.getByRole('button', { name: 'Change online booking' }).click();
      return type([
        [
          page.getByRole('dialog', { name: 'Online booking' }).getByLabel('Booking policy'),
          `Please cancel a day ahead. ${mark}`,
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }),
    failed: alertWith('Not saved yet.'),
    saved: notice('The settings of online booking are saved.'),
  },
  {
    what: 'the settings of estimates',
    component: 'estimates/settings/EstimateSettingsDialog',
    path: () => '/settings',
    heading: () => 'Clinic settings',
    dialog: true,
    fill: async (page, { mark }) => {
      await page.getByRole('button', { name: 'Change Good Faith Estimates' }).click();
      return type([
        [
          page.getByRole('dialog', { name: 'Good Faith Estimates' }).getByLabel('Street address'),
          `214 W 18th Street ${mark}`,
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }),
    failed: alertWith('Not saved yet.'),
    saved: notice('The settings of estimates are saved.'),
  },
];
