import { expect, test } from '@playwright/test';

import { expectAccessible, expectLegibleInTheDark } from './accessible';
import { call, openEmpty } from './api';
import { director, home, owner, signedOut, stamp } from './clinics';
import { addPatient, expectLogged, openScreen } from './openScreen';
import { screenshots } from './screenshots';
import { ownersPage, treatAsProvider } from './seed';

/** What goes wrong after a treatment, from the report to its end. */
test('an adverse event is reported from a treatment, acknowledged by a director, followed up and closed', async ({
  page,
  browser,
}, info) => {
  const shoot = screenshots(info, 'adverse-events');
  const mark = stamp(info.project.name);
  const owners = await ownersPage(browser);
  const patient = await addPatient(owners, 'Alma', mark);
  await call(owners, 'POST', '/api/gfe', { patient_id: patient, vitals: 'HR: 64 bpm' });
  await treatAsProvider(browser, {
    patient_id: patient,
    treatment_type: 'Botox',
    areas: 'Glabella',
    units: 20,
    lot: 'C7654C3',
    notes: 'Tolerated well.',
  });
  await owners.context().close();

  const log = await openScreen(page, `/patients/${patient}`, `Alma Sandoval ${mark}`);
  const events = page.getByRole('region', { name: 'Adverse events' });
  await expect(events.getByText('None reported')).toBeVisible();
  const history = page.getByRole('region', { name: 'Treatment History' });

  await test.step('it is reported from the treatment, with what is missing said', async () => {
    await history.getByRole('button', { name: /^Open: Botox/ }).click();
    await page
      .getByRole('dialog', { name: /^Botox, / })
      .getByRole('button', { name: 'Report an adverse event' })
      .click();
    const form = page.getByRole('dialog', { name: 'Report an adverse event' });
    await form.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(form.getByText('Kind is required')).toBeVisible();
    await form.getByLabel('Kind').selectOption('vascular_occlusion');
    await form.getByLabel('Severity').selectOption('severe');
    await expect(form.getByLabel('After treatment')).not.toHaveValue('');
    await form
      .getByLabel('What happened')
      .fill('Blanching above the brow, ten minutes after the injection.');
    await form.getByLabel('Action taken').fill('Hyaluronidase, warm compress, aspirin.');
    const day = await form.getByLabel('Began on').inputValue();
    await form.getByLabel('Next follow-up').fill(day);
    await expectAccessible(page);
    await shoot(page, 'report', false);
    await form.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(page.getByText('Reported. The Medical Directors are told now.')).toBeVisible();
    await page
      .getByRole('dialog', { name: /^Botox, / })
      .getByRole('button', { name: 'Close' })
      .click();
  });

  const event = events.getByRole('article', { name: /^Vascular occlusion, / });
  await test.step('the record shows it, and marks the treatment', async () => {
    await expect(event.getByText('Not acknowledged')).toBeVisible();
    await expect(history.getByText('Adverse event', { exact: true })).toBeVisible();
    // The owner has reported it, and there is another director.
    await expect(event.getByRole('button', { name: /^Acknowledge: / })).toHaveCount(0);
    await expectAccessible(page);
    await expectLegibleInTheDark(page);
    await event.scrollIntoViewIfNeeded();
    await shoot(page, 'record');
  });

  await test.step('it is on Today until another director has acknowledged it', async () => {
    const context = await browser.newContext({ storageState: signedOut });
    const theirs = await context.newPage();
    await openEmpty(theirs);
    await call(theirs, 'POST', '/api/auth/login', {
      email: director.email,
      password: director.password,
    });
    await theirs.goto(`${home}/`);
    const attention = theirs.getByRole('region', { name: 'Adverse events' });
    const showAll = attention.getByRole('button', { name: /^Show \d+ more/ });
    await expect(attention).toBeVisible();
    if (await showAll.isVisible()) await showAll.click();
    const line = attention.getByRole('listitem').filter({ hasText: `Alma Sandoval ${mark}` });
    await expect(line).toContainText(`Vascular occlusion, severe; reported by ${owner.name}`);
    await shoot(theirs, 'today');
    await line.getByRole('link').click();
    await theirs.getByRole('button', { name: /^Acknowledge: Vascular occlusion/ }).click();
    await theirs.getByRole('alertdialog').getByRole('button', { name: 'Acknowledge' }).click();
    await expect(theirs.getByText('Acknowledged.', { exact: true })).toBeVisible();
    await context.close();
  });

  await test.step('it is in the list, found by its severity, and leads to the record', async () => {
    await page.goto(`${home}/adverse-events`);
    await page.getByLabel('State').selectOption('true');
    await page.getByLabel('Severity').selectOption('severe');
    const listed = page.getByRole('main');
    await expect(listed.getByRole('link', { name: `Alma Sandoval ${mark}` })).toBeVisible();
    await expect(listed).toContainText(`Acknowledged by ${director.name}`);
    await expectAccessible(page);
    await shoot(page, 'list');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/^adverse-events-.*\.csv$/);
    await listed.getByRole('link', { name: `Alma Sandoval ${mark}` }).click();
  });

  await test.step('it is corrected and closed, and the report stays as it was', async () => {
    await event.getByRole('button', { name: /^Correct: / }).click();
    const correction = page.getByRole('dialog', { name: 'Correct an adverse event' });
    await correction.getByLabel('Reason').fill('Too high');
    await correction.getByLabel('What is right').fill('No skin was lost.');
    await correction.getByLabel('Severity').selectOption('moderate');
    await correction.getByRole('button', { name: 'Add correction' }).click();
    await expect(event.getByText('Reported as severe.')).toBeVisible();
    await event.getByRole('button', { name: /^Add follow-up: / }).click();
    const followUp = page.getByRole('dialog', { name: 'Follow-up of an adverse event' });
    await followUp.getByLabel('Status').selectOption('resolved');
    await followUp.getByLabel('What was seen').fill('Skin is rosy, no pain.');
    await shoot(page, 'follow-up', false);
    await followUp.getByRole('button', { name: 'Close the event' }).click();
    await expect(page.getByText('The adverse event is closed.')).toBeVisible();
    await expect(event.getByText('Resolved', { exact: true })).toBeVisible();
    await expect(
      event.getByText('Blanching above the brow, ten minutes after the injection.'),
    ).toBeVisible();
    await event.scrollIntoViewIfNeeded();
    await shoot(page, 'closed');
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline.getByText('Adverse event: Vascular occlusion')).toBeVisible();
  });
  expectLogged(log);
});
