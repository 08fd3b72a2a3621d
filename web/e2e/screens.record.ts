import { expect } from '@playwright/test';

import { call } from './api';
import { dialogs, escape, opens, press, reads, sees, shows, type Screen } from './screens';

/** The page of one patient, with every dialog that opens from it. */
export const record: Screen = {
  route: 'patients/:id',
  path: ({ patientId }) => `/patients/${patientId}`,
  heading: 'Ida Moreau',
  arrived: async (page) => {
    await sees('Revoke')(page);
    await sees(/^Signatures: Botox/)(page);
  },
  refused: ['412 /api/patients/:id'],
  states: [
    {
      name: 'link',
      act: async (page) => {
        await page.getByRole('combobox', { name: 'Consent template' }).selectOption({ index: 2 });
        await press('Issue consent')(page);
        await expect(page.getByRole('textbox', { name: /^Portal link/ })).toBeVisible();
      },
    },
    {
      name: 'consent',
      act: async (page) => {
        await page
          .getByRole('region', { name: 'Digital Consents' })
          .getByRole('button', { name: /^Open / })
          .last()
          .click();
        await expect(
          page.getByRole('dialog').getByRole('region', { name: 'Signature' }),
        ).toBeVisible();
      },
      back: escape,
    },
    opens('revoke', /^Revoke /, /^Revoke the link/),
    opens('signatures', /^Signatures: /, 'Signatures: Botox'),
    {
      name: 'treatment',
      act: async (page) => {
        await press(/^Open: Botox/)(page);
        await shows(page, /^Botox, /);
      },
    },
    {
      name: 'addendum, missing',
      act: async (page) => {
        await press('Add addendum')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Sign and add' }).click();
        await reads('Addendum is required')(page);
      },
      back: async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
        await shows(page, /^Botox, /);
      },
    },
    {
      name: 'void, missing',
      act: async (page) => {
        await press('Void')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Void treatment' }).click();
        await reads('Reason is required')(page);
      },
      back: async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
        await escape(page);
      },
    },
    {
      name: 'adverse event, missing',
      act: async (page) => {
        await press('Report an adverse event')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click();
        await reads('Kind is required')(page);
      },
      back: async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      },
    },
    opens('follow-up of an event', /^Add follow-up: /, 'Follow-up of an adverse event'),
    opens('correction of an event', /^Correct: /, 'Correct an adverse event'),
    opens('approve', /^Approve: /, 'Approve treatment'),
    {
      name: 'charge, missing',
      act: async (page) => {
        await press('Add a charge')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Add charge' }).click();
        await reads('Enter an amount such as 12 or 12.50')(page);
      },
      back: escape,
    },
    opens('void a charge', /^Void the charge: /, 'Void this charge'),
    {
      name: 'exports',
      dark: true,
      act: async (page) => {
        await press('More about this record')(page);
        await page.getByRole('menuitem', { name: 'Export everything…' }).click();
        await shows(page, /^Export of /);
        await sees('Start an export')(page);
      },
      back: escape,
    },
    {
      name: 'missing',
      act: async (page) => {
        await press('Save treatment')(page);
        await reads('Please sign in the box.')(page);
      },
    },
    opens('edit', /^Edit$/, 'Edit patient'),
    {
      name: 'changed by both',
      dark: true,
      act: async (page, { patientId }) => {
        await press(/^Edit$/)(page);
        const form = page.getByRole('dialog', { name: 'Edit patient' });
        await form
          .getByLabel('How they heard of us')
          .fill(
            'A friend who comes here every month, and who told her about the new treatments for the hands.',
          );
        await form.getByLabel('Birth date').fill('1978-02-12');
        await call(page, 'PATCH', `/api/patients/${patientId}`, {
          referral_source: 'The spring fair',
          birth_date: '1978-02-13',
        });
        await press('Save changes')(page);
        await press('Take theirs: Birth date')(page);
        await expect(form.getByLabel('Birth date', { exact: true })).toHaveValue('1978-02-13');
      },
      back: async (page) => {
        await press('Cancel')(page);
        await press('Discard')(page);
        await expect(dialogs(page)).toHaveCount(0);
      },
    },
    {
      name: 'answer',
      act: async (page) => {
        await press(/: Allergies$/)(page);
        await page
          .getByRole('dialog', { name: 'Allergies' })
          .getByRole('radio', { name: 'Yes, as listed' })
          .check();
      },
      back: async (page) => {
        await press('Cancel')(page);
        await press('Discard')(page);
        await expect(dialogs(page)).toHaveCount(0);
      },
    },
    {
      name: 'archive',
      act: async (page) => {
        await press('More about this record')(page);
        await page.getByRole('menuitem', { name: 'Archive…' }).click();
        await shows(page, /^Archive /);
      },
      back: escape,
    },
    {
      name: 'adjust, missing',
      act: async (page) => {
        await press('Adjust points')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Save adjustment' }).click();
        await reads('Reason is required')(page);
      },
      back: escape,
    },
    {
      name: 'redeem',
      act: async (page) => {
        await press('Adjust points')(page);
        const dialog = page.getByRole('dialog', { name: 'Adjust points' });
        await dialog.getByRole('textbox', { name: /^Points/ }).fill('30');
        await dialog.getByRole('textbox', { name: /^Reason/ }).fill('A birthday');
        await dialog.getByRole('button', { name: 'Save adjustment' }).click();
        await expect(dialogs(page)).toHaveCount(0);
        await press('Redeem points')(page);
        await shows(page, 'Redeem points');
      },
      back: escape,
    },
    {
      name: 'take back',
      act: async (page) => {
        await press('Show statement')(page);
        await press(/^Take back /)(page);
        await shows(page, 'Take this entry back?');
      },
      back: escape,
    },
    {
      name: 'note',
      act: async (page) => {
        await press('Add note')(page);
        const dialog = page.getByRole('dialog', { name: 'Add note' });
        await dialog.getByRole('textbox', { name: 'Text' }).fill('Prefers mornings.');
        await dialog.getByRole('button', { name: 'Add note' }).click();
        await sees(/^Remove the note of /)(page);
        await expect(dialogs(page)).toHaveCount(0);
      },
    },
    {
      name: 'search',
      act: async (page) => {
        await page.keyboard.press('ControlOrMeta+K');
        await page
          .getByRole('combobox', { name: 'Search patients, screens and actions' })
          .fill('Ida');
        await expect(
          page.getByRole('listbox').getByText('Patients', { exact: true }),
        ).toBeVisible();
        // The former answer is dimmed until then.
        await expect(page.getByRole('listbox').locator('> *').first()).toHaveCSS('opacity', '1');
        await expect(page.getByRole('option', { name: /Ida Moreau/ }).first()).toBeVisible();
      },
      back: escape,
    },
  ],
};
