import { call } from './api';
import { notice, alertWith, type, type Form } from './offlineForm';

/** The forms about points are dialogs of the patient's page. */
const onTheRecord = {
  path: ({ patient }) => `/patients/${patient}`,
  heading: ({ name }) => name,
  dialog: true,
  failed: alertWith('Not saved yet.'),
} satisfies Partial<Form>;

export const adjustment: Omit<Form, 'component'> = {
  ...onTheRecord,
  what: 'an adjustment of points',
  fill: async (page) => {
    await page.getByRole('button', { name: 'Adjust points' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adjust points' });
    return type([
      [dialog.getByRole('textbox', { name: /^Points/ }), '15'],
      [dialog.getByRole('textbox', { name: /^Reason/ }), 'A birthday'],
    ]);
  },
  save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save adjustment' }),
  saved: notice('15 points given.'),
};

export const reversal: Omit<Form, 'component'> = {
  ...onTheRecord,
  what: 'the reason for taking points back',
  fill: async (page, { patient }) => {
    await call(page, 'POST', `/api/loyalty/patients/${patient}/adjust`, {
      points: 7,
      reason: 'Given twice',
    });
    await page.getByRole('button', { name: 'Show statement' }).click();
    await page.getByRole('button', { name: 'Take back Adjusted, +7' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Take this entry back?' });
    return type([[dialog.getByRole('textbox', { name: /^Reason/ }), 'Given twice']]);
  },
  save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Take back' }),
  saved: notice('The entry was taken back.'),
};
