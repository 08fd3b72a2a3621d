import { expect, test, type Page } from '@playwright/test';

import { call } from './api';
import { home, signedOut, stamp } from './clinics';
import { showAllTexts } from './examTexts';
import { addPatient, openScreen } from './openScreen';
import { expectNotice, withFailure, expectFailures } from './failures';
import { draw } from './signature';
import { askAboutHealth, ownersPage, signEveryConsent } from './seed';

/** Every text of the specification's error catalogue (section 8), at the event that it names. Failures are simulated in the browser. */

const examRequired =
  'A Good Faith Estimate exam must be completed before recording any treatment. Please complete the GFE exam first.';
const say = (page: Page, words: string | RegExp) => expect(page.getByText(words)).toBeVisible();

let mark: string;
/** One without an exam, one with. */
let blank: number;
let examined: number;

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  const page = await ownersPage(browser);
  blank = await addPatient(page, 'Gita', mark);
  examined = await addPatient(page, 'Hana', mark);
  await call(page, 'POST', '/api/gfe', { patient_id: examined, vitals: 'HR: 66 bpm' });
  await askAboutHealth(page, examined);
  await signEveryConsent(page, examined);
  await page.context().close();
});

test('a treatment without an exam, or with one that cannot be looked up', async ({ page }) => {
  const browserLog = await openScreen(page, `/patients/${blank}`, `Gita Sandoval ${mark}`);
  const save = page.getByRole('button', { name: 'Complete GFE Exam First' });
  const amber = page.getByRole('status').filter({ hasText: 'Good Faith Exam' });
  await expect(save).toBeDisabled();
  await expect(amber).toContainText(
    'This patient has no Good Faith Exam yet. A treatment can be saved once the exam is complete.',
  );
  await expect(amber).toHaveClass(/MuiAlert-colorWarning/);
  expectFailures(browserLog, [], []);

  // The look-up of the exam fails when the page opens: tolerated, but nothing can be saved.
  await withFailure(page, 'GET', `/api/gfe/${examined}`, async () => {
    await page.goto(`${home}/patients/${examined}`);
    await expect(amber).toContainText('The Good Faith Exam could not be looked up.');
    await expect(amber).toHaveClass(/MuiAlert-colorWarning/);
    await expect(save).toBeDisabled();
  });
  expectFailures(
    browserLog,
    ['The Good Faith Exam could not be looked up.'],
    [`500 /api/gfe/${examined}`],
  );
  await page.getByRole('button', { name: 'Try again' }).click();

  const form = page.getByRole('form', { name: 'New treatment' });
  const submit = form.getByRole('button', { name: 'Save treatment' });
  await expect(submit).toBeEnabled();
  await form.getByLabel('Areas').fill('Glabella');
  await form.getByLabel('Lot').fill('C7654');
  await draw(page, form.getByRole('group', { name: 'Provider signature' }));
  const sent: string[] = [];
  page.on(
    'request',
    (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname),
  );
  // At the moment of saving: it fails, or there is none any more. Either way nothing is sent.
  await withFailure(page, 'GET', `/api/gfe/${examined}`, async () => {
    await submit.click();
    await expectNotice(page, 'alert', examRequired);
  });
  expectFailures(
    browserLog,
    ['The Good Faith Exam could not be looked up.'],
    [`500 /api/gfe/${examined}`],
  );
  // The exam that was found before still counts: the form stays open with what was typed and drawn.
  await expect(submit).toBeEnabled();
  await withFailure(
    page,
    'GET',
    `/api/gfe/${examined}`,
    async () => {
      await submit.click();
      await expectNotice(page, 'alert', examRequired);
      await expect(save).toBeDisabled();
    },
    { json: null },
  );
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Check again' }).click();

  // Saving fails: logged on the console and shown in place; what was typed and drawn stays.
  await withFailure(page, 'POST', '/api/treatments', async () => {
    await submit.click();
    await expect(form.getByRole('status')).toContainText('Not saved yet');
  });
  expectFailures(browserLog, ['Saving the treatment failed'], ['500 /api/treatments']);
  await expect(form.getByLabel('Areas')).toHaveValue('Glabella');
  await submit.click();
  await expectNotice(page, 'status', 'Treatment saved.');
  browserLog.expectNoErrors();
});

test('issuing a consent', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: home });
  const browserLog = await openScreen(page, `/patients/${examined}`, `Hana Sandoval ${mark}`);
  await page.getByRole('combobox', { name: 'Consent template' }).selectOption({ index: 1 });
  const issue = page.getByRole('button', { name: 'Issue consent' });
  await withFailure(page, 'POST', `/api/consents/${examined}/issue`, async () => {
    await issue.click();
    await say(page, /^The consent was not issued\./);
  });
  expectFailures(
    browserLog,
    ['Issuing the consent failed'],
    [`500 /api/consents/${examined}/issue`],
  );
  await issue.click();
  await expectNotice(page, 'status', 'Portal link copied to clipboard!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/portal\/sign\/[\w-]{43}$/,
  );
  browserLog.expectNoErrors();
});

test('saving an exam', async ({ page }) => {
  const browserLog = await openScreen(page, `/gfe/${blank}`, 'Good Faith Exam');
  const vitals = page.getByRole('textbox', { name: 'Vitals' });
  await showAllTexts(page);
  await page.getByRole('button', { name: 'Quick add' }).click();
  await page.getByRole('button', { name: 'Add RR' }).click();
  await page.getByRole('button', { name: 'Add Pain' }).click();
  await expect(vitals).toHaveValue('RR: ___/min, Pain: ___/10');
  const skin = page.getByRole('combobox', { name: 'Add to Skin ROS' });
  const [first, second] = (await skin.getByRole('option').allTextContents()).filter((finding) =>
    finding.startsWith('Denies'),
  );
  for (const finding of [first ?? '', second ?? '']) await skin.selectOption(finding);
  await expect(page.getByRole('textbox', { name: 'Skin ROS' })).toHaveValue(`${first}; ${second}`);
  const saveExam = page.getByRole('button', { name: 'Save exam' });
  await saveExam.click();
  await expect(
    page.getByRole('group', { name: /^Vitals: 2 blanks are not filled in\./ }),
  ).toBeInViewport({ ratio: 1 });
  const save = page.getByRole('button', { name: 'Save anyway' });
  await withFailure(page, 'POST', '/api/gfe', async () => {
    await save.click();
    await expectNotice(page, 'alert', 'Error saving exam. Please try again.');
  });
  await withFailure(
    page,
    'POST',
    '/api/gfe',
    async () => {
      await save.click();
      await expectNotice(page, 'alert', 'Error saving exam. Please try again.');
    },
    'no connection',
  );
  await expect(vitals).toHaveValue('RR: ___/min, Pain: ___/10');
  expectFailures(browserLog, [], ['500 /api/gfe']);
  await save.click();
  await expectNotice(page, 'status', 'GFE Exam saved successfully!');
  browserLog.expectNoErrors();
});

test('saving an estimate, the first time and again', async ({ page }) => {
  const browserLog = await openScreen(page, `/gfe-estimate/${blank}`, 'Good Faith Estimate');
  await page.getByRole('textbox', { name: 'Provider', exact: true }).fill('Claire Donovan');
  const save = page.getByRole('button', { name: 'Save estimate' });
  await withFailure(page, 'POST', '/api/gfe-estimate', async () => {
    await save.click();
    await expectNotice(page, 'alert', 'Error saving estimate. Please try again.');
  });
  await save.click();
  await expectNotice(page, 'status', 'Good Faith Estimate saved successfully!');
  const { id } = await call<{ id: number }>(page, 'GET', `/api/gfe-estimate/${blank}`);
  await page.getByLabel('Notes').fill('Two visits.');
  await withFailure(page, 'PUT', `/api/gfe-estimate/${id}`, async () => {
    await save.click();
    await expectNotice(page, 'alert', 'Error saving estimate. Please try again.');
  });
  // The notice of the first save may still be there.
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok()),
    save.click(),
  ]);
  await expectNotice(page, 'status', 'Good Faith Estimate saved successfully!');
  // Updated, not made anew: it has an id.
  expect(await call(page, 'GET', `/api/gfe-estimate/${blank}`)).toMatchObject({
    id,
    notes: 'Two visits.',
  });
  expectFailures(browserLog, [], ['500 /api/gfe-estimate', `500 /api/gfe-estimate/${id}`]);
});

test.describe('the portal', () => {
  test.use({ storageState: signedOut });
  const invalid =
    'This consent link is invalid or has expired. Please contact the clinic for a new link.';

  test('a link that leads nowhere, cannot be loaded or cannot be signed', async ({
    page,
    browser,
  }) => {
    const seeding = await ownersPage(browser);
    const [template] = await call<{ id: number }[]>(seeding, 'GET', '/api/consents/templates');
    const { portal_url } = await call<{ portal_url: string }>(
      seeding,
      'POST',
      `/api/consents/${examined}/issue`,
      { templateId: template?.id },
    );
    await seeding.context().close();
    const api = `/api/portal/consent/${portal_url.split('/').at(-1)}`;

    const invalidPage = async (address: string) => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invalid Link');
      await say(page, invalid);
      await expect(page.getByRole('button', { name: 'Sign consent' })).toBeHidden();
    };
    await invalidPage(`${home}/portal/sign/${'A'.repeat(43)}`);
    await invalidPage(`${home}/portal/sign`);
    await withFailure(page, 'GET', api, () => invalidPage(portal_url));
    await withFailure(page, 'GET', api, () => invalidPage(portal_url), 'no connection');

    // Loading, then ready, then signed; between them a signing that fails.
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(
      (url) => url.pathname === api,
      async (route) => {
        await held;
        await route.fallback();
      },
    );
    await page.goto(portal_url);
    await expect(
      page
        .getByRole('main')
        .locator('[aria-busy="true"], [aria-label^="Loading"], .MuiSkeleton-root')
        .first(),
    ).toBeVisible();
    answer();
    await expect(page.getByRole('heading', { level: 1, name: 'Hello Hana' })).toBeVisible();
    const sign = page.getByRole('button', { name: 'Sign consent' });
    await withFailure(page, 'POST', `${api}/sign`, async () => {
      await sign.click();
      await expect(page.getByRole('alert')).toHaveText('Error signing consent. Please try again.');
    });
    await sign.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  });
});
