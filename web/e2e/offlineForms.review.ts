import type { Page } from '@playwright/test';

import { call } from './api';
import { director, signedOut } from './clinics';
import { inDays } from './dates';
import { assessing } from './offlineForms.emergency';
import { alertWith, notice, signed, type, type Form } from './offlineForm';
import { anySignature, pageForCalls, treatAsProvider } from './seed';
import { draw } from './signature';

function browserOf(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  return browser;
}

/** A treatment of the patient that waits for the owner, opened in the review. */
async function openWaiting(page: Page, patient: number) {
  const { id } = await treatAsProvider(browserOf(page), {
    patient_id: patient,
    treatment_type: 'Botox',
    areas: 'Chin',
    units: 8,
    lot: 'C7654',
    notes: 'Went well.',
  });
  await page.goto(new URL(`/review?chart=${id}`, page.url()).href);
}

/** A treatment of the owner's that another director has returned, in the patient's record. */
async function openReturned(page: Page, patient: number) {
  const { id } = await call<{ id: number }>(page, 'POST', '/api/treatments', {
    patient_id: patient,
    treatment_type: 'Botox',
    areas: 'Brow',
    units: 6,
    provider_signature: await anySignature(page, 100),
  });
  const theirs = await pageForCalls(browserOf(page), signedOut);
  await call(theirs, 'POST', '/api/auth/login', {
    email: director.email,
    password: director.password,
  });
  await call(theirs, 'POST', `/api/review/${id}/return`, { comment: 'Which lot?' });
  await theirs.context().close();
  await page.reload();
}

const settings = {
  path: () => '/review/settings',
  heading: () => 'How we review',
  dialog: true,
  failed: alertWith('Not saved yet. Request failed'),
} as const;

/** The forms of the directors' review, and what they say of an emergency access. */
export const reviewing: readonly Form[] = [
  {
    what: 'the signature of an approval in the review',
    component: 'review/SignDialog',
    path: () => '/review',
    heading: () => 'Review',
    dialog: true,
    fill: async (page, { patient }) => {
      await openWaiting(page, patient);
      await page.getByRole('button', { name: 'Approve, next chart' }).click();
      const pad = page
        .getByRole('dialog', { name: 'Sign and approve' })
        .getByRole('group', { name: 'Director signature' });
      await draw(page, pad);
      return [[pad, signed]];
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Approve' }),
    failed: alertWith('Not approved yet. Please try again.'),
    saved: notice(/: approved\.$/),
  },
  {
    what: 'the comment of a return',
    component: 'review/ReturnForm',
    path: () => '/review',
    heading: () => 'Review',
    fill: async (page, { patient }) => {
      await openWaiting(page, patient);
      await page.getByRole('button', { name: 'Return', exact: true }).click();
      return type([
        [page.getByRole('textbox', { name: 'Comment, kept in the chart' }), 'Which lot was it?'],
      ]);
    },
    save: (page) => page.getByRole('button', { name: 'Return, next chart' }),
    failed: alertWith('Not returned. Request failed'),
    saved: notice(/^Returned to /),
  },
  {
    what: 'the answer to a return',
    component: 'review/AnswerDialog',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    dialog: true,
    fill: async (page, { patient }) => {
      await openReturned(page, patient);
      await page
        .getByRole('button', { name: /^Answer the director: Botox/ })
        .first()
        .click();
      return type([
        [
          page
            .getByRole('dialog', { name: 'Answer and resubmit' })
            .getByRole('textbox', { name: 'Answer' }),
          'C7654, of the first vial.',
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Resubmit' }),
    failed: alertWith('Not saved yet. Request failed'),
    saved: notice('Answered. The treatment waits for a director again.'),
  },
  {
    ...settings,
    what: 'the hours and shares of the review',
    component: 'review/SharesDialog',
    fill: async (page) => {
      await page.getByRole('button', { name: 'Edit hours and shares' }).click();
      return type([
        [
          page
            .getByRole('dialog', { name: 'Hours and shares' })
            .getByLabel(/^Hours until a chart is late/),
          '71',
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }),
    saved: notice('Saved. The shares hold for treatments that are recorded from now on.'),
    after: (page) =>
      call(page, 'PUT', '/api/review/settings', { chart_due_hours: 72, share: 100, providers: [] }),
  },
  {
    ...settings,
    what: 'the absence of a director',
    component: 'review/AbsenceDialog',
    fill: async (page) => {
      await page.getByRole('button', { name: 'Add an absence' }).click();
      const dialog = page.getByRole('dialog', { name: 'Absence of a director' });
      await dialog.getByLabel(/^Director/).selectOption({ index: 1 });
      await dialog.getByLabel(/^In their place/).selectOption({ index: 2 });
      return type([[dialog.getByLabel(/^First day/), await inDays(page, 1500)]]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add the absence' }),
    saved: notice(/ reviews in the place of /),
    after: async (page) => {
      const { absences } = await call<{ absences: { id: number }[] }>(
        page,
        'GET',
        '/api/review/absences',
      );
      for (const { id } of absences) await call(page, 'DELETE', `/api/review/absences/${id}`);
    },
  },
  ...assessing,
];
