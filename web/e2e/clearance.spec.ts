import { expect, test, type Browser, type Page } from '@playwright/test';

import { expectAccessible, expectLegibleInTheDark } from './accessible';
import { call } from './api';
import { signedOut, stamp } from './clinics';
import { screenshots } from './screenshots';
import { askAboutHealth } from './seed';
import { ownClinic } from './signUp';
import { draw } from './signature';

test.use({ storageState: signedOut });

const password = 'a long enough password';

/** A member of this clinic who has accepted the invitation, on a page of their own. */
async function member(
  browser: Browser,
  owners: Page,
  form: Record<string, unknown>,
): Promise<Page> {
  const whole = {
    department: 'Clinical',
    status: 'active',
    hire_date: '2026-01-05',
    license_state: 'NY',
    license_expires_on: '2099-06-30',
    ...form,
  };
  const { invite_url } = await call<{ invite_url: string }>(owners, 'POST', '/api/team', whole);
  const context = await browser.newContext({ storageState: signedOut });
  const page = await context.newPage();
  await page.goto(new URL('/sign-in', owners.url()).href);
  await call(page, 'POST', '/api/auth/accept-invite', {
    token: invite_url.split('/').at(-1),
    password,
  });
  return page;
}

test("a nurse's exam waits for a prescriber, who signs and clears service by service; then the treatment can be recorded", async ({
  page,
  browser,
}, info) => {
  test.setTimeout(180_000);
  const shoot = screenshots(info, 'clearance');
  const mark = stamp(info.project.name);
  const clinic = await ownClinic(page, `Sage ${mark}`);
  await page.goto(`${clinic}/settings`);
  await page.getByRole('switch', { name: 'Exam clearance' }).click();
  await expect(page.getByText('Exam clearance is switched on.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change exam clearance' })).toBeVisible();
  await page.getByRole('button', { name: 'Change exam clearance' }).click();
  await expect(page.getByRole('dialog', { name: 'Exam clearance' })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'settings', false);
  await page.keyboard.press('Escape');
  const nurse = await member(browser, page, {
    first_name: 'Priya',
    last_name: 'Nair',
    email: `priya.${mark}@example.com`,
    role: 'Nurse',
    credential: 'RN',
    license_number: 'RN-1',
  });
  const prescriber = await member(browser, page, {
    first_name: 'Claire',
    last_name: 'Donovan',
    email: `claire.${mark}@example.com`,
    role: 'Provider',
    credential: 'NP',
    license_number: 'NP-20441',
  });
  const { id: patient } = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name: 'Grace',
    last_name: `Okonkwo ${mark}`,
    birth_date: '1985-03-14',
  });
  await askAboutHealth(nurse, patient);

  await test.step('the nurse writes the exam, which clears nothing yet', async () => {
    await nurse.goto(`${clinic}/gfe/${patient}`);
    await nurse.getByRole('textbox', { name: 'Vitals' }).fill('BP: 118/76 mmHg, HR: 72 bpm');
    await nurse.getByRole('button', { name: 'Save exam' }).click();
    await expect(nurse.getByText('GFE Exam saved successfully!')).toBeVisible();
    const panel = nurse.getByRole('region', { name: 'Clearance' });
    await expect(panel.getByText("Waits for a prescriber's signature")).toBeVisible();
    await expect(
      panel.getByText(/Your credential does not allow you to sign the exam\./),
    ).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Sign exam' })).toHaveCount(0);
    await shoot(nurse, 'nurse-waits');
    await nurse.goto(`${clinic}/patients/${patient}`);
    const form = nurse.getByRole('region', { name: 'New Treatment' });
    await expect(
      form.getByText(/Botox is not cleared yet: the exam waits for a prescriber's signature\./),
    ).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save treatment' })).toBeDisabled();
    await expect(
      nurse.getByRole('list', { name: 'At a glance' }).getByText('Exam waits for a signature'),
    ).toBeVisible();
    await expectAccessible(nurse);
    await shoot(nurse, 'record-waits');
  });

  await test.step('the prescriber finds it on the first page and signs it', async () => {
    await prescriber.goto(`${clinic}/`);
    const waiting = prescriber.getByRole('region', { name: 'Exams to sign' });
    await expect(waiting.getByText(`Grace Okonkwo ${mark}`)).toBeVisible();
    await shoot(prescriber, 'today');
    await waiting.getByRole('link', { name: /^Sign: / }).click();
    await prescriber.getByRole('button', { name: 'Sign exam' }).click();
    const dialog = prescriber.getByRole('dialog', { name: 'Sign exam' });
    await dialog.getByRole('button', { name: 'Sign exam' }).click();
    await expect(dialog.getByText('Decide about at least one service.')).toBeVisible();
    await dialog.getByLabel('Decision: Botox').selectOption('Cleared');
    await dialog.getByLabel('Decision: Microneedling').selectOption('Deferred');
    await dialog.getByLabel('Why not: Microneedling').fill('Cold sores, antiviral first');
    await dialog.getByLabel('Examined').selectOption('In person');
    await expect(dialog.getByLabel('State of the patient')).toHaveValue('NY');
    await draw(prescriber, dialog.getByRole('group', { name: 'Signature' }));
    await expectAccessible(prescriber);
    await expectLegibleInTheDark(prescriber);
    await shoot(prescriber, 'sign', false);
    await dialog.getByRole('button', { name: 'Sign exam' }).click();
    await expect(prescriber.getByText('The exam is signed.')).toBeVisible();
    const panel = prescriber.getByRole('region', { name: 'Clearance' });
    await expect(panel.getByRole('img', { name: 'Signature of Claire Donovan' })).toBeVisible();
    await expect(panel.getByText('License NP-20441 of New York, to Jun 30, 2099')).toBeVisible();
    await expectAccessible(prescriber);
    await shoot(prescriber, 'signed');
  });

  await test.step('the nurse asks whether anything has changed and records the treatment', async () => {
    await nurse.goto(`${clinic}/patients/${patient}`);
    await expect(
      nurse.getByRole('list', { name: 'At a glance' }).getByText(/^Botox to /),
    ).toBeVisible();
    const form = nurse.getByRole('form', { name: 'New treatment' });
    await expect(form.getByText('Cleared by Claire Donovan, NP.')).toBeVisible();
    await form.getByLabel('Areas').fill('Glabella');
    await form.getByLabel('Units').fill('20');
    await form.getByLabel('Lot', { exact: true }).fill('C7654');
    await draw(nurse, form.getByRole('group', { name: 'Provider signature' }));
    await form.getByRole('button', { name: 'Save treatment' }).click();
    await expect(form.getByText('Ask the patient, and choose an answer.')).toBeVisible();
    await form.getByRole('radio', { name: 'No' }).check();
    await shoot(nurse, 'treatment');
    await form.getByRole('button', { name: 'Save treatment' }).click();
    await expect(nurse.getByText('Treatment saved.')).toBeVisible();
    await form.getByLabel('Treatment type').selectOption('Microneedling');
    await expect(
      form.getByText('Claire Donovan has deferred Microneedling: Cold sores, antiviral first.'),
    ).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save treatment' })).toBeDisabled();
  });

  await test.step('what has changed opens the exam again', async () => {
    const form = nurse.getByRole('form', { name: 'New treatment' });
    await form.getByLabel('Treatment type').selectOption('Botox');
    await form.getByRole('radio', { name: 'Yes' }).check();
    await form.getByRole('button', { name: 'Write down what has changed' }).click();
    await nurse
      .getByRole('dialog', { name: 'What has changed' })
      .getByRole('textbox', { name: 'What has changed' })
      .fill('Takes blood thinners now');
    await nurse.getByRole('dialog').getByRole('button', { name: 'Open the exam again' }).click();
    await expect(
      form.getByText(/Something has changed since the exam that cleared Botox\./),
    ).toBeVisible();
    await expect(
      nurse
        .getByRole('list', { name: 'At a glance' })
        .getByText('Changed since the exam: Takes blood thinners now'),
    ).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save treatment' })).toBeDisabled();
    await expectAccessible(nurse);
    await expectLegibleInTheDark(nurse);
    await shoot(nurse, 'reopened');
  });
  await nurse.context().close();
  await prescriber.context().close();
});
