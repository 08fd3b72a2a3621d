import { expect, test } from '@playwright/test';

import { expectAccessible, expectLegibleInTheDark } from './accessible';
import { call } from './api';
import { home, stamp } from './clinics';
import { openScreen } from './openScreen';
import { screenshots } from './screenshots';
import { askAboutHealth } from './seed';
import { draw } from './signature';

test('a service says which consent it needs; before a treatment it is issued with one press, signed, and no longer asked for', async ({
  page,
}, info) => {
  const shoot = screenshots(info, 'needed-consents');
  const mark = stamp(info.project.name);
  const [service, consent] = [`Peel ${mark}`, `Peel consent ${mark}`];
  const browserLog = await openScreen(page, '/services', 'Services');
  await call(page, 'POST', '/api/consents/templates', {
    name: consent,
    body: '<p>Redness is common.</p>',
  });
  const { id: patient } = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name: 'Vera',
    last_name: `Needs ${mark}`,
  });
  await call(page, 'POST', '/api/gfe', { patient_id: patient, vitals: 'HR: 66 bpm' });
  await askAboutHealth(page, patient);

  await page.reload();
  await page.getByRole('button', { name: 'Add service' }).click();
  const dialog = page.getByRole('dialog', { name: 'New service' });
  await dialog.getByLabel('Name', { exact: false }).first().fill(service);
  await dialog
    .getByRole('checkbox', { name: 'This is a treatment and needs a Good Faith Exam' })
    .check();
  await dialog.getByRole('checkbox', { name: consent }).check();
  await dialog.getByLabel(`A signature of ${consent} counts`).selectOption('For one treatment');
  await expectAccessible(page);
  await shoot(page, 'service', false);
  await dialog.getByRole('button', { name: 'Add service' }).click();
  await expect(page.getByText(`${service} added.`)).toBeVisible();

  await page.goto(`${home}/patients/${patient}`);
  const panel = page.getByRole('region', { name: 'New Treatment' });
  await panel.getByLabel('Treatment type').selectOption(service);
  await expect(panel.getByText(`${service} needs a consent from the patient:`)).toBeVisible();
  await expectAccessible(page);
  await expectLegibleInTheDark(page);
  await shoot(page, 'missing');
  await panel.getByLabel('Areas').fill('Face');
  await draw(page, panel.getByRole('group', { name: 'Provider signature' }));
  await panel.getByRole('button', { name: 'Save treatment' }).click();
  await expect(panel.getByText(`${consent} is not signed.`)).toBeVisible();
  await panel.getByRole('button', { name: `Issue ${consent}` }).click();
  const link = panel.getByRole('textbox', { name: `Portal link: ${consent}` });
  await expect(link).toBeVisible();
  await expect(panel.getByText('issued, not signed yet')).toBeVisible();
  await shoot(page, 'issued');
  const token = (await link.inputValue()).split('/').at(-1) ?? '';
  await call(page, 'POST', `/api/portal/consent/${token}/sign`, {});

  await page.reload();
  await panel.getByLabel('Treatment type').selectOption(service);
  await expect(panel.getByText(new RegExp(`^${consent} is signed, valid until `))).toBeVisible();
  await shoot(page, 'signed');
  await panel.getByLabel('Areas').fill('Face');
  await draw(page, panel.getByRole('group', { name: 'Provider signature' }));
  await panel.getByRole('button', { name: 'Save treatment' }).click();
  await expect(page.getByText('Treatment saved.')).toBeVisible();
  // The signature counted for that one treatment.
  await panel.getByLabel('Treatment type').selectOption(service);
  await expect(panel.getByText('signed, but no longer valid')).toBeVisible();
  browserLog.expectNoErrors();

  const services = await call<{ id: number; name: string }[]>(page, 'GET', '/api/services');
  const id = services.find(({ name }) => name === service)?.id;
  await call(page, 'POST', `/api/services/${id}/retire`);
});
