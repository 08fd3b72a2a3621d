import { expect } from '@playwright/test';

import { escape, opens, press, reads, sees, shows, type Screen } from './screens';

/** The review of charts, protocols, and both kinds of templates. */
export const clinical: Screen[] = [
  {
    route: 'review',
    path: '/review',
    heading: 'Review',
    onPhone: true,
    arrived: (page) =>
      expect(
        page.getByRole('region', { name: 'Queue' }).getByRole('listitem').first(),
      ).toBeVisible(),
    states: [
      {
        name: 'chart',
        act: async (page) => {
          await page
            .getByRole('region', { name: 'Queue' })
            .getByRole('listitem')
            .first()
            .getByRole('button')
            .click();
          await expect(
            page.getByRole('region', { name: 'Chart' }).getByRole('heading', { level: 2 }).first(),
          ).toBeVisible();
        },
      },
    ],
  },
  {
    route: 'review/approved',
    path: '/review/approved',
    heading: 'Approved charts',
    onPhone: true,
    dark: true,
    arrived: (page) =>
      expect(
        page
          .getByRole('table', { name: 'Charts that wait for nobody' })
          .or(page.getByRole('list', { name: 'Charts that wait for nobody' })),
      ).toBeVisible(),
    states: [
      {
        name: 'none like this',
        act: async (page) => {
          await page.getByLabel('Recorded to').fill('1990-01-01');
          await reads('No chart like this')(page);
        },
      },
    ],
  },
  {
    route: 'review/settings',
    path: '/review/settings',
    heading: 'How we review',
    arrived: sees('Edit hours and shares'),
    states: [
      opens('shares', 'Edit hours and shares', 'Hours and shares'),
      opens('absence', 'Add an absence', 'Absence of a director'),
    ],
  },
  {
    route: 'adverse-events',
    path: '/adverse-events',
    heading: 'Adverse events',
    dark: true,
    arrived: (page) =>
      expect(
        page
          .getByRole('table', { name: 'Reported events' })
          .or(page.getByRole('list', { name: 'Reported events' })),
      ).toBeVisible(),
    states: [
      {
        name: 'none like this',
        act: async (page) => {
          await page.getByLabel('Began to').fill('1990-01-01');
          await reads('No adverse event like this')(page);
        },
      },
    ],
  },
  {
    route: 'estimates-due',
    path: '/estimates-due',
    heading: 'Estimates due',
    dark: true,
    arrived: sees('Change who is mailed'),
    states: [
      opens('who is mailed', 'Change who is mailed', 'Mail about estimates due'),
      opens('close', /^Close the estimate due for /, 'Close without issuing'),
      {
        name: 'none like this',
        act: async (page) => {
          await page.getByLabel('Cause').selectOption('changed');
          await page.getByLabel('State').selectOption('true');
          await reads('No estimate like this')(page);
        },
      },
    ],
  },
  // The demo clinic has not switched it on; protocols.spec.ts looks at what it is then.
  {
    route: 'protocols',
    path: '/protocols',
    heading: 'Protocols',
    arrived: reads('Protocols is switched off'),
  },
  {
    route: 'digital-consents',
    path: '/digital-consents',
    heading: 'Consent templates',
    arrived: sees(/^View /),
    states: [
      {
        name: 'view',
        act: async (page) => {
          await press(/^View /)(page);
          await expect(page.getByRole('group', { name: 'Template text' })).toBeVisible();
        },
        back: escape,
      },
      opens('edit', /^Edit /, 'Edit template'),
      opens('history', /^History /, /^History of /),
      opens('delete', /^Delete /, 'Are you sure you want to delete this template?'),
    ],
  },
  {
    route: 'gfe-templates',
    path: '/gfe-templates',
    heading: 'Exam templates',
    arrived: (page, { template }) => sees(`View ${template}`)(page),
    states: [
      {
        name: 'create, missing',
        act: async (page) => {
          await press('New template')(page);
          await shows(page, 'New template');
          await press('Create template')(page);
          await reads('Name is required')(page);
        },
        back: escape,
      },
      {
        name: 'view',
        act: async (page, { template }) => {
          await press(`View ${template}`)(page);
          await shows(page, template);
        },
        back: escape,
      },
      {
        name: 'edit',
        act: async (page, { template }) => {
          await press(`Edit ${template}`)(page);
          await shows(page, 'Edit template');
        },
        back: escape,
      },
      {
        name: 'history',
        act: async (page, { template }) => {
          await press(`History ${template}`)(page);
          await shows(page, `History of ${template}`);
        },
      },
      {
        name: 'version',
        act: async (page) => {
          await press('Read version 1')(page);
          await reads('Denies fever, chills or night sweats')(page);
        },
        back: escape,
      },
      {
        name: 'delete',
        act: async (page, { template }) => {
          await press(`Delete ${template}`)(page);
          await shows(page, 'Are you sure you want to delete this GFE template?');
        },
      },
    ],
  },
];
