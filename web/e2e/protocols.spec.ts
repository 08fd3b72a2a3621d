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

interface Joined {
  page: Page;
  id: number;
}

/** A member of this clinic who has accepted the invitation, on a page of their own. */
async function member(
  browser: Browser,
  owners: Page,
  form: { email: string; [field: string]: unknown },
): Promise<Joined> {
  const whole = {
    department: 'Clinical',
    status: 'active',
    hire_date: '2026-01-05',
    license_state: 'NY',
    license_expires_on: '2099-06-30',
    ...form,
  };
  const made = await call<{ member: { id: number }; invite_url: string }>(
    owners,
    'POST',
    '/api/team',
    whole,
  );
  const context = await browser.newContext({ storageState: signedOut });
  const page = await context.newPage();
  await page.goto(new URL('/sign-in', owners.url()).href);
  await call(page, 'POST', '/api/auth/accept-invite', {
    token: made.invite_url.split('/').at(-1),
    password,
  });
  if (form['role'] === 'Medical Director')
    await call(owners, 'POST', `/api/team/${made.member.id}/confirm`);
  await call(page, 'POST', '/api/auth/login', { email: form.email, password });
  return { page, id: made.member.id };
}

test('a director signs a protocol, a nurse signs it and treats by it; once it is retired a director lets one treatment pass', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(180_000);
  const shoot = screenshots(info, 'protocols');
  const mark = stamp(info.project.name);
  const clinic = await ownClinic(page, `Thyme ${mark}`, 'Medical Director');
  await page.goto(`${clinic}/settings`);
  await page.getByRole('switch', { name: 'Protocols' }).click();
  await expect(page.getByText('Protocols is switched on.')).toBeVisible();
  const { page: director } = await member(browser, page, {
    first_name: 'Dana',
    last_name: 'Reyes',
    email: `dana.${mark}@example.com`,
    role: 'Medical Director',
    credential: 'MD',
    license_number: 'MD-1',
  });
  const { page: nurse } = await member(browser, page, {
    first_name: 'Priya',
    last_name: 'Nair',
    email: `priya.${mark}@example.com`,
    role: 'Nurse',
    credential: 'RN',
    license_number: 'RN-1',
  });
  const { id: patient } = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name: 'Grace',
    last_name: `Okonkwo ${mark}`,
    birth_date: '1985-03-14',
  });
  await call(director, 'POST', '/api/gfe', { patient_id: patient, vitals: 'HR: 72 bpm' });
  await askAboutHealth(director, patient);

  await test.step('the manager writes the protocol', async () => {
    await page.goto(`${clinic}/protocols`);
    await page.getByRole('button', { name: 'Write the protocol for Botox' }).click();
    const form = page.getByRole('dialog', { name: 'Next version' });
    await form.getByRole('button', { name: 'Save draft' }).click();
    await expect(form.getByText('Title is required')).toBeVisible();
    await form.getByRole('textbox', { name: 'Title' }).fill('Botox, adults');
    await form
      .getByRole('textbox', { name: 'Text of the protocol' })
      .fill('At most 60 units a visit.\n\nHyaluronidase and epinephrine are at hand.');
    await expectAccessible(page);
    await expectLegibleInTheDark(page);
    await shoot(page, 'draft', false);
    await form.getByRole('button', { name: 'Save draft' }).click();
    await expect(
      page.getByText(/^The next version of the protocol for Botox is saved\./),
    ).toBeVisible();
    await expect(page.getByText('Draft to sign')).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'draft-waits');
  });

  await test.step('the director reads and signs it', async () => {
    await director.goto(`${clinic}/protocols`);
    await director.getByRole('button', { name: 'Open the protocol for Botox' }).click();
    await director.getByRole('button', { name: 'Read and sign Botox, adults' }).click();
    const form = director.getByRole('dialog', { name: 'Sign version 1' });
    await expect(form.getByText('At most 60 units a visit.')).toBeVisible();
    await draw(director, form.getByRole('group', { name: 'Director signature' }));
    await expectAccessible(director);
    await shoot(director, 'sign', false);
    await form.getByRole('button', { name: 'Sign protocol' }).click();
    await expect(
      director.getByText(/^Version 1 of the protocol for Botox is signed, until /),
    ).toBeVisible();
    await director.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const row = director
      .getByRole('region', { name: 'All services' })
      .getByRole(info.project.name === 'phone' ? 'listitem' : 'row')
      .filter({ hasText: 'Botox' });
    await expect(row.getByText('In force', { exact: true })).toBeVisible();
    await expect(row.getByText(/Not signed: .*Priya Nair/)).toBeVisible();
    await expectAccessible(director);
    await expectLegibleInTheDark(director);
    await shoot(director, 'in-force');
  });

  await test.step('a treatment waits until the nurse has signed it', async () => {
    await nurse.goto(`${clinic}/`);
    const waiting = nurse.getByRole('region', { name: 'Protocols to sign' });
    await expect(waiting.getByText('Botox', { exact: true })).toBeVisible();
    await shoot(nurse, 'today');
    await nurse.goto(`${clinic}/patients/${patient}`);
    const form = nurse.getByRole('form', { name: 'New treatment' });
    await expect(
      form.getByText(
        /You have not signed version 1 of the protocol for Botox, .* Ask .*Dana Reyes/,
      ),
    ).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save treatment' })).toBeDisabled();
    await expectAccessible(nurse);
    await expectLegibleInTheDark(nurse);
    await shoot(nurse, 'not-signed');
    await form.getByRole('button', { name: 'Read and sign the protocol' }).click();
    await nurse.getByRole('button', { name: 'Sign as provider' }).click();
    const signing = nurse.getByRole('dialog', { name: 'Sign the protocol' });
    await draw(nurse, signing.getByRole('group', { name: 'Signature' }));
    await expectAccessible(nurse);
    await shoot(nurse, 'agree', false);
    await signing.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(nurse.getByText('Version 1 of the protocol for Botox is signed.')).toBeVisible();
    await nurse.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  const treat = async () => {
    const form = nurse.getByRole('form', { name: 'New treatment' });
    await form.getByLabel('Areas').fill('Glabella');
    await form.getByLabel('Units').fill('20');
    await form.getByLabel('Lot', { exact: true }).fill('C7654');
    await draw(nurse, form.getByRole('group', { name: 'Provider signature' }));
    await form.getByRole('button', { name: 'Save treatment' }).click();
    await expect(nurse.getByText('Treatment saved.').first()).toBeVisible();
  };

  await test.step('the treatment keeps the version', async () => {
    const form = nurse.getByRole('form', { name: 'New treatment' });
    await expect(form.getByText(/^Protocol v1, in force until /)).toBeVisible();
    await shoot(nurse, 'treatment');
    await treat();
    const history = nurse.getByRole('region', { name: 'Treatment History' });
    await expect(history.getByText(/^v1, in force until /).first()).toBeVisible();
  });

  await test.step('a retired protocol stops the next one, and the director lets it pass for today', async () => {
    await director.getByRole('button', { name: 'Open the protocol for Botox' }).click();
    await director.getByRole('button', { name: 'Retire' }).click();
    const end = director.getByRole('dialog', { name: 'Retire this protocol?' });
    await end.getByRole('textbox', { name: 'Reason' }).fill('Replaced by a new order');
    await end.getByRole('button', { name: 'Retire protocol' }).click();
    await expect(director.getByText('The protocol for Botox is retired.')).toBeVisible();
    await expect(director.getByText(/^Retired by Dana Reyes, /)).toBeVisible();
    await shoot(director, 'retired', false);
    await director.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await nurse.reload();
    const form = nurse.getByRole('form', { name: 'New treatment' });
    await expect(
      form.getByText(
        /^The protocol for Botox was retired and has no successor\. .* Ask .*Dana Reyes/,
      ),
    ).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save treatment' })).toBeDisabled();
    await director.getByRole('button', { name: 'Let a treatment pass today' }).click();
    const pass = director.getByRole('dialog', { name: 'Let a treatment pass today' });
    await pass.getByLabel('Provider').selectOption('Priya Nair');
    await pass.getByLabel('Service').selectOption('Botox');
    await pass.getByRole('textbox', { name: 'Reason' }).fill('The new order is signed tonight');
    await expectAccessible(director);
    await shoot(director, 'let-pass', false);
    await pass.getByRole('button', { name: 'Let pass today' }).click();
    await expect(
      director.getByText('Priya Nair may treat with Botox until the end of today.'),
    ).toBeVisible();
    await expectAccessible(director);
    await shoot(director, 'let-passed');
    await nurse.reload();
    await expect(
      form.getByText(
        /^Dana Reyes lets Botox pass for today, and the treatment keeps this: The new order is signed tonight/,
      ),
    ).toBeVisible();
    await expectAccessible(nurse);
    await shoot(nurse, 'let-pass-form');
    await treat();
    await expect(
      nurse.getByText('Dana Reyes: The new order is signed tonight').first(),
    ).toBeVisible();
  });

  await test.step('the review room marks the chart', async () => {
    await director.goto(`${clinic}/review`);
    await director
      .getByRole('region', { name: 'Queue' })
      .getByRole('listitem')
      .last()
      .getByRole('button')
      .first()
      .click();
    await expect(
      director.getByText(
        /^A director let this treatment pass, .* Dana Reyes: The new order is signed tonight$/,
      ),
    ).toBeVisible();
    await expectAccessible(director);
    await shoot(director, 'chart', false);
  });
  await nurse.context().close();
  await director.context().close();
});
