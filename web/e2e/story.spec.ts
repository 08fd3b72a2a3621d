import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';

import { director, otherClinic, otherOwner, home, signedOut, owner, stamp } from './clinics';
import { openSigned, signOnPhone } from './consents';
import { showAllTexts } from './examTexts';
import { particulars } from './particulars';
import { draw, expectSignature } from './signature';
import { screenshots } from './screenshots';
import { signIn, signOut } from './signIn';
import { watchBrowser } from './browserLog';

/** The owner signs in by hand here, as everybody does in the morning. */
test.use({ storageState: signedOut });

test("a clinic's day, from the sign-in to the signed consent", async ({
  page,
  context,
  browser,
}, info) => {
  test.setTimeout(240_000);
  const shoot = screenshots(info);
  const mark = stamp(info.project.name);
  const patient = {
    first: 'Nora',
    last: `Ellery ${mark}`,
    email: `nora.${mark}@example.com`,
    ...particulars(),
  };
  const name = `${patient.first} ${patient.last}`;
  const story = await watchBrowser(context, home);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: home });

  await test.step('the owner signs in', async () => {
    await page.goto(`${home}/`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await shoot(page, 'sign-in');
    await signIn(page, owner);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Patients/ })).toBeVisible();
    await shoot(page, 'dashboard');
  });

  await test.step('a patient is added', async () => {
    await page.getByRole('link', { name: /^Patients/ }).click();
    await page.getByRole('button', { name: 'Add patient' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add patient' });
    await dialog.getByRole('button', { name: 'Add patient' }).click();
    await expect(dialog.getByText('First name is required')).toBeVisible();
    await shoot(page, 'add-patient-missing', false);
    await dialog.getByLabel('First name').fill(patient.first);
    await dialog.getByLabel('Last name').fill(patient.last);
    await dialog.getByLabel('Birth date').fill(patient.born);
    await dialog.getByLabel('Phone').fill(patient.phone);
    await dialog.getByLabel('Email').fill(patient.email);
    await shoot(page, 'add-patient', false);
    await dialog.getByRole('button', { name: 'Add patient' }).click();
    await expect(page.getByText(`${name} was added.`)).toBeVisible();
    await shoot(page, 'patient-added', false);
  });

  await test.step('and found again by a part of her address', async () => {
    await page.getByRole('searchbox', { name: 'Search patients' }).fill(`${mark}@EXAM`);
    await expect(page.getByText('1 match', { exact: true })).toBeVisible();
    await shoot(page, 'patient-found');
    await page.getByRole('link', { name: `View Details of ${name}` }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
  const record = new URL(page.url()).pathname;

  await test.step('without an exam nothing can be saved', async () => {
    await expect(page.getByRole('button', { name: 'Complete GFE Exam First' })).toBeDisabled();
    await expect(
      page.getByRole('status').filter({ hasText: 'This patient has no Good Faith Exam yet.' }),
    ).toBeVisible();
    await shoot(page, 'record-before-exam');
  });

  await test.step('the Good Faith Exam is recorded', async () => {
    await page.getByRole('link', { name: 'GFE Exam', exact: true }).click();
    await recordExam(page);
    await shoot(page, 'exam');
    await page.getByRole('button', { name: 'Save exam' }).click();
    await expect(page.getByText('GFE Exam saved successfully!')).toBeVisible();
    await shoot(page, 'exam-saved', false);
    await page.getByRole('link', { name: 'Go to the patient record' }).click();
  });

  await test.step('a treatment is recorded with a drawn signature', async () => {
    const form = page.getByRole('form', { name: 'New treatment' });
    await expect(form.getByLabel('Treatment type')).toHaveValue('Botox');
    await form.getByLabel('Areas').fill('Forehead, glabella');
    await form.getByLabel('Units').fill('24');
    await form.getByLabel('Lot').fill('C7654C3');
    await form.getByLabel('Notes').fill('Tolerated well. Review in two weeks.');
    await draw(page, form.getByRole('group', { name: 'Provider signature' }));
    await shoot(page, 'treatment-signed');
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url() === `${home}/api/treatments`,
    );
    await form.getByRole('button', { name: 'Save treatment' }).click();
    // Nobody has asked her yet: that is said first.
    await expect(form.getByText('Allergies were not asked.')).toBeVisible();
    await form.getByRole('button', { name: 'Save anyway' }).click();
    await expectSignature(page, field(await sent, 'provider_signature'), 400, 100);
    await expect(page.getByText('Treatment saved.')).toBeVisible();
    const history = page.getByRole('region', { name: 'Treatment History' });
    await expect(history.getByText('Pending')).toBeVisible();
    await expect(history.getByText('24', { exact: true })).toBeVisible();
    // Her own treatment: somebody else may approve, so she may not.
    await shoot(page, 'treatment-pending');
  });

  await test.step('the Medical Director finds it waiting', async () => {
    await signOut(page);
    await shoot(page, 'signed-out');
    await signIn(page, director);
    const waiting = page.getByRole('region', { name: 'Waiting for your approval' });
    await expect(waiting.getByText(/ pending$/)).toBeVisible();
    await showAll(waiting);
    await expect(waiting.getByRole('link', { name, exact: true })).toBeVisible();
    await shoot(page, 'dashboard-director');
    await waiting.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  await test.step('and approves it with a drawn signature', async () => {
    await page.getByRole('button', { name: /^Approve: Botox/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve treatment' });
    await draw(page, dialog.getByRole('group', { name: 'Director signature' }));
    await shoot(page, 'approve', false);
    const sent = page.waitForRequest((request) => request.url().endsWith('/approve'));
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expectSignature(page, field(await sent, 'director_signature'), 400, 120);
    const history = page.getByRole('region', { name: 'Treatment History' });
    await expect(history.getByText('Approved')).toBeVisible();
    await expect(history.getByText('Pending')).toBeHidden();
    await page.getByRole('button', { name: /^Signatures: Botox/ }).click();
    await expect(page.getByRole('img', { name: `Signature of ${director.name}` })).toBeVisible();
    await shoot(page, 'signatures', false);
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  });

  const link = await test.step('a consent is issued', async () => {
    await page
      .getByRole('combobox', { name: 'Consent template' })
      .selectOption({ label: 'Botulinum toxin (Botox)' });
    await page.getByRole('button', { name: 'Issue consent' }).click();
    await expect(page.getByText('Portal link copied to clipboard!')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(new RegExp(`^${home}/portal/sign/[\\w-]{43}$`));
    await expect(page.getByRole('textbox', { name: /^Portal link/ })).toHaveValue(copied);
    await expect(consents(page).getByText('Pending')).toBeVisible();
    await shoot(page, 'consent-issued');
    return copied;
  });

  await test.step('she reads and signs it on her phone', () =>
    signOnPhone(browser, link, name, shoot));

  await test.step('the open record learns of it by itself', async () => {
    await expect(consents(page).getByText('Signed', { exact: true })).toBeVisible();
    await expect(consents(page).getByText('Pending')).toBeHidden();
    await shoot(page, 'consent-signed');
  });

  await test.step('the staff open it: its text, her signature, when and from where', async () => {
    await openSigned(page, consents(page), name, shoot);
  });

  await test.step('the other clinic finds none of it', () =>
    lookElsewhere(browser, record, { name, mark }, shoot));
  // Nobody is signed in yet at the first look, and again after signing out.
  story.expectNoErrors(['401 /api/auth/session']);
});

type Shoot = ReturnType<typeof screenshots>;

const consents = (page: Page) => page.getByRole('region', { name: 'Digital Consents' });

function field(request: { postDataJSON: () => unknown }, name: string): unknown {
  return (request.postDataJSON() as Record<string, unknown>)[name];
}

/** The oldest ten come first; on a used database the newest may stand further down. */
async function showAll(waiting: Locator) {
  const total = Number.parseInt((await waiting.getByText(/ pending$/).textContent()) ?? '', 10);
  for (let shown = 5; shown < total; shown += 10) {
    await waiting.getByRole('button', { name: 'Show more' }).click();
    await expect(waiting.getByRole('listitem')).toHaveCount(Math.min(shown + 10, total));
  }
}

async function recordExam(page: Page) {
  const vitals = page.getByRole('textbox', { name: 'Vitals' });
  await page.getByRole('button', { name: 'Quick add' }).click();
  await page.getByRole('button', { name: 'Add BP' }).click();
  await page.keyboard.type('118');
  await page.getByRole('button', { name: 'Fill in the blank in Vitals' }).click();
  await page.keyboard.type('76');
  await page.getByRole('button', { name: 'Add HR' }).click();
  await page.keyboard.type('68');
  await expect(vitals).toHaveValue('BP: 118/76 mmHg, HR: 68 bpm');
  const findings: [string, [string, string]][] = [
    ['Constitutional ROS', ['Denies fever, chills or night sweats', 'Denies fatigue or malaise']],
    [
      'Skin PE',
      ['Skin warm, dry and intact', 'No infection, lesion or inflammation in treatment area'],
    ],
  ];
  await showAllTexts(page);
  for (const [label, chosen] of findings) {
    for (const finding of chosen)
      await page.getByRole('combobox', { name: `Add to ${label}` }).selectOption(finding);
    await expect(page.getByRole('textbox', { name: label, exact: true })).toHaveValue(
      chosen.join('; '),
    );
  }
}

async function lookElsewhere(
  browser: Browser,
  record: string,
  { name, mark }: { name: string; mark: string },
  shoot: Shoot,
) {
  // Signed in here: a session of the run's beginning may have ended after its idle time.
  const context = await browser.newContext({ storageState: signedOut });
  const other = await watchBrowser(context, otherClinic);
  const page = await context.newPage();
  await page.goto(`${otherClinic}/sign-in`);
  await signIn(page, otherOwner);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto(`${otherClinic}/patients`);
  await page.getByRole('searchbox', { name: 'Search patients' }).fill(mark);
  await expect(page.getByText('No patients found')).toBeVisible();
  await shoot(page, 'elsewhere-search');
  await page.goto(`${otherClinic}${record}`);
  await expect(page.getByText('This patient was not found')).toBeVisible();
  await expect(page.getByText(name)).toBeHidden();
  await shoot(page, 'elsewhere-record');
  other.expectNoErrors([`404 /api${record}`]);
  await context.close();
}
