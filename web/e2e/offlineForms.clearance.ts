import type { Page } from '@playwright/test';

import { call } from './api';
import { owner } from './clinics';
import { alertWith, notice, signed, type, type Form } from './offlineForm';
import { draw } from './signature';

/** Switches the module on or off; the page shows it once it is loaded anew. */
async function turn(page: Page, on: boolean) {
  await call(page, 'PUT', '/api/clinic/modules/clearance', { on });
  await page.reload();
}

interface Member {
  [field: string]: unknown;
  id: number;
  email: string;
}

/** Gives the owner a credential and a license, without which nobody signs an exam. */
async function licenseOwner(page: Page) {
  const team = await call<Member[]>(page, 'GET', '/api/team');
  const self = team.find(({ email }) => email === owner.email);
  if (!self) throw new Error('The owner is not on the team.');
  const kept = [
    'first_name',
    'last_name',
    'email',
    'phone',
    'role',
    'department',
    'status',
    'hire_date',
    'specialties',
    'notes',
  ];
  const form = Object.fromEntries(kept.map((field) => [field, self[field]]));
  await call(page, 'PUT', `/api/team/${self.id}`, {
    ...form,
    license_number: self['license_number'] ?? 'MD-20441',
    credential: 'MD',
    license_state: 'NY',
    license_expires_on: '2099-06-30',
  });
}

/** The forms of clearance, each with the module switched on for it alone. */
export const clearance: readonly Form[] = [
  {
    what: 'a signature on an exam',
    component: 'clearance/SignExamDialog',
    path: ({ patient }) => `/gfe/${patient}`,
    heading: () => 'Good Faith Exam',
    dialog: true,
    fill: async (page, { patient }) => {
      await call(page, 'POST', '/api/gfe', { patient_id: patient, vitals: 'HR: 64 bpm' });
      await licenseOwner(page);
      await turn(page, true);
      await page.getByRole('button', { name: 'Sign exam' }).click();
      const form = page.getByRole('dialog', { name: 'Sign exam' });
      const decision = form.getByLabel('Decision: Botox');
      await decision.selectOption('cleared');
      const typed = await type([[form.getByLabel('Condition: Botox'), 'Lying down']]);
      const pad = form.getByRole('group', { name: 'Signature' });
      await draw(page, pad);
      return [[decision, 'cleared'], ...typed, [pad, signed]];
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Sign exam' }),
    failed: alertWith('Not saved yet.'),
    saved: notice('The exam is signed.'),
    after: (page) => turn(page, false),
  },
  {
    what: 'what has changed since an exam',
    component: 'clearance/HealthChangeDialog',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    dialog: true,
    fill: async (page) => {
      await turn(page, true);
      const panel = page.getByRole('region', { name: 'New Treatment' });
      await panel.getByRole('radio', { name: 'Yes' }).check();
      await panel.getByRole('button', { name: 'Write down what has changed' }).click();
      return type([
        [
          page
            .getByRole('dialog', { name: 'What has changed' })
            .getByRole('textbox', { name: 'What has changed' }),
          'Takes blood thinners now',
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Open the exam again' }),
    failed: alertWith('Not saved yet.'),
    saved: notice('The exam is open again.'),
    after: (page) => turn(page, false),
  },
  {
    what: 'the settings of exam clearance',
    component: 'clearance/ClearanceSettingsDialog',
    path: () => '/settings',
    heading: () => 'Clinic settings',
    dialog: true,
    fill: async (page) => {
      await turn(page, true);
      await page.getByRole('button', { name: 'Change exam clearance' }).click();
      const what = page
        .getByRole('dialog', { name: 'Exam clearance' })
        .getByLabel('A treatment with a service that is not cleared');
      await what.selectOption('warn');
      return [[what, 'warn']];
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }),
    failed: alertWith('Not saved yet.'),
    saved: notice('The settings of exam clearance are saved.'),
    after: (page) => turn(page, false),
  },
];
