import { expect, test } from '@playwright/test';

import { call } from './api';
import { owner, stamp } from './clinics';
import { addPatient, expectLogged, openScreen } from './openScreen';
import { askAboutHealth, ownersPage, signForBotox, treatAsProvider } from './seed';
import { screenshots } from './screenshots';
import { draw, expectSignature } from './signature';

/** What is done about a record that is incomplete or wrong, once it is signed. */

let mark: string;
let patient: number;

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  const page = await ownersPage(browser);
  patient = await addPatient(page, 'Cora', mark);
  await call(page, 'POST', '/api/gfe', {
    patient_id: patient,
    vitals: 'HR: 64 bpm',
    pe_skin: 'Skin warm, dry and intact',
    normal: ['pe_skin'],
  });
  await askAboutHealth(page, patient);
  await signForBotox(page, patient);
  await treatAsProvider(browser, {
    patient_id: patient,
    treatment_type: 'Botox',
    areas: 'Glabella',
    units: 20,
    lot: 'C7654C3',
    notes: 'Tolerated well.',
  });
  // A void needs a fresh proof of identity.
  await call(page, 'POST', '/api/auth/prove', { password: owner.password });
  await page.context().close();
});

test('a treatment is copied, added to and voided', async ({ page }, info) => {
  const shoot = screenshots(info, 'corrections');
  const log = await openScreen(page, `/patients/${patient}`, `Cora Sandoval ${mark}`);
  const history = page.getByRole('region', { name: 'Treatment History' });

  await test.step('the last treatment fills the form, but for lot and signature', async () => {
    const form = page.getByRole('form', { name: 'New treatment' });
    await form.getByRole('button', { name: 'Copy from last time' }).click();
    await expect(form.getByLabel('Areas')).toHaveValue('Glabella');
    await expect(form.getByLabel('Units')).toHaveValue('20');
    await expect(form.getByLabel('Lot', { exact: true })).toHaveValue('');
    await expect(form.getByText('The lot is not copied: enter it anew, and sign.')).toBeVisible();
    await shoot(page, 'copied');
    await form.getByLabel('Areas').fill('Forehead');
    await form.getByLabel('Lot', { exact: true }).fill('C9001A1');
    await draw(page, form.getByRole('group', { name: 'Provider signature' }));
    await form.getByRole('button', { name: 'Save treatment' }).click();
    await expect(page.getByText('Treatment saved.')).toBeVisible();
    await expect(history.getByText('C9001A1')).toBeVisible();
  });

  const opened = page.getByRole('dialog', { name: /^Botox, / });
  await test.step('an addendum is signed below the provider’s treatment', async () => {
    await history
      .getByRole('button', { name: /^Open: Botox/ })
      .last()
      .click();
    await expect(opened.getByText('Glabella')).toBeVisible();
    await opened.getByRole('button', { name: 'Add addendum' }).click();
    const form = page.getByRole('dialog', { name: 'Add addendum' });
    await form.getByLabel('Reason').fill('Left out');
    await form
      .getByRole('textbox', { name: 'Addendum' })
      .fill('Asked about allergies: latex.\nNo latex was used.');
    await draw(page, form.getByRole('group', { name: 'Signature' }));
    await shoot(page, 'addendum', false);
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/addenda'),
    );
    await form.getByRole('button', { name: 'Sign and add' }).click();
    await expectSignature(
      page,
      ((await sent).postDataJSON() as { signature: unknown }).signature,
      400,
      120,
    );
    await expect(page.getByText('Addendum added.')).toBeVisible();
    await expect(opened.getByText('Asked about allergies: latex.')).toBeVisible();
    await shoot(page, 'treatment-opened', false);
  });

  await test.step('and the treatment is voided with a reason', async () => {
    await opened.getByRole('button', { name: 'Void' }).click();
    const question = page.getByRole('dialog', { name: 'Void this treatment?' });
    await question.getByLabel('Reason').fill('Recorded twice');
    await draw(page, question.getByRole('group', { name: 'Signature' }));
    await shoot(page, 'void', false);
    await question.getByRole('button', { name: 'Void treatment' }).click();
    await expect(page.getByText('The treatment was voided.')).toBeVisible();
    await expect(opened.getByText('Reason: Recorded twice')).toBeVisible();
    await expect(opened.getByRole('button', { name: 'Add addendum' })).toHaveCount(0);
    await opened.getByRole('button', { name: 'Close' }).click();
    await expect(
      history.getByText(new RegExp(`^Voided by ${owner.name}, .*: Recorded twice$`)),
    ).toBeVisible();
    await expect(history.getByText('Voided', { exact: true })).toHaveCount(1);
    await expect(history.getByText('1 addendum')).toBeVisible();
    await expect(history.getByRole('button', { name: /^Approve: / })).toHaveCount(0);
    await shoot(page, 'history-voided');
  });
  expectLogged(log);
});

test('a voided exam clears nothing, and stays to be read', async ({ page }, info) => {
  const shoot = screenshots(info, 'corrections');
  const log = await openScreen(page, `/gfe/${patient}`, 'Good Faith Exam');
  const exams = page.getByRole('list', { name: 'Exam history' });
  await expect(exams.getByText('Current')).toBeVisible();
  await shoot(page, 'exam-history');
  await exams.getByRole('button', { name: /^Open: / }).click();
  const exam = page.getByRole('dialog', { name: /^Good Faith Exam, / });
  await exam.getByRole('button', { name: 'Show the normal texts' }).click();
  await expect(exam.getByText('Skin warm, dry and intact')).toBeVisible();
  await shoot(page, 'exam-opened', false);
  await exam.getByRole('button', { name: 'Void' }).click();
  const question = page.getByRole('dialog', { name: 'Void this exam?' });
  await question.getByLabel('Reason').fill('Another patient was examined');
  await draw(page, question.getByRole('group', { name: 'Signature' }));
  await question.getByRole('button', { name: 'Void exam' }).click();
  await expect(page.getByText('The exam was voided.')).toBeVisible();
  await expect(exam.getByText('Skin warm, dry and intact')).toBeVisible();
  await expect(exam.getByText(/This exam clears nothing\.$/)).toBeVisible();
  await shoot(page, 'exam-voided', false);
  await exam.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('No exam yet')).toBeVisible();
  await page.getByRole('link', { name: 'Patient record' }).click();
  await expect(page.getByRole('button', { name: 'Complete GFE Exam First' })).toBeDisabled();
  expectLogged(log);
});
