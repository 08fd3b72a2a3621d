import type { Page } from '@playwright/test';

import { call } from './api';
import { inDays } from './dates';
import { alertWith, notice, type, type Form, type FormContext } from './offlineForm';

const failed = alertWith('Not saved yet. Request failed');

const onRecord = {
  path: ({ patient }: FormContext) => `/patients/${patient}`,
  heading: ({ name }: FormContext) => name,
  dialog: true,
  failed,
} as const;

const onList = {
  path: () => '/estimates-due',
  heading: () => 'Estimates due',
  dialog: true,
  failed,
} as const;

/** A charge of a visit of today, whose panel is then opened. */
async function openVisit(page: Page, { patient, name }: FormContext, time: string) {
  const providers = await call<{ id: number }[]>(page, 'GET', '/api/appointments/providers');
  const { id } = await call<{ id: number }>(page, 'POST', '/api/appointments', {
    patient_id: patient,
    appointment_time: `${await inDays(page, 1)}T${time}`,
    service: 'Follow-up',
  });
  await call(page, 'POST', '/api/charges', {
    patient_id: patient,
    appointment_id: id,
    provider_id: providers[0]?.id,
    service: 'Follow-up',
    quantity: 1,
    unit_price: 100,
  });
  await page.getByRole('link', { name: 'Later' }).click();
  await page
    .getByRole('button', {
      name: new RegExp(
        `^${Number(time.slice(0, 2))}${time.slice(2)} AM to .*${name}, Follow-up, Booked`,
      ),
    })
    .click();
}

/** The forms about estimates that are due, and about charges. */
export const estimateClocks: readonly Form[] = [
  {
    what: 'why an estimate is not owed any more',
    component: 'estimate-clocks/CloseClockDialog',
    ...onList,
    fill: async (page, { patient, name }) => {
      await call(page, 'POST', `/api/patients/${patient}/cost-questions`, {});
      await page.reload();
      await page
        .getByRole('button', { name: new RegExp(`^Close the estimate due for ${name}`) })
        .first()
        .click();
      return type([
        [
          page.getByRole('dialog', { name: 'Close without issuing' }).getByLabel('Reason'),
          'Given on paper',
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }),
    saved: notice('The estimate is not owed any more.'),
  },
  {
    what: 'who is mailed about estimates due',
    component: 'estimate-clocks/MailedMembersDialog',
    ...onList,
    fill: async (page) => {
      await page.getByRole('button', { name: 'Change who is mailed' }).click();
      await page
        .getByRole('dialog', { name: 'Mail about estimates due' })
        .getByRole('checkbox')
        .first()
        .check();
      return [];
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }),
    saved: notice('The members who are mailed are saved.'),
    after: async (page) =>
      void (await call(page, 'PUT', '/api/estimate-clocks/settings', { member_ids: [] })),
  },
  {
    what: 'a charge',
    component: 'charges/ChargeDialog',
    ...onRecord,
    fill: async (page) => {
      await page.getByRole('button', { name: 'Add a charge' }).click();
      const form = page.getByRole('dialog', { name: 'Add a charge' });
      await form.getByLabel('Provider').selectOption({ index: 1 });
      return type([
        [form.getByLabel('Service'), 'A cream'],
        [form.getByLabel('Unit price'), '24.50'],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add charge' }),
    saved: notice('Charged: $24.50.'),
  },
  {
    what: 'why a charge is voided',
    component: 'charges/ReasonDialog',
    ...onRecord,
    fill: async (page, { patient }) => {
      const providers = await call<{ id: number }[]>(page, 'GET', '/api/appointments/providers');
      await call(page, 'POST', '/api/charges', {
        patient_id: patient,
        provider_id: providers[0]?.id,
        service: 'Another cream',
        quantity: 1,
        unit_price: 12,
      });
      await page.reload();
      await page
        .getByRole('button', { name: /^Void the charge: Another cream/ })
        .first()
        .click();
      return type([
        [
          page.getByRole('dialog', { name: 'Void this charge' }).getByLabel('Reason'),
          'Entered twice',
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Void charge' }),
    saved: notice('The charge is voided.'),
  },
  {
    what: 'a dispute of charges',
    component: 'charges/DayDialog',
    path: () => '/appointments?view=day',
    heading: () => ', ',
    dialog: true,
    failed,
    fill: async (page, about) => {
      await openVisit(page, about, '10:15');
      await page.getByRole('button', { name: 'Disputed' }).click();
      return type([
        [
          page.getByRole('dialog', { name: 'The client disputes the charges' }).getByLabel('Note'),
          'More than announced',
        ],
      ]);
    },
    save: (page) =>
      page
        .getByRole('dialog', { name: 'The client disputes the charges' })
        .getByRole('button', { name: 'Save' }),
    saved: notice('The dispute is noted. The charges of the visit are frozen.'),
  },
];
