import { expect, test } from '@playwright/test';

import { expectAccessible, expectLegibleInTheDark } from './accessible';
import { call } from './api';
import { signedOut, stamp } from './clinics';
import { inDays } from './dates';
import { addPatient, openScreen } from './openScreen';
import { screenshots } from './screenshots';
import { ownersPage } from './seed';

/** From the phone call (“what would it cost?”) to charges that are above the estimate. */
test('a cost question and a booking start clocks, an issued estimate closes them, and charges are held against it', async ({
  page,
  browser,
}, info) => {
  const shoot = screenshots(info, 'estimate-clocks');
  const mark = stamp(info.project.name);
  const owners = await ownersPage(browser);
  const patient = await addPatient(owners, 'Cora', mark);
  const name = `Cora Sandoval ${mark}`;
  let link = '';
  await owners.context().close();

  await openScreen(page, `/patients/${patient}`, name);
  const panel = page.getByRole('region', { name: 'Coverage and estimates due' });
  await test.step('the question about coverage and the cost question are noted in the record', async () => {
    await panel.getByLabel('Coverage', { exact: true }).selectOption('self_pay');
    await expect(page.getByText('Coverage: self-pay or uninsured.')).toBeVisible();
    await panel.getByRole('button', { name: 'Asked about the cost' }).click();
    await expect(panel.getByText('Estimate: asked about the cost')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Asked about the cost' })).toBeDisabled();
    await expectAccessible(page);
    await expectLegibleInTheDark(page);
    await panel.scrollIntoViewIfNeeded();
    await shoot(page, 'record', false);
  });

  const day = await inDays(page, 20);
  const providers = await call<{ id: number; name: string }[]>(
    page,
    'GET',
    '/api/appointments/providers',
  );
  const provider = providers[0];
  const visit = await call<{ id: number }>(page, 'POST', '/api/appointments', {
    patient_id: patient,
    appointment_time: `${day}T07:15`,
    service: 'Botox',
    provider_id: provider?.id,
    allow_overlap: true,
  });

  await test.step('the list names both, and the filter finds one', async () => {
    await openScreen(page, '/estimates-due', 'Estimates due');
    await expect(page.getByText(name).first()).toBeVisible();
    await expectAccessible(page);
    await expectLegibleInTheDark(page);
    await shoot(page, 'list');
  });

  await test.step('an issued estimate closes the question', async () => {
    const made = await call<{ id: number }>(page, 'POST', '/api/gfe-estimate', {
      patient_id: patient,
      pt_name: name,
      pt_dob: '1985-03-14',
      prov_name: provider?.name,
      est_date: await inDays(page, 0),
      pt_sig_date: await inDays(page, 0),
      prov_sig_date: await inDays(page, 0),
      face_service: 'Botox',
      face_unit_cost: '10',
      face_qty: '20',
      face_sessions: '1',
    });
    ({ portal_url: link } = await call<{ portal_url: string }>(
      page,
      'POST',
      `/api/gfe-estimate/${made.id}/issue`,
      { how: 'link', confirmed: ['incomplete_estimate'] },
    ));
    await openScreen(page, `/patients/${patient}`, name);
    await expect(panel.getByText('Estimate: visit scheduled, Botox')).toBeVisible();
    await expect(panel.getByText('Estimate: asked about the cost')).toHaveCount(0);
  });

  await test.step('on the phone the patient reads it, signs that it was received, asks, and saves it', async () => {
    const context = await browser.newContext({
      storageState: signedOut,
      viewport: { width: 390, height: 844 },
      acceptDownloads: true,
    });
    const phone = await context.newPage();
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: 'Your Good Faith Estimate' })).toBeVisible();
    await expect(phone.getByText('$200.00').first()).toBeVisible();
    await expectAccessible(phone);
    await shoot(phone, 'patient');
    await phone.getByLabel('Your full name (optional)').fill(name);
    await phone.getByRole('button', { name: 'I received it' }).click();
    await expect(phone.getByText(/^You said that you received this estimate on/)).toBeVisible();
    await phone.getByRole('button', { name: 'Ask a question' }).click();
    await phone
      .getByRole('textbox', { name: 'What would you like to know?' })
      .fill('Is the cream in it?');
    await phone.getByRole('button', { name: 'Send the question' }).click();
    await expect(phone.getByText(/has your question and will contact you\.$/)).toBeVisible();
    await expect(async () => {
      await phone.reload();
      await expect(phone.getByRole('link', { name: 'Save as PDF' })).toBeVisible({
        timeout: 1_000,
      });
    }).toPass({ timeout: 40_000 });
    const saved = phone.waitForEvent('download');
    await phone.getByRole('link', { name: 'Save as PDF' }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
    await expectAccessible(phone);
    await shoot(phone, 'received');
    await context.close();

    await openScreen(page, `/gfe-estimate/${patient}`, 'Good Faith Estimate');
    await expect(page.getByText('Is the cream in it?')).toBeVisible();
    await expectAccessible(page);
    await expectLegibleInTheDark(page);
    await shoot(page, 'issued');
  });

  await test.step('Today names the question until somebody notes that it is answered', async () => {
    await page.goto(`${new URL(page.url()).origin}/`);
    const row = page
      .getByRole('listitem')
      .filter({ hasText: name })
      .filter({ hasText: 'Is the cream in it?' });
    await expect(row.getByRole('link', { name: /^Open: / })).toHaveAttribute(
      'href',
      `/gfe-estimate/${patient}`,
    );
    await expectAccessible(page);
    await expectLegibleInTheDark(page);
    await row.scrollIntoViewIfNeeded();
    await shoot(page, 'today', false);
    await row.getByRole('button', { name: /^Mark as answered: / }).click();
    await expect(page.getByText('The question is answered.')).toBeVisible();
    await expect(row).toHaveCount(0);
  });

  await test.step('the visit shows its charges beside the estimate, and asks for a new one from $300 above on', async () => {
    await openScreen(page, `/appointments?view=day&date=${day}`, ', ');
    await page.getByRole('button', { name: new RegExp(`^7:15 AM to .*${name}, Botox`) }).click();
    const charges = page.getByRole('region', { name: 'Charges' });
    await charges.getByRole('button', { name: 'Add a charge' }).click();
    const form = page.getByRole('dialog', { name: 'Add a charge' });
    await form.getByLabel('Unit price').fill('600');
    await expect(form.getByText('Charge: $600.00')).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'charge', false);
    await form.getByRole('button', { name: 'Add charge' }).click();
    await expect(page.getByText('Charged: $600.00.')).toBeVisible();
    await expect(charges.getByText('$400.00 above: may be disputed')).toBeVisible();
    await expect(charges.getByRole('link', { name: 'Open the estimate' })).toBeVisible();
    await expectAccessible(page);
    await expectLegibleInTheDark(page);
    await charges.scrollIntoViewIfNeeded();
    await shoot(page, 'visit', false);
    await page.keyboard.press('Escape');
  });

  await test.step('the record shows the same, and a charge is voided with a reason', async () => {
    await openScreen(page, `/patients/${patient}`, name);
    const charges = page.getByRole('region', { name: 'Charges', exact: true });
    await expect(charges.getByText('$400.00 above: may be disputed')).toBeVisible();
    await charges.scrollIntoViewIfNeeded();
    await shoot(page, 'charges', false);
    await charges.getByRole('button', { name: /^Void the charge: Botox, / }).click();
    const form = page.getByRole('dialog', { name: 'Void this charge' });
    await form.getByLabel('Reason').fill('Entered twice');
    await form.getByRole('button', { name: 'Void charge' }).click();
    await expect(page.getByText('The charge is voided.')).toBeVisible();
    await expect(charges.getByText(/^Voided by .*: Entered twice$/)).toBeVisible();
    await expect(
      charges.getByText('$400.00 above: may be disputed'),
      'a charge that does not count is not held against the estimate',
    ).toHaveCount(0);
  });

  await test.step('the timeline says what was issued, received, asked, owed and charged', async () => {
    const timeline = page.getByRole('region', { name: 'Timeline' });
    for (const words of [
      'Estimate issued, version 1, by link',
      'Estimate received, version 1, by link',
      'Question about version 1 of the estimate: Is the cream in it?',
      'Coverage: self-pay or uninsured',
      'Charge: Botox, $600.00: Entered twice',
    ]) {
      await expect(timeline.getByText(words)).toBeVisible();
    }
    await expectAccessible(page);
    await expectLegibleInTheDark(page);
    await timeline.scrollIntoViewIfNeeded();
    await shoot(page, 'timeline', false);
  });

  await test.step('the book drawer asks about coverage once it is known who books', async () => {
    await page.goto(`${new URL(page.url()).origin}/appointments?view=day&patient=${patient}`);
    await expect(
      page
        .getByRole('dialog', { name: 'Book an appointment' })
        .getByLabel('Coverage', { exact: true }),
    ).toHaveValue('self_pay');
    await shoot(page, 'book', false);
  });
  await call(page, 'POST', `/api/appointments/${visit.id}/status`, {
    status: 'Cancelled',
    reason: 'A test',
  });
});
