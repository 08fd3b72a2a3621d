import { alertWith, type, type Form } from './offlineForm';

/** The form of the clinic's catalogue of services. */
export const servicing: Form = {
  what: 'a service of the catalogue',
  component: 'services/ServiceDialog',
  path: () => '/services',
  heading: () => 'Services',
  dialog: true,
  fill: async (page, { mark }) => {
    await page.getByRole('button', { name: 'Add service' }).click();
    const dialog = page.getByRole('dialog', { name: 'New service' });
    return type([
      [dialog.getByLabel(/^Name/), `Peel ${mark}`],
      [dialog.getByLabel(/^Duration/), '45'],
    ]);
  },
  save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add service' }),
  failed: alertWith('Not saved yet. Request failed'),
  saved: (page, { mark }) => page.getByText(`Peel ${mark} added.`),
};
