import type { Page } from '@playwright/test';

import { call } from './api';
import { inDays } from './dates';
import { alertWith, notice, type, type Form } from './offlineForm';

const onRecord = {
  path: ({ patient }) => `/patients/${patient}`,
  heading: ({ name }) => name,
  dialog: true,
  failed: alertWith('Not saved yet. Request failed'),
} as const satisfies Partial<Form>;

/** Reports an adverse event of the patient, and shows it. */
async function reported(page: Page, patient_id: number) {
  await call(page, 'POST', '/api/adverse-events', {
    patient_id,
    began_on: await inDays(page, 0),
    kind: 'ptosis',
    severity: 'mild',
    details: 'The left lid hangs.',
    action: 'Told to wait.',
  });
  await page.reload();
}

/** The forms about adverse events. */
export const adverseEvents: readonly Form[] = [
  {
    what: 'a report of an adverse event',
    component: 'adverse-events/ReportDialog',
    ...onRecord,
    fill: async (page) => {
      await page.getByRole('button', { name: 'Report an adverse event' }).click();
      const form = page.getByRole('dialog', { name: 'Report an adverse event' });
      const [kind, severity] = [form.getByLabel('Kind'), form.getByLabel('Severity')];
      await kind.selectOption('nodule');
      await severity.selectOption('moderate');
      const typed = await type([
        [form.getByLabel('What happened'), 'A hard lump under the left eye.'],
        [form.getByLabel('Action taken'), 'Massage.'],
      ]);
      return [[kind, 'nodule'], [severity, 'moderate'], ...typed];
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }),
    saved: notice('Reported. The Medical Directors are told now.'),
  },
  {
    what: 'a follow-up of an adverse event',
    component: 'adverse-events/FollowUpDialog',
    ...onRecord,
    fill: async (page, { patient }) => {
      await reported(page, patient);
      await page
        .getByRole('button', { name: /^Add follow-up: Ptosis/ })
        .first()
        .click();
      const form = page.getByRole('dialog', { name: 'Follow-up of an adverse event' });
      const status = form.getByLabel('Status');
      await status.selectOption('resolving');
      const typed = await type([[form.getByLabel('What was seen'), 'The lid is higher.']]);
      return [[status, 'resolving'], ...typed];
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add follow-up' }),
    saved: notice('The follow-up is added.'),
  },
  {
    what: 'a correction of an adverse event',
    component: 'adverse-events/CorrectionDialog',
    ...onRecord,
    fill: async (page, { patient }) => {
      await reported(page, patient);
      await page
        .getByRole('button', { name: /^Correct: Ptosis/ })
        .first()
        .click();
      const form = page.getByRole('dialog', { name: 'Correct an adverse event' });
      return type([
        [form.getByLabel('Reason'), 'Wrong side'],
        [form.getByLabel('What is right'), 'It is the right lid.'],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add correction' }),
    saved: notice('The correction is added.'),
  },
];
