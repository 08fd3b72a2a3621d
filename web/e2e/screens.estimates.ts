import { expect } from '@playwright/test';

import { opens, press, reads, sees, type Screen } from './screens';

/** The pages of a patient's estimates and their versions. */
export const estimates: Screen[] = [
  {
    route: 'gfe-estimate/:patientId',
    path: ({ lenaId }) => `/gfe-estimate/${lenaId}`,
    heading: 'Good Faith Estimate',
    arrived: async (page) => {
      await reads('Grand total $1,788.00')(page);
      const signature = page.getByRole('img', { name: 'Provider signature', exact: true });
      await expect(signature).toBeVisible();
      await signature.scrollIntoViewIfNeeded();
    },
    states: [
      opens('law', 'What the law asks for', 'What the law asks for'),
      opens('issue, incomplete', 'Issue', 'Issue the estimate'),
      {
        name: 'edited',
        keyboard: true,
        act: async (page) => {
          await page.getByLabel('Notes').fill('Numbing cream and a mask are included.');
          await reads(/^This estimate is signed\./)(page);
        },
      },
    ],
  },
  {
    route: 'gfe-estimate/:patientId',
    as: 'issued',
    onPhone: true,
    path: ({ givenId }) => `/gfe-estimate/${givenId}`,
    heading: 'Good Faith Estimate',
    arrived: async (page) => {
      await sees('Give it once more')(page);
      await expect(page.getByRole('list', { name: 'Charges against the estimate' })).toBeVisible();
    },
    states: [
      opens('give', 'Give it once more', 'Give it once more'),
      opens('void', /^Void…$/, 'Void this estimate?'),
    ],
  },
  {
    route: 'gfe-estimate/:patientId',
    as: 'voided',
    path: ({ voidedId }) => `/gfe-estimate/${voidedId}`,
    heading: 'Good Faith Estimate',
    arrived: async (page) => {
      await reads('Reason: Made for somebody else')(page);
      await reads('What else the patient is told')(page);
    },
  },
  {
    route: 'gfe-estimate/:patientId',
    as: 'new',
    onPhone: true,
    path: ({ blankId }) => `/gfe-estimate/${blankId}`,
    heading: 'Good Faith Estimate',
    arrived: sees(/^Save/),
    states: [
      {
        name: 'begun',
        act: async (page) => {
          await page
            .getByRole('region', { name: 'Face' })
            .getByLabel('Service')
            .selectOption('EZ Gel/Bio-Filler per syringe');
          await page
            .getByRole('region', { name: 'Neck' })
            .getByLabel('Service')
            .selectOption('Microneedling');
          await page
            .getByRole('region', { name: 'Neck' })
            .getByLabel('Sessions')
            .selectOption('Custom');
          await reads('Grand total —')(page);
        },
      },
      {
        name: 'missing',
        act: async (page) => {
          await page.getByLabel('Patient name').fill('');
          const hair = page.getByRole('region', { name: 'Hair' });
          await hair.getByLabel('Service').selectOption('Other');
          await hair.getByLabel('Unit cost').fill('about 50');
          await press('Save estimate')(page);
          await expect(page.getByLabel('Patient name')).toBeFocused();
          await expect(hair.getByLabel('Unit cost')).toHaveAttribute('aria-invalid', 'true');
        },
      },
    ],
  },
  {
    route: 'gfe-estimate/:patientId',
    as: 'changed',
    path: ({ changedId }) => `/gfe-estimate/${changedId}`,
    heading: 'Good Faith Estimate',
    arrived: sees(/^Compare version 2/),
    states: [opens('compare', /^Compare version 2/, 'Versions 1 and 2')],
  },
  {
    route: 'gfe-estimate/:patientId/:estimateId/versions/:version',
    path: ({ lenaId, estimateId }) => `/gfe-estimate/${lenaId}/${estimateId}/versions/1`,
    heading: 'Good Faith Estimate, version 1',
    arrived: reads('$1,788.00'),
  },
];
