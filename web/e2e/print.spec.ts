import { expect, test } from '@playwright/test';
import fs from 'node:fs';

import { call } from './api';
import { home, stamp } from './clinics';
import { openScreen } from './openScreen';
import { printed } from './printed';
import { anySignature, ownersPage, withReauthentication } from './seed';

test('a record prints as its PDF, also once it is voided, and everything about the patient is one file', async ({
  page,
  browser,
}, info) => {
  const mark = stamp(info.project.name);
  const seeding = await ownersPage(browser);
  const patient = { first_name: 'Petra', last_name: `Printed ${mark}`, birth_date: '1979-05-06' };
  const { id } = await call<{ id: number }>(seeding, 'POST', '/api/patients', patient);
  const signature = await anySignature(seeding, 120);
  const estimate = {
    patient_id: id,
    pt_name: `Petra Printed ${mark}`,
    pt_dob: '1979-05-06',
    prov_name: 'Nora Lind',
    est_date: '2026-11-20',
    pt_sig: signature,
    pt_sig_date: '2026-11-20',
    prov_sig_date: '2026-11-20',
    face_service: 'Botox per unit',
    face_unit_cost: 12,
    face_qty: 20,
    face_sessions: '2',
  };
  const made = await call<{ id: number }>(seeding, 'POST', '/api/gfe-estimate', estimate);
  await withReauthentication(seeding, 'POST', `/api/gfe-estimate/${made.id}/void`, {
    reason: 'Made for somebody else',
    signature,
  });

  await openScreen(page, `/patients/${id}`, `Petra Printed ${mark}`);
  await printed(page, `Print PDF: the record of Petra Printed ${mark}`);

  await page.goto(`${home}/gfe-estimate/${id}`);
  await expect(page.getByText('Reason: Made for somebody else', { exact: true })).toBeVisible();
  await printed(page, 'Print PDF: the saved estimate');

  await openScreen(page, `/patients/${id}`, `Petra Printed ${mark}`);
  await page.getByRole('button', { name: 'More about this record' }).click();
  await page.getByRole('menuitem', { name: 'Export everything…' }).click();
  const dialog = page.getByRole('dialog', { name: `Export of Petra Printed ${mark}` });
  await expect(dialog.getByText('Nothing was exported in the last 24 hours.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Start an export' }).click();
  const link = dialog.getByRole('link', { name: /^Download the export of / });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^record-${id}-.*\\.zip$`));
  expect(
    fs
      .readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await seeding.context().close();
});
