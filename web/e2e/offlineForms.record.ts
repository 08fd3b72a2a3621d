import { expect } from '@playwright/test';

import { notice, said, type, type Form } from './offlineForm';

/** The forms of a patient's record that are dialogs on the patient's page. */
export const recordForms: readonly Form[] = [
  {
    what: 'a note about a patient',
    component: 'record/NoteDialog',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    dialog: true,
    fill: async (page) => {
      await page.getByRole('button', { name: 'Add note' }).click();
      return type([[page.getByRole('dialog', { name: 'Add note' }).getByRole('textbox', { name: 'Text' }), 'Prefers mornings.']]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add note' }),
    failed: said('Not saved yet. Request failed'),
    saved: notice('Note added.'),
  },
  {
    what: 'a patient\'s details',
    component: 'patients/EditPatientDialog',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    dialog: true,
    fill: async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Edit patient' });
      return type([[form.getByLabel('Pronouns'), 'she/her'], [form.getByLabel('Street'), '12 Elm St']]);
    },
    save: (page) => page.getByRole('button', { name: 'Save changes' }),
    failed: said('Not saved yet. Request failed'),
    saved: notice(/^Changes to .* saved/),
  },
  {
    what: 'an answer about allergies',
    component: 'patients/ClinicalDialog',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    dialog: true,
    fill: async (page) => {
      await page.getByRole('button', { name: /: Allergies$/ }).first().click();
      const form = page.getByRole('dialog', { name: 'Allergies' });
      await form.getByRole('radio', { name: 'Yes, as listed' }).check();
      return type([[form.getByLabel('Allergy 1'), 'Latex'], [form.getByLabel('Reaction').first(), 'Hives']]);
    },
    save: (page) => page.getByRole('button', { name: 'Save answer' }),
    failed: said('Not saved yet. Request failed'),
    saved: notice('Allergies recorded'),
  },
];

/** The last of all: the patient then leaves the lists. */
export const archiving: Form = {
  what: 'the reason to archive a patient',
  component: 'patients/ArchiveDialog',
  path: ({ patient }) => `/patients/${patient}`,
  heading: ({ name }) => name,
  dialog: true,
  fill: async (page) => {
    await page.getByRole('button', { name: 'More about this record' }).click();
    await page.getByRole('menuitem', { name: /^Archive/ }).click();
    return type([[page.getByLabel('Reason (optional)'), 'Moved away']]);
  },
  save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Archive' }),
  failed: said('Not archived. Request failed'),
  saved: notice(/ is archived/),
  after: async (page) => {
    await page.getByRole('button', { name: /^Undo: / }).click();
    await expect(page.getByText(/^Archived /)).toHaveCount(0);
  },
};
