import { expect, type Page } from '@playwright/test';

import { estimates } from './screens.estimates';
import { record } from './screens.record';
import { dialogs, escape, opens, press, reads, sees, shows, type Screen } from './screens';

const patientLinks = (page: Page) => page.getByRole('link', { name: /^View Details/ });
const listed = (page: Page) => expect(patientLinks(page).first()).toBeVisible();
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search patients' });

/** The screens about patients. */
export const records: Screen[] = [
  {
    route: 'patients',
    path: '/patients',
    heading: 'Clients',
    arrived: listed,
    states: [
      {
        name: 'add, missing',
        dark: true,
        act: async (page) => {
          await press('Add patient')(page);
          await page.getByRole('dialog').getByRole('button', { name: 'Add patient' }).click();
          await reads('Last name is required')(page);
        },
      },
      {
        name: 'discard',
        dark: true,
        act: async (page) => {
          await page.getByLabel('First name').fill('Half');
          await press('Cancel')(page);
          await shows(page, 'Discard what you typed?');
        },
        back: async (page) => {
          await press('Discard')(page);
          await expect(dialogs(page)).toHaveCount(0);
        },
      },
      {
        name: 'duplicate',
        act: async (page, { mark }) => {
          await press('Add patient')(page);
          await page.getByLabel('First name').fill('Mika');
          await page.getByLabel('Last name').fill(`Brandt ${mark}`);
          await page.getByRole('dialog').getByRole('button', { name: 'Add patient' }).click();
          await sees('Add anyway')(page);
        },
        back: async (page) => {
          await press('Cancel')(page);
          await press('Discard')(page);
          await expect(dialogs(page)).toHaveCount(0);
        },
      },
      {
        name: 'none',
        act: async (page) => {
          await search(page).fill('nobody-is-called-this');
          await reads('No patients found')(page);
        },
      },
    ],
  },
  {
    route: 'patients',
    as: 'left alone',
    path: '/patients',
    heading: 'Clients',
    apart: true,
    before: (page) => page.clock.install(),
    arrived: listed,
    states: [
      {
        name: 'idle',
        act: async (page) => {
          await page.clock.fastForward('14:05');
          await shows(page, 'Still there?');
        },
        back: async (page) => {
          await press('Stay signed in')(page);
          await expect(dialogs(page)).toHaveCount(0);
        },
      },
    ],
  },
  {
    route: 'patients',
    as: 'session ended',
    path: '/patients',
    heading: 'Clients',
    apart: true,
    arrived: listed,
    refused: ['401 /api/patients'],
    perhapsRefused: [
      '401 /api/auth/session',
      '401 /api/clinic/plan',
      '401 /api/clinic/support-access',
      '401 /api/review/counts',
      '401 /api/appointments/requests/count',
    ],
    logged: ['error: Patients could not be loaded.'],
    states: [
      {
        name: 'ended',
        dark: true,
        act: async (page) => {
          // Without its cookie the session is over for this browser alone.
          await page.context().clearCookies();
          await search(page).fill('Ida');
          await shows(page, 'Your session ended');
          // Another request may have been refused before the search was. The search then waits for the sign-in, above the
          // former list.
          await expect(page.getByText('Patients could not be loaded.')).toBeVisible();
        },
      },
    ],
  },
  {
    route: 'patients/import',
    path: '/patients/import',
    heading: 'Import Clients',
    arrived: sees('Choose a file'),
    states: [
      {
        name: 'old excel',
        act: async (page) => {
          await page.getByLabel('File of clients').setInputFiles({
            name: 'clients.xls',
            mimeType: 'application/vnd.ms-excel',
            buffer: Buffer.from('x'),
          });
          await reads('clients.xls is neither CSV nor XLSX. Save it as one of the two.')(page);
        },
      },
      {
        name: 'columns',
        act: async (page, { mark }) => {
          const buffer = Buffer.from(
            `First,Last,Email\nIna,Screen ${mark},not an address\nIvo,Screen ${mark},\n`,
          );
          await page
            .getByLabel('File of clients')
            .setInputFiles({ name: 'screens.csv', mimeType: 'text/csv', buffer });
          await sees('Check the rows')(page);
        },
      },
      {
        name: 'checked',
        act: async (page) => {
          await press('Check the rows')(page);
          await reads('Email: “not an address” must be an e-mail address.')(page);
        },
      },
      {
        name: 'give up',
        act: async (page) => {
          await press('Give up this import')(page);
          await expect(page.getByRole('alertdialog')).toBeVisible();
        },
        back: async (page) => {
          await page
            .getByRole('alertdialog')
            .getByRole('button', { name: 'Give up this import' })
            .click();
          await expect(page.getByText('Given up.')).toBeVisible();
        },
      },
    ],
  },
  record,
  {
    route: 'patients/duplicates',
    path: '/patients/duplicates',
    heading: 'Possible duplicates',
    arrived: sees(/^Not the same person/),
    states: [
      {
        name: 'merge',
        act: async (page) => {
          await press(/^Merge: /)(page);
          await expect(
            page.getByRole('dialog').getByRole('radiogroup', { name: 'Which record is kept?' }),
          ).toBeVisible();
        },
        back: escape,
      },
    ],
  },
  {
    route: 'patients/:id',
    as: 'not found',
    path: '/patients/999999',
    heading: 'Patient',
    arrived: reads('This patient was not found'),
    refused: ['404 /api/patients/:id'],
  },
  {
    route: 'gfe/:patientId',
    path: ({ patientId }) => `/gfe/${patientId}`,
    heading: 'Good Faith Exam',
    arrived: async (page) => {
      await sees('New exam')(page);
      await sees(/^Open: /)(page);
    },
    states: [
      {
        name: 'one of the history',
        act: async (page) => {
          await press(/^Open: /)(page);
          await page.getByRole('dialog').getByText('Examined by ').waitFor();
        },
      },
      {
        name: 'exam addendum, missing',
        act: async (page) => {
          await press('Add addendum')(page);
          await page.getByRole('dialog').getByRole('button', { name: 'Sign and add' }).click();
          await reads('Addendum is required')(page);
        },
        back: (page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
      },
      {
        name: 'exam void, missing',
        act: async (page) => {
          await press('Void')(page);
          await page.getByRole('dialog').getByRole('button', { name: 'Void exam' }).click();
          await reads('Reason is required')(page);
        },
        back: async (page) => {
          await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
          await escape(page);
        },
      },
      {
        name: 'new',
        keyboard: true,
        act: async (page) => {
          await press('New exam')(page);
          await sees('Save exam')(page);
        },
      },
      {
        name: 'blanks',
        act: async (page) => {
          await press('Quick add')(page);
          await press('Add BP')(page);
          await sees('Fill in 2 blanks in Vitals')(page);
        },
        back: async (page) => {
          await page.getByRole('textbox', { name: 'Vitals' }).fill('');
          await press('Quick add')(page);
        },
      },
      {
        name: 'numbers and findings',
        act: async (page) => {
          for (const [name, value] of [
            ['BP systolic', '182'],
            ['BP diastolic', '112'],
            ['HR', '720'],
            ['Weight', '148'],
            ['Height feet', '5'],
            ['Height inches', '6'],
          ] as const)
            await page.getByRole('textbox', { name, exact: true }).fill(value);
          await press('Cardiovascular: texts')(page);
          await page
            .getByRole('combobox', { name: 'Add to Cardiovascular ROS' })
            .selectOption({ index: 8 });
          await press('Rest normal')(page);
          await reads('HR 720: Is this right? Usual range 40 to 160 bpm.')(page);
        },
        back: press('Cardiovascular: texts'),
      },
      { name: 'all texts', act: press('Show all texts'), back: press('Hide all texts') },
      {
        name: 'saved',
        act: async (page) => {
          await press('Start from the last exam')(page);
          await press('Save exam')(page);
          await sees('Write another exam')(page);
        },
      },
    ],
  },
  ...estimates,
  {
    route: 'activity',
    path: ({ lenaId }) => `/activity?patient=${lenaId}`,
    heading: 'Activity log',
    arrived: reads('Added a client'),
  },
  {
    route: 'emergency-access',
    path: '/emergency-access',
    heading: 'Emergency access',
    onPhone: true,
    arrived: sees(/^Assess /),
    states: [opens('assess', /^Assess /, 'Was this access justified?')],
  },
  {
    route: 'patients/:id/emergency',
    path: ({ lenaId }) => `/patients/${lenaId}/emergency`,
    heading: 'Emergency access',
    onPhone: true,
    arrived: sees('Open the record for an hour'),
    refused: ['409 /api/patients/:id/emergency-record'],
  },
  {
    route: 'activity/verify',
    path: '/activity/verify',
    heading: 'Verify a document',
    arrived: sees('Choose a PDF'),
  },
];
