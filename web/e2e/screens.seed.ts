import type { Browser } from '@playwright/test';

import { call } from './api';
import { inDays } from './dates';
import { openedByDesk } from './emergency';
import { completeFollowedVisit } from './followUps';
import { giveEstimates, type GivenEstimates } from './givenEstimates';
import { anySignature, ownersPage } from './seed';

export interface SeededRecords extends GivenEstimates {
  /** Lena Brandt has everything these screens show; the other patient has no estimate, and a third one that was changed. */
  lenaId: number;
  blankId: number;
  changedId: number;
  estimateId: number;
  /** Lena's entry of the waitlist. */
  waitingId: number;
  /** Marks the rows of this run. */
  mark: string;
  template: string;
  templateId: number;
}

/** Something to show on each of the clinic's screens. */
export async function seedRecords(browser: Browser, mark: string): Promise<SeededRecords> {
  const page = await ownersPage(browser);
  const add = async (first_name: string) => {
    const { id } = await call<{ id: number }>(page, 'POST', '/api/patients', {
      first_name,
      last_name: `Brandt ${mark}`,
      birth_date: '1984-09-30',
    });
    return id;
  };
  const lenaId = await add('Lena');
  const blankId = await add('Mika');
  // Somebody who looks like one of them.
  const changedId = await add('Mika');
  const signature = await anySignature(page, 120);

  for (const [time, service, notes] of [
    ['09:00', 'Consultation', null],
    ['14:30', 'EZ Gel Face', 'Prefers the quiet room.\nCall the day before.'],
  ]) {
    await call(page, 'POST', '/api/appointments', {
      patient_id: lenaId,
      appointment_time: `${await inDays(page, 1)}T${time}`,
      service,
      notes,
    });
  }
  // Above the hours that the calendar shows at first.
  await call(page, 'POST', '/api/appointments', {
    patient_id: blankId,
    appointment_time: `${await inDays(page, 0)}T07:00`,
    service: 'Consultation',
  });
  await completeFollowedVisit(page, lenaId);
  await openedByDesk(page, lenaId);
  const { id: waitingId } = await call<{ id: number }>(page, 'POST', '/api/waitlist', {
    patient_id: lenaId,
    service: 'Botox',
    weekdays: [1, 2, 3],
    part_of_day: 'Morning',
    note: 'Only by phone',
    until: '2027-06-30',
  });
  const { id: estimateId } = await call<{ id: number }>(page, 'POST', '/api/gfe-estimate', {
    patient_id: lenaId,
    pt_name: `Lena Brandt ${mark}`,
    pt_dob: '1984-09-30',
    prov_name: 'Claire Donovan',
    est_date: '2026-11-20',
    pt_sig: signature,
    pt_sig_date: '2026-11-20',
    prov_sig: signature,
    prov_sig_date: '2026-11-20',
    expected_duration: 'Three months',
    notes: 'Numbing cream is included.',
    face_service: 'Botox per unit',
    face_unit_cost: 12,
    face_qty: 24,
    face_sessions: '1',
    neck_service: 'Microneedling',
    neck_unit_cost: 300,
    neck_qty: 1,
    neck_sessions: 'Custom',
    neck_sessions_custom: 5,
  });
  const changed = {
    patient_id: changedId,
    pt_name: `Mika Brandt ${mark}`,
    pt_dob: '1984-09-30',
    prov_name: 'Claire Donovan',
    est_date: '2026-11-20',
    pt_sig_date: '2026-11-20',
    prov_sig_date: '2026-11-20',
    face_service: 'Botox per unit',
    face_unit_cost: 12,
    face_qty: 20,
    face_sessions: '1',
  };
  const first = await call<{ id: number }>(page, 'POST', '/api/gfe-estimate', changed);
  await call(page, 'PUT', `/api/gfe-estimate/${first.id}`, {
    ...changed,
    face_qty: 24,
    notes: 'Numbing cream is included.',
  });
  const template = `Filler visit ${mark}`;
  const { id: templateId } = await call<{ id: number }>(page, 'POST', '/api/gfe/templates', {
    name: template,
    description: 'For returning patients',
    vitals_template: 'BP: ___/___ mmHg, HR: ___ bpm',
    ros_template:
      'Constitutional: Denies fever, chills or night sweats\nSkin: Denies active rash; Denies cold sores',
    pe_template: 'Skin: Warm, dry and intact',
  });
  await call(page, 'POST', `/api/patients/${lenaId}/cost-questions`, {});
  const given = await giveEstimates(page, mark);
  await call(page, 'POST', '/api/loyalty/rules', { service: 'Botox', points: 10 });
  await call(page, 'POST', '/api/gfe', { patient_id: lenaId, vitals: 'HR: 70 bpm' });
  await call(page, 'POST', '/api/treatments', {
    patient_id: lenaId,
    treatment_type: 'Botox',
    areas: 'Glabella',
    units: 20,
    lot: 'C7654C3',
    provider_signature: await anySignature(page, 100),
  });
  await call(page, 'POST', '/api/subscriptions', {
    sub_plan: 'plus',
    sub_trial_enabled: true,
    sub_trial_days: 14,
    sub_start_date: '2026-11-20',
    sub_payment_method: 'Other (manual)',
    sub_terms: true,
    sub_sig: signature,
    sub_sig_date: '2026-11-20',
    sub_status: 'Trialing',
    sub_notes: `Seeded ${mark}`,
  });
  await page.context().close();
  return {
    ...given,
    lenaId,
    blankId,
    changedId,
    estimateId,
    waitingId,
    mark,
    template,
    templateId,
  };
}

/** Removes the templates and the entry of the waitlist, whose lists would grow with every run. */
export async function clearRecords(browser: Browser, { templateId, waitingId }: SeededRecords) {
  const page = await ownersPage(browser);
  await call(page, 'DELETE', `/api/gfe/templates/${templateId}`);
  await call(page, 'PATCH', `/api/waitlist/${waitingId}`, { status: 'Removed' });
  await page.context().close();
}
