import type { Page } from '@playwright/test';

import { call } from './api';
import { receptionist, signedOut } from './clinics';
import { pageForCalls } from './seed';

/** The receptionist opens the patient's record by emergency access. */
export async function openedByDesk(page: Page, patient: number) {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const desk = await pageForCalls(browser, signedOut);
  await call(desk, 'POST', '/api/auth/login', {
    email: receptionist.email,
    password: receptionist.password,
  });
  await call(desk, 'POST', '/api/emergency-access', {
    patient_id: patient,
    reason: 'Fainted in the waiting room',
  });
  await desk.context().close();
}
