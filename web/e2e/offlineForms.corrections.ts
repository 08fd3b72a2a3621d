import { draw } from './signature';
import { adverseEvents } from './offlineForms.adverseEvents';
import { estimateClocks } from './offlineForms.estimateClocks';
import { reviewing } from './offlineForms.review';
import { notice, alertWith, signed, type, type Form } from './offlineForm';

/** The forms of `offlineForms.ts` that correct and review a treatment, after one was recorded. */
export const corrections: readonly Form[] = [
  {
    what: 'an addendum with its signature',
    component: 'corrections/AddendumDialog',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    dialog: true,
    fill: async (page) => {
      await page
        .getByRole('button', { name: /^Open: Botox/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Add addendum' }).click();
      const form = page.getByRole('dialog', { name: 'Add addendum' });
      const typed = await type([
        [form.getByLabel('Reason'), 'Left out'],
        [form.getByRole('textbox', { name: 'Addendum' }), 'No latex was used.'],
      ]);
      const pad = form.getByRole('group', { name: 'Signature' });
      await draw(page, pad);
      return [...typed, [pad, signed]];
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Sign and add' }),
    failed: alertWith('Not saved yet. Everything you entered is still here: please try again.'),
    saved: notice('Addendum added.'),
  },
  {
    what: 'why a treatment is voided',
    component: 'corrections/VoidDialog',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    dialog: true,
    fill: async (page) => {
      await page
        .getByRole('button', { name: /^Open: Botox/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Void', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Void this treatment?' });
      const typed = await type([[form.getByLabel('Reason'), 'Recorded twice']]);
      const pad = form.getByRole('group', { name: 'Signature' });
      await draw(page, pad);
      return [...typed, [pad, signed]];
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Void treatment' }),
    failed: alertWith('Not saved yet. Everything you entered is still here: please try again.'),
    saved: notice('The treatment was voided.'),
  },
  ...reviewing,
  ...adverseEvents,
  ...estimateClocks,
];
