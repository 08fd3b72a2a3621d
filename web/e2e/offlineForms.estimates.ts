import { alertWith, notice, signed, type, type Form } from './offlineForm';
import { draw } from './signature';

/** The forms of estimates. The later ones need the estimate that the first one saves. */
export const estimates: readonly Form[] = [
  {
    what: 'an estimate with both signatures',
    component: 'estimates/EstimateEntry',
    path: ({ patient }) => `/gfe-estimate/${patient}`,
    heading: () => 'Good Faith Estimate',
    fill: async (page) => {
      const typed = await type([
        [page.getByRole('textbox', { name: 'Provider', exact: true }), 'Claire Donovan'],
        [page.getByLabel('Notes'), 'Two visits.'],
      ]);
      const pads = ['Patient signature', 'Provider signature'].map((label) =>
        page.getByRole('group', { name: label }),
      );
      for (const pad of pads) await draw(page, pad);
      return [...typed, ...pads.map((pad) => [pad, signed] as const)];
    },
    save: (page) => page.getByRole('button', { name: 'Save estimate' }),
    failed: alertWith('Error saving estimate. Please try again.'),
    saved: notice('Good Faith Estimate saved successfully!'),
  },
  {
    what: 'what the law asks for on an estimate',
    component: 'estimates/issuing/ContentDialog',
    path: ({ patient }) => `/gfe-estimate/${patient}`,
    heading: () => 'Good Faith Estimate',
    dialog: true,
    fill: async (page) => {
      await page.getByRole('button', { name: 'What the law asks for' }).click();
      return type([
        [
          page
            .getByRole('dialog', { name: 'What the law asks for' })
            .getByLabel('Primary service, in plain words'),
          'Botox for the forehead',
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }),
    failed: alertWith('Not saved yet.'),
    saved: notice('The details of the estimate are saved.'),
  },
  {
    what: 'an estimate that is issued',
    component: 'estimates/issuing/GiveDialog',
    path: ({ patient }) => `/gfe-estimate/${patient}`,
    heading: () => 'Good Faith Estimate',
    dialog: true,
    fill: async (page) => {
      await page.getByRole('button', { name: /^Issue/ }).click();
      const how = page
        .getByRole('dialog', { name: 'Issue the estimate' })
        .getByLabel('How the patient gets it');
      await how.selectOption('link');
      return [[how, 'link']];
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: /^Issue/ }),
    failed: alertWith('Not done.'),
    saved: notice(/is issued\. The link is shown beside the estimate\.$/),
  },
];
