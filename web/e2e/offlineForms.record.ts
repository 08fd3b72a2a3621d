import { expect } from '@playwright/test';

import { call } from './api';
import { notice, alertWith, type, type Form } from './offlineForm';

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
      return type([
        [
          page.getByRole('dialog', { name: 'Add note' }).getByRole('textbox', { name: 'Text' }),
          'Prefers mornings.',
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add note' }),
    failed: alertWith('Not saved yet. Request failed'),
    saved: notice('Note added.'),
  },
  {
    what: 'why a signed consent is withdrawn',
    component: 'consents/WithdrawDialog',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    dialog: true,
    fill: async (page, { mark, patient }) => {
      const { id } = await call<{ id: number }>(page, 'POST', '/api/consents/templates', {
        name: `Withdrawn ${mark}`,
        body: '<p>May we?</p>',
      });
      const { portal_url } = await call<{ portal_url: string }>(
        page,
        'POST',
        `/api/consents/${patient}/issue`,
        { templateId: id },
      );
      const token = new URL(portal_url).pathname.split('/').at(-1) ?? '';
      await call(page, 'POST', `/api/portal/consent/${token}/sign`, {});
      await page.reload();
      await page.getByRole('button', { name: `Withdraw Withdrawn ${mark}` }).click();
      return type([[page.getByLabel('Why the patient withdraws it'), 'Changed my mind.']]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }),
    failed: alertWith('Not saved yet. Request failed'),
    saved: (page, { mark }) => page.getByText(`Withdrawn ${mark} is withdrawn.`),
  },
  {
    what: 'the columns of a file of clients',
    component: 'imports/MatchColumns',
    path: () => '/patients/import',
    heading: () => 'Import Clients',
    fill: async (page, { mark }) => {
      const buffer = Buffer.from(`First,Last,Remarks\nOffline,Import ${mark},Prefers mornings\n`);
      await page
        .getByLabel('File of clients')
        .setInputFiles({ name: `offline-${mark}.csv`, mimeType: 'text/csv', buffer });
      const remarks = page.getByLabel('Remarks');
      await remarks.selectOption('note');
      return [[remarks, 'note']];
    },
    save: (page) => page.getByRole('button', { name: 'Check the rows' }),
    failed: notice('The server did not take it. Everything you entered is still here.'),
    saved: notice(/^1 row: 1 row without problems/),
    after: async (page) => {
      await page.getByRole('button', { name: 'Give up this import' }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: 'Give up this import' })
        .click();
    },
  },
  {
    what: "a patient's details",
    component: 'patients/EditPatientDialog',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    dialog: true,
    fill: async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Edit patient' });
      return type([
        [form.getByLabel('Pronouns'), 'she/her'],
        [form.getByLabel('Street'), '12 Elm St'],
      ]);
    },
    save: (page) => page.getByRole('button', { name: 'Save changes' }),
    failed: alertWith('Not saved yet. Request failed'),
    saved: notice(/^Changes to .* saved/),
  },
  {
    what: "a field of a patient's record, in its place",
    component: 'patients/FieldEditor',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    fill: async (page) => {
      await page.getByRole('button', { name: 'All details' }).click();
      await page.getByRole('button', { name: /^Edit address/ }).click();
      const form = page.getByRole('form', { name: 'Edit address' });
      return type([
        [form.getByLabel('Street'), '14 Elm St'],
        [form.getByLabel('City'), 'Boston'],
      ]);
    },
    save: (page) => page.getByRole('button', { name: 'Save address' }),
    failed: alertWith('Not saved yet. Request failed'),
    saved: notice(/^Changes to .* saved/),
  },
  {
    what: 'an answer about allergies',
    component: 'patients/ClinicalDialog',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    dialog: true,
    fill: async (page) => {
      await page
        .getByRole('button', { name: /: Allergies$/ })
        .first()
        .click();
      const form = page.getByRole('dialog', { name: 'Allergies' });
      await form.getByRole('radio', { name: 'Yes, as listed' }).check();
      return type([
        [form.getByLabel('Allergy 1'), 'Latex'],
        [form.getByLabel('Reaction').first(), 'Hives'],
      ]);
    },
    save: (page) => page.getByRole('button', { name: 'Save answer' }),
    failed: alertWith('Not saved yet. Request failed'),
    saved: notice('Allergies recorded'),
  },
];

/** Merges two patients whom no other test uses. */
export const merging: Form = {
  what: 'the merge of two records',
  component: 'duplicates/MergeDialog',
  path: () => '/patients/duplicates',
  heading: () => 'Possible duplicates',
  dialog: true,
  fill: async (page, { mark }) => {
    for (const phone of ['2125550111', '2125550112'])
      await call(page, 'POST', '/api/patients', {
        first_name: 'Twice',
        last_name: `Offline ${mark}`,
        birth_date: '1990-02-03',
        phone,
      });
    await page.reload();
    await page
      .getByRole('button', { name: `Merge: Twice Offline ${mark} and Twice Offline ${mark}` })
      .click();
    const phones = page.getByRole('dialog').getByRole('radiogroup', { name: 'Phone' });
    const other = phones.getByRole('radio').last();
    await other.check();
    return [[phones.locator('input:checked'), await other.inputValue()]];
  },
  save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Merge' }),
  failed: alertWith('Not merged. Request failed'),
  saved: notice(/ is merged into /),
};

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
  failed: alertWith('Not archived. Request failed'),
  saved: notice(/ is archived/),
  after: async (page) => {
    // Not before the server has answered: the next test needs the patient in the lists.
    await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith('/restore')),
      page.getByRole('button', { name: /^Undo: / }).click(),
    ]);
    await expect(page.getByText(/^Archived /)).toHaveCount(0);
  },
};
