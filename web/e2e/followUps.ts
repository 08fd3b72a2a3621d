import type { Page } from '@playwright/test';

import { call } from './api';
import { inDays } from './dates';

const said = {
  Consultation: { days: -3, messages: { reminder: true, follow_up_days: 3 } },
  'Follow-up': { days: -35, messages: { reminder: true, recall_weeks: 4 } },
} as const;

/** A visit of three days ago after which somebody follows up today, and an earlier one after which it is time for the next. */
export async function completeFollowedVisit(page: Page, patient: number) {
  const services = await call<{ service_id: number; service: string }[]>(
    page,
    'GET',
    '/api/messages/services',
  );
  for (const [service, { days, messages }] of Object.entries(said)) {
    const id = services.find((one) => one.service === service)?.service_id;
    await call(page, 'PUT', `/api/messages/services/${id}`, messages);
    const visit = await call<{ id: number }>(page, 'POST', '/api/appointments', {
      patient_id: patient,
      appointment_time: `${await inDays(page, days)}T07:00`,
      service,
    });
    for (const status of ['Arrived', 'Completed'])
      await call(page, 'POST', `/api/appointments/${visit.id}/status`, { status });
  }
}
