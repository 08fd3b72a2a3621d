import { openedByDesk } from './emergency';
import { alertWith, notice, type, type Form } from './offlineForm';

/** What a director says of an emergency access. */
export const assessing: readonly Form[] = [
  {
    what: 'the assessment of an emergency access',
    component: 'emergency-access/AssessDialog',
    path: () => '/emergency-access',
    heading: () => 'Emergency access',
    dialog: true,
    fill: async (page, { patient, name }) => {
      await openedByDesk(page, patient);
      await page.reload();
      await page
        .getByRole('row', { name })
        .getByRole('button', { name: /^Assess / })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Was this access justified?' });
      await dialog.getByLabel(/^Assessment/).selectOption('justified');
      return type([[dialog.getByRole('textbox', { name: /^Note/ }), 'She had fainted.']]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save the assessment' }),
    failed: alertWith('Not saved yet. Request failed'),
    saved: notice('The assessment is saved.'),
  },
];
