import type { Page } from '@playwright/test';

import { call } from './api';
import { inDays } from './dates';
import { anySignature, withReauthentication } from './seed';

export interface GivenEstimates {
  /** A patient whose estimate is given by a link, for a charged visit. */
  givenId: number;
  /** The path of a link that nobody has opened, of one whose estimate was received and asked about, and of one that a newer version has replaced. */
  givenLink: string;
  receivedLink: string;
  replacedLink: string;
  /** The day of that visit. */
  chargedDay: string;
  /** A patient whose estimate was voided after it had been given. */
  voidedId: number;
}

interface Issued {
  portal_url: string;
}

/** Estimates in the hands of patients. */
export async function giveEstimates(page: Page, mark: string): Promise<GivenEstimates> {
  const day = await inDays(page, 0);
  const { id: givenId } = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name: 'Greta',
    last_name: `Brandt ${mark}`,
    birth_date: '1984-09-30',
  });
  const estimate = {
    patient_id: givenId,
    pt_name: `Greta Brandt ${mark}`,
    pt_dob: '1984-09-30',
    prov_name: 'Claire Donovan',
    est_date: day,
    pt_sig_date: day,
    prov_sig_date: day,
    expected_duration: 'Three months',
    notes: 'Numbing cream is included.',
    face_service: 'Botox per unit',
    face_unit_cost: 12,
    face_qty: 24,
    face_sessions: '1',
    hair_service: 'PRP Hair Restoration',
    hair_unit_cost: 500,
    hair_qty: 1,
    hair_sessions: '3',
  };
  const { id } = await call<{ id: number }>(page, 'POST', '/api/gfe-estimate', estimate);
  await call(page, 'PUT', `/api/gfe-estimate/${id}/content`, {
    primary_service: 'Hair restoration with platelets',
    service_date: await inDays(page, 20),
    recurs_from: await inDays(page, 20),
    recurs_until: await inDays(page, 110),
    recurs_frequency: 'every six weeks',
    recurs_count: 3,
    separate_items: ['A blood count, if your history asks for it'],
    lines: [
      {
        area: 'hair',
        provider: 'Tomás Rivera, RN',
        provider_npi: '1234567893',
        service_code: 'PRP-H',
        diagnosis_code: 'Z41.1',
        discount: 150,
      },
    ],
  });
  const issue = async () =>
    new URL(
      (
        await call<Issued>(page, 'POST', `/api/gfe-estimate/${id}/issue`, {
          how: 'link',
          confirmed: ['incomplete_estimate'],
        })
      ).portal_url,
    ).pathname;
  const replacedLink = await issue();
  await call(page, 'PUT', `/api/gfe-estimate/${id}`, { ...estimate, face_qty: 30 });
  const givenLink = await issue();
  const chargedDay = await chargeVisit(page, givenId);
  const received = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name: 'Rhea',
    last_name: `Brandt ${mark}`,
    birth_date: '1984-09-30',
  });
  const other = await call<{ id: number }>(page, 'POST', '/api/gfe-estimate', {
    ...estimate,
    patient_id: received.id,
    pt_name: `Rhea Brandt ${mark}`,
  });
  const { portal_url } = await call<Issued>(page, 'POST', `/api/gfe-estimate/${other.id}/issue`, {
    how: 'link',
    confirmed: ['incomplete_estimate'],
  });
  const token = portal_url.split('/').at(-1) ?? '';
  await call(page, 'POST', `/api/portal/estimate/${token}/receive`, {});
  await call(page, 'POST', `/api/portal/estimate/${token}/ask`, {
    question: 'Is the cream in it?',
  });
  const { id: voidedId } = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name: 'Vida',
    last_name: `Brandt ${mark}`,
    birth_date: '1984-09-30',
  });
  const wrong = await call<{ id: number }>(page, 'POST', '/api/gfe-estimate', {
    ...estimate,
    patient_id: voidedId,
    pt_name: `Vida Brandt ${mark}`,
  });
  await call<Issued>(page, 'POST', `/api/gfe-estimate/${wrong.id}/issue`, {
    how: 'paper',
    confirmed: ['incomplete_estimate'],
  });
  await withReauthentication(page, 'POST', `/api/gfe-estimate/${wrong.id}/void`, {
    reason: 'Made for somebody else',
    signature: await anySignature(page, 120),
  });
  return {
    givenId,
    givenLink,
    replacedLink,
    receivedLink: new URL(portal_url).pathname,
    chargedDay,
    voidedId,
  };
}

/** A charge well above what was expected. */
async function chargeVisit(page: Page, patient_id: number): Promise<string> {
  const day = await inDays(page, 20);
  const providers = await call<{ id: number }[]>(page, 'GET', '/api/appointments/providers');
  const provider_id = providers[0]?.id;
  const visit = await call<{ id: number }>(page, 'POST', '/api/appointments', {
    patient_id,
    appointment_time: `${day}T06:45`,
    service: 'Botox',
    provider_id,
    allow_overlap: true,
  });
  await call(page, 'POST', '/api/charges', {
    patient_id,
    appointment_id: visit.id,
    provider_id,
    service: 'Botox',
    quantity: 30,
    unit_price: 12,
  });
  return day;
}
