import { expect, type Page } from '@playwright/test';

import { call } from './api';
import { dialogs, escape, opens, press, reads, sees, shows, type Screen } from './screens';

const patientLinks = (page: Page) => page.getByRole('link', { name: /^View Details/ });
const listed = (page: Page) => expect(patientLinks(page).first()).toBeVisible();
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search patients' });

/** The screens about patients. */
export const records: Screen[] = [
  { route: 'patients', path: '/patients', heading: 'Clients', arrived: listed, states: [
    { name: 'add, missing', dark: true, act: async (page) => {
      await press('Add patient')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Add patient' }).click();
      await reads('Last name is required')(page);
    } },
    { name: 'discard', dark: true, act: async (page) => {
      await page.getByLabel('First name').fill('Half');
      await press('Cancel')(page);
      await shows(page, 'Discard what you typed?');
    }, back: async (page) => {
      await press('Discard')(page);
      await expect(dialogs(page)).toHaveCount(0);
    } },
    { name: 'duplicate', act: async (page, { mark }) => {
      await press('Add patient')(page);
      await page.getByLabel('First name').fill('Mika');
      await page.getByLabel('Last name').fill(`Brandt ${mark}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Add patient' }).click();
      await sees('Add anyway')(page);
    }, back: async (page) => {
      await press('Cancel')(page);
      await press('Discard')(page);
      await expect(dialogs(page)).toHaveCount(0);
    } },
    { name: 'none', act: async (page) => {
      await search(page).fill('nobody-is-called-this');
      await reads('No patients found')(page);
    } },
  ] },
  { route: 'patients', as: 'left alone', path: '/patients', heading: 'Clients', apart: true, before: (page) => page.clock.install(), arrived: listed, states: [
    { name: 'idle', act: async (page) => {
      await page.clock.fastForward('14:05');
      await shows(page, 'Still there?');
    }, back: async (page) => {
      await press('Stay signed in')(page);
      await expect(dialogs(page)).toHaveCount(0);
    } },
  ] },
  { route: 'patients', as: 'session ended', path: '/patients', heading: 'Clients', apart: true, arrived: listed, refused: ['401 /api/patients'],
    perhapsRefused: ['401 /api/auth/session', '401 /api/clinic/plan', '401 /api/clinic/support-access'], logged: ['error: Patients could not be loaded.'], states: [
    { name: 'ended', dark: true, act: async (page) => {
      // Without its cookie the session is over for this browser alone.
      await page.context().clearCookies();
      await search(page).fill('Ida');
      await shows(page, 'Your session ended');
      // Another request may have been refused before the search was.
      await expect(page.getByText('Patients could not be loaded.')).toBeVisible();
      // While the search itself still waits, the former list is dimmed.
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    } },
  ] },
  { route: 'patients/import', path: '/patients/import', heading: 'Import Clients', arrived: sees('Choose a file'), states: [
    { name: 'old excel', act: async (page) => {
      await page.getByLabel('File of clients').setInputFiles({ name: 'clients.xls', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('x') });
      await reads('clients.xls is neither CSV nor XLSX. Save it in one of these.')(page);
    } },
    { name: 'columns', act: async (page, { mark }) => {
      const buffer = Buffer.from(`First,Last,Email\nIna,Screen ${mark},not an address\nIvo,Screen ${mark},\n`);
      await page.getByLabel('File of clients').setInputFiles({ name: 'screens.csv', mimeType: 'text/csv', buffer });
      await sees('Check the rows')(page);
    } },
    { name: 'checked', act: async (page) => {
      await press('Check the rows')(page);
      await reads('Email: “not an address” must be an e-mail address.')(page);
    } },
    { name: 'give up', act: async (page) => {
      await press('Give up this import')(page);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    }, back: async (page) => {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Give up this import' }).click();
      await expect(page.getByText('Given up.')).toBeVisible();
    } },
  ] },
  { route: 'patients/:id', path: ({ patientId }) => `/patients/${patientId}`, heading: 'Ida Moreau', arrived: async (page) => {
    await sees('Revoke')(page);
    await sees(/^Signatures: Botox/)(page);
  }, refused: ['412 /api/patients/:id'], states: [
    { name: 'link', act: async (page) => {
      await page.getByLabel('Consent template').selectOption({ index: 2 });
      await press('Issue consent')(page);
      await expect(page.getByRole('textbox', { name: /^Portal link/ })).toBeVisible();
    } },
    { name: 'consent', act: async (page) => {
      await page.getByRole('region', { name: 'Digital Consents' }).getByRole('button', { name: /^Open / }).last().click();
      await expect(page.getByRole('dialog').getByRole('region', { name: 'Signature' })).toBeVisible();
    }, back: escape },
    opens('revoke', /^Revoke /, /^Revoke the link/),
    opens('signatures', /^Signatures: /, 'Signatures: Botox'),
    { name: 'treatment', act: async (page) => {
      await press(/^Open: Botox/)(page);
      await shows(page, /^Botox, /);
    } },
    { name: 'addendum, missing', act: async (page) => {
      await press('Add addendum')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Sign and add' }).click();
      await reads('Addendum is required')(page);
    }, back: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await shows(page, /^Botox, /);
    } },
    { name: 'void, missing', act: async (page) => {
      await press('Void')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Void treatment' }).click();
      await reads('Reason is required')(page);
    }, back: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await escape(page);
    } },
    opens('approve', /^Approve: /, 'Approve treatment'),
    { name: 'exports', dark: true, act: async (page) => {
      await press('More about this record')(page);
      await page.getByRole('menuitem', { name: 'Export everything…' }).click();
      await shows(page, /^Export of /);
      await sees('Start an export')(page);
    }, back: escape },
    { name: 'missing', act: async (page) => {
      await press('Save treatment')(page);
      await reads('Please sign in the box.')(page);
    } },
    opens('edit', /^Edit$/, 'Edit patient'),
    { name: 'changed by both', dark: true, keyboard: true, act: async (page, { patientId }) => {
      await press(/^Edit$/)(page);
      const form = page.getByRole('dialog', { name: 'Edit patient' });
      await form.getByLabel('How they heard of us').fill('A friend who comes here every month, and who told her about the new treatments for the hands.');
      await form.getByLabel('Birth date').fill('1978-02-12');
      await call(page, 'PATCH', `/api/patients/${patientId}`, { referral_source: 'The spring fair', birth_date: '1978-02-13' });
      await press('Save changes')(page);
      await press('Take theirs: Birth date')(page);
      await expect(form.getByLabel('Birth date')).toHaveValue('1978-02-13');
    }, back: async (page) => {
      await press('Cancel')(page);
      await press('Discard')(page);
      await expect(dialogs(page)).toHaveCount(0);
    } },
    { name: 'answer', act: async (page) => {
      await press(/: Allergies$/)(page);
      await page.getByRole('dialog', { name: 'Allergies' }).getByRole('radio', { name: 'Yes, as listed' }).check();
    }, back: async (page) => {
      await press('Cancel')(page);
      await press('Discard')(page);
      await expect(dialogs(page)).toHaveCount(0);
    } },
    { name: 'archive', act: async (page) => {
      await press('More about this record')(page);
      await page.getByRole('menuitem', { name: 'Archive…' }).click();
      await shows(page, /^Archive /);
    }, back: escape },
    { name: 'adjust, missing', act: async (page) => {
      await press('Adjust points')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Save adjustment' }).click();
      await reads('Reason is required')(page);
    }, back: escape },
    { name: 'redeem', act: async (page) => {
      await press('Adjust points')(page);
      const dialog = page.getByRole('dialog', { name: 'Adjust points' });
      await dialog.getByRole('textbox', { name: /^Points/ }).fill('30');
      await dialog.getByRole('textbox', { name: /^Reason/ }).fill('A birthday');
      await dialog.getByRole('button', { name: 'Save adjustment' }).click();
      await expect(dialogs(page)).toHaveCount(0);
      await press('Redeem points')(page);
      await shows(page, 'Redeem points');
    }, back: escape },
    { name: 'take back', act: async (page) => {
      await press('Show statement')(page);
      await press(/^Take back /)(page);
      await shows(page, 'Take this entry back?');
    }, back: escape },
    { name: 'note', act: async (page) => {
      await press('Add note')(page);
      const dialog = page.getByRole('dialog', { name: 'Add note' });
      await dialog.getByRole('textbox', { name: 'Text' }).fill('Prefers mornings.');
      await dialog.getByRole('button', { name: 'Add note' }).click();
      await sees(/^Remove the note of /)(page);
      await expect(dialogs(page)).toHaveCount(0);
    } },
    { name: 'search', act: async (page) => {
      await page.keyboard.press('ControlOrMeta+K');
      await page.getByRole('combobox', { name: 'Search patients, screens and actions' }).fill('Ida');
      await expect(page.getByRole('listbox').getByText('Patients', { exact: true })).toBeVisible();
      // The former answer is dimmed until then.
      await expect(page.getByRole('listbox').locator('> *').first()).toHaveCSS('opacity', '1');
      await expect(page.getByRole('option', { name: /Ida Moreau/ }).first()).toBeVisible();
    }, back: escape },
  ] },
  { route: 'patients/duplicates', path: '/patients/duplicates', heading: 'Possible duplicates', arrived: sees(/^Not the same person/), states: [
    { name: 'merge', act: async (page) => {
      await press(/^Merge: /)(page);
      await expect(page.getByRole('dialog').getByRole('radiogroup', { name: 'Which record is kept?' })).toBeVisible();
    }, back: escape },
  ] },
  { route: 'patients/:id', as: 'not found', path: '/patients/999999', heading: 'Patient', arrived: reads('This patient was not found'), refused: ['404 /api/patients/:id'] },
  { route: 'gfe/:patientId', path: ({ patientId }) => `/gfe/${patientId}`, heading: 'Good Faith Exam', arrived: async (page) => {
    await sees('New exam')(page);
    await sees(/^Open: /)(page);
  }, states: [
    { name: 'one of the history', act: async (page) => {
      await press(/^Open: /)(page);
      await page.getByRole('dialog').getByText('Examined by ').waitFor();
    } },
    { name: 'exam addendum, missing', act: async (page) => {
      await press('Add addendum')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Sign and add' }).click();
      await reads('Addendum is required')(page);
    }, back: (page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click() },
    { name: 'exam void, missing', act: async (page) => {
      await press('Void')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Void exam' }).click();
      await reads('Reason is required')(page);
    }, back: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await escape(page);
    } },
    { name: 'new', keyboard: true, act: async (page) => {
      await press('New exam')(page);
      await sees('Save exam')(page);
    } },
    { name: 'blanks', act: async (page) => {
      await press('Add BP')(page);
      await sees('Fill in 2 blanks in Vitals')(page);
    }, back: (page) => page.getByRole('textbox', { name: 'Vitals' }).fill('') },
    { name: 'saved', act: async (page) => {
      await press('Start from the last exam')(page);
      await press('Save exam')(page);
      await sees('Write another exam')(page);
    } },
  ] },
  { route: 'gfe-estimate/:patientId', path: ({ lenaId }) => `/gfe-estimate/${lenaId}`, heading: 'Good Faith Estimate', arrived: async (page) => {
    await reads('Grand total $1,788.00')(page);
    const signature = page.getByRole('img', { name: 'Provider signature', exact: true });
    await expect(signature).toBeVisible();
    await signature.scrollIntoViewIfNeeded();
  } },
  { route: 'gfe-estimate/:patientId', as: 'new', onPhone: true, path: ({ blankId }) => `/gfe-estimate/${blankId}`, heading: 'Good Faith Estimate', arrived: sees(/^Save/), states: [
    { name: 'begun', act: async (page) => {
      await page.getByRole('region', { name: 'Face' }).getByLabel('Service').selectOption('EZ Gel/Bio-Filler per syringe');
      await page.getByRole('region', { name: 'Neck' }).getByLabel('Service').selectOption('Microneedling');
      await page.getByRole('region', { name: 'Neck' }).getByLabel('Sessions').selectOption('Custom');
      await reads('Grand total —')(page);
    } },
    { name: 'missing', act: async (page) => {
      await page.getByLabel('Patient name').fill('');
      const hair = page.getByRole('region', { name: 'Hair' });
      await hair.getByLabel('Service').selectOption('Other');
      await hair.getByLabel('Unit cost').fill('about 50');
      await press('Save estimate')(page);
      await expect(page.getByLabel('Patient name')).toBeFocused();
      await expect(hair.getByLabel('Unit cost')).toHaveAttribute('aria-invalid', 'true');
    } },
  ] },
  { route: 'gfe-estimate/:patientId', as: 'changed', path: ({ changedId }) => `/gfe-estimate/${changedId}`, heading: 'Good Faith Estimate', arrived: sees(/^Compare version 2/), states: [
    opens('compare', /^Compare version 2/, 'Versions 1 and 2'),
  ] },
  {
    route: 'gfe-estimate/:patientId/:estimateId/versions/:version', path: ({ lenaId, estimateId }) => `/gfe-estimate/${lenaId}/${estimateId}/versions/1`,
    heading: 'Good Faith Estimate, version 1', arrived: reads('$1,788.00'),
  },
  { route: 'activity', path: ({ lenaId }) => `/activity?patient=${lenaId}`, heading: 'Activity log', arrived: reads('Added a client') },
];
