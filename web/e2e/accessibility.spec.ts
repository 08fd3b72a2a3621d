import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { home, signedOut, stamp } from './clinics';
import { clear, seed, type Seeded } from './seed';
import { screenshots } from './screenshots';

/** Each screen and dialog, with the words in it that show that it is there. */
type Screen = [name: string, path: string | ((seeded: Seeded) => string), arrived: string | RegExp, act?: (page: Page, seeded: Seeded) => Promise<unknown>];

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const shows = (page: Page, dialog: string | RegExp) => expect(page.getByRole('dialog', { name: dialog }).or(page.getByRole('alertdialog', { name: dialog }))).toBeVisible();
const record = ({ patientId }: Seeded) => `/patients/${patientId}`;

const outside: Screen[] = [
  ['sign-in', '/sign-in', 'Sign in'],
  ['sign-in-missing', '/sign-in?because=idle', 'Sign in', async (page) => {
    await press('Sign in')(page);
    await expect(page.getByText('Enter your password')).toBeVisible();
  }],
  ['forgot-password', '/forgot-password', 'Forgot your password'],
  ['forgot-password-sent', '/forgot-password', 'Forgot your password', async (page) => {
    await page.getByLabel('Email').fill('nobody.here@example.com');
    await press('Send the link')(page);
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  }],
  ['reset', '/reset/not-a-real-token', 'Choose a new password'],
  ['reset-too-late', '/reset/not-a-real-token', 'Choose a new password', async (page) => {
    await page.getByLabel('New password').fill('a long enough password');
    await press('Save password')(page);
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  }],
  ['invitation', '/invite/not-a-real-token', 'Welcome'],
  ['portal-ready', ({ waiting }) => waiting, 'Hello Ida'],
  ['portal-drawing', ({ waiting }) => waiting, 'Hello Ida', async (page) => {
    await press('Add a drawn signature')(page);
    await expect(page.getByRole('group', { name: 'Your signature (optional)' })).toBeVisible();
  }],
  ['portal-wrong-name', ({ waiting }) => waiting, 'Hello Ida', async (page) => {
    await page.getByLabel('Your full name (optional)').fill('Somebody Else');
    await press('Sign consent')(page);
    await expect(page.getByText('Type your first and last name as the clinic has them, or leave this empty.')).toBeVisible();
  }],
  ['portal-signed', ({ signed }) => signed, 'Thank you'],
  ['portal-invalid', '/portal/sign/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'Invalid Link'],
  ['portal-no-token', '/portal/sign', 'Invalid Link'],
];

const inside: Screen[] = [
  ['dashboard', '/', 'Dashboard', (page) => expect(page.getByText(/ pending$/)).toBeVisible()],
  ['menu', '/', 'Dashboard', async (page) => {
    await press(/^More$/)(page);
    await shows(page, 'Menu');
  }],
  ['patients', '/patients', 'Clients', (page) => expect(page.getByRole('link', { name: /^View Details/ }).first()).toBeVisible()],
  ['patients-none', '/patients?search=nobody-is-called-this', 'Clients', (page) => expect(page.getByText('No patients found')).toBeVisible()],
  ['patients-add', '/patients', 'Clients', async (page) => {
    await press('Add patient')(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Add patient' }).click();
    await expect(page.getByText('Last name is required')).toBeVisible();
  }],
  ['patients-discard', '/patients', 'Clients', async (page) => {
    await press('Add patient')(page);
    await page.getByLabel('First name').fill('Half');
    await press('Cancel')(page);
    await shows(page, 'Discard what you typed?');
  }],
  ['record', record, 'Ida Moreau', (page) => expect(page.getByRole('button', { name: 'Revoke' })).toBeVisible()],
  ['record-link', record, 'Ida Moreau', async (page) => {
    await page.getByLabel('Consent template').selectOption({ index: 2 });
    await press('Issue consent')(page);
    await expect(page.getByRole('textbox', { name: /^Portal link/ })).toBeVisible();
  }],
  ['record-consent', record, 'Ida Moreau', async (page) => {
    await page.getByRole('region', { name: 'Digital Consents' }).getByRole('button', { name: /^Open / }).last().click();
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Signature' })).toBeVisible();
  }],
  ['record-revoke', record, 'Ida Moreau', async (page) => {
    await press(/^Revoke /)(page);
    await shows(page, /^Revoke the link/);
  }],
  ['record-missing', record, 'Ida Moreau', async (page) => {
    await press('Save treatment')(page);
    await expect(page.getByText('Please sign in the box.')).toBeVisible();
  }],
  ['record-signatures', record, 'Ida Moreau', async (page) => {
    await press(/^Signatures: /)(page);
    await shows(page, 'Signatures: Botox');
  }],
  ['record-approve', record, 'Ida Moreau', async (page) => {
    await press(/^Approve: /)(page);
    await shows(page, 'Approve treatment');
  }],
  ['record-not-found', '/patients/999999', 'Patient', (page) => expect(page.getByText('This patient was not found')).toBeVisible()],
  ['exam-last', ({ patientId }) => `/gfe/${patientId}`, 'Good Faith Exam', (page) => expect(page.getByRole('button', { name: 'New exam' })).toBeVisible()],
  ['exam', ({ patientId }) => `/gfe/${patientId}`, 'Good Faith Exam', async (page) => {
    await press('New exam')(page);
    await press('Add BP')(page);
    await expect(page.getByRole('button', { name: 'Fill in 2 blanks in Vitals' })).toBeVisible();
  }],
  ['exam-saved', ({ patientId }) => `/gfe/${patientId}?new`, 'Good Faith Exam', async (page) => {
    await press('Start from the last exam')(page);
    await press('Save exam')(page);
    await expect(page.getByRole('button', { name: 'Write another exam' })).toBeVisible();
  }],
  ['consent-templates', '/digital-consents', 'Consent templates', (page) => expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible()],
  ['consent-template-view', '/digital-consents', 'Consent templates', async (page) => {
    await press(/^View /)(page);
    await expect(page.getByRole('group', { name: 'Template text' })).toBeVisible();
  }],
  ['consent-template-edit', '/digital-consents', 'Consent templates', async (page) => {
    await press(/^Edit /)(page);
    await shows(page, 'Edit template');
  }],
  ['consent-template-delete', '/digital-consents', 'Consent templates', async (page) => {
    await press(/^Delete /)(page);
    await shows(page, 'Are you sure you want to delete this template?');
  }],
  ['team', '/team', 'Team', (page) => expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()],
  ['team-add', '/team', 'Team', async (page) => {
    await press('Add team member')(page);
    await shows(page, 'New team member');
  }],
  ['team-delete', '/team', 'Team', async (page) => {
    await press(/^Delete /)(page);
    await shows(page, 'Are you sure you want to delete this team member?');
  }],
  ['team-invitation', '/team', 'Team', async (page, { invited }) => {
    await press(`Send new invitation to ${invited}`)(page);
    await shows(page, `Invitation for ${invited}`);
  }],
  ['appointments', '/appointments', 'Appointments'],
  ['estimate', ({ patientId }) => `/gfe-estimate/${patientId}`, 'Good Faith Estimate', (page) => expect(page.getByRole('button', { name: /^Save/ }).first()).toBeVisible()],
  ['exam-templates', '/gfe-templates', 'Exam templates', (page) => expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible()],
  ['exam-template-edit', '/gfe-templates', 'Exam templates', async (page) => {
    await press(/^Edit /)(page);
    await shows(page, /template/);
  }],
  ['exam-template-delete', '/gfe-templates', 'Exam templates', async (page) => {
    await press(/^Delete /)(page);
    await shows(page, 'Are you sure you want to delete this GFE template?');
  }],
  ['loyalty', '/loyalty', 'Loyalty Program', (page) => expect(page.getByLabel('Points', { exact: true })).toBeVisible()],
  ['subscriptions', '/subscriptions', 'Subscriptions', (page) => expect(page.getByRole('group', { name: /signature/i })).toBeVisible()],
  ['pricing', '/pricing', /./],
  ['payment-success', '/payment/success?plan=plus&session_id=cs_test_a1b2c3d4e5f6g7', /./],
  ['not-found', '/no/such/page', 'Page not found'],
];

let seeded: Seeded;
test.beforeAll(async ({ browser }, info) => {
  seeded = await seed(browser, stamp(info.project.name));
});
test.afterAll(({ browser }) => clear(browser, seeded));

async function look(page: Page, [name, path, arrived, act]: Screen, shoot: ReturnType<typeof screenshots>) {
  await page.goto(home + (typeof path === 'string' ? path : path(seeded)));
  await expect(page.getByRole('heading', { level: 1, name: arrived })).toBeVisible();
  await act?.(page, seeded);
  await shoot(page, name, false);
  await expectAccessible(page);
}

test.describe('for those who are not signed in', () => {
  test.use({ storageState: signedOut });
  for (const screen of outside) {
    test(screen[0], async ({ page }, info) => look(page, screen, screenshots(info, 'screen')));
  }
});

for (const screen of inside) {
  test(screen[0], async ({ page }, info) => look(page, screen, screenshots(info, 'screen')));
}

test('idle', async ({ page }, info) => {
  await page.clock.install();
  await page.goto(`${home}/patients`);
  await expect(page.getByRole('link', { name: /^View Details/ }).first()).toBeVisible();
  await page.clock.fastForward('14:05');
  await shows(page, 'Still there?');
  await screenshots(info, 'screen')(page, 'idle', false);
  await expectAccessible(page);
});

test('session-ended', async ({ page, context }, info) => {
  await page.goto(`${home}/patients`);
  await page.getByRole('searchbox', { name: 'Search patients' }).fill('Ida');
  await expect(page.getByRole('link', { name: /^View Details of Ida/ }).first()).toBeVisible();
  // Without its cookie the session is over for this browser alone.
  await context.clearCookies();
  await page.getByRole('searchbox', { name: 'Search patients' }).fill('Idam');
  await shows(page, 'Your session ended');
  await screenshots(info, 'screen')(page, 'session-ended', false);
  await expectAccessible(page);
});

test('proof', async ({ page }, info) => {
  await page.route('**/api/team/*/invite', (route) => route.fulfill({ status: 403, json: { error: 'Confirm that it is you.', code: 'proof_required' } }));
  await page.goto(`${home}/team`);
  await press(`Send new invitation to ${seeded.invited}`)(page);
  await shows(page, 'Confirm that it is you');
  await screenshots(info, 'screen')(page, 'proof', false);
  await expectAccessible(page);
});
