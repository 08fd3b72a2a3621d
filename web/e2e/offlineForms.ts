import { inDays } from './dates';
import { showAllTexts } from './examTexts';
import { appointments } from './offlineForms.appointments';
import { clearance } from './offlineForms.clearance';
import { protocols } from './offlineForms.protocols';
import { corrections } from './offlineForms.corrections';
import { estimates } from './offlineForms.estimates';
import { draw } from './signature';
import { notice, alertWith, signed, template, type, type Form } from './offlineForm';
import { messaging } from './offlineForms.messages';
import { archiving, merging, recordForms } from './offlineForms.record';
import { scheduling } from './offlineForms.schedule';
import { servicing } from './offlineForms.services';
import { settings } from './offlineForms.settings';
import { adjustment, reversal } from './offlinePoints';

/**
 * Every form of the staff's app, filled in far enough to be saved, but for the forms of passwords and codes, which are not kept.
 * src/testing/lists.test.ts fails when one is missing.
 */
export const forms: readonly Form[] = [
  {
    what: 'an exam',
    component: 'exams/ExamEntry',
    path: ({ patient }) => `/gfe/${patient}?new`,
    heading: () => 'Good Faith Exam',
    fill: async (page) => {
      await showAllTexts(page);
      return type([
        [page.getByRole('textbox', { name: 'Vitals' }), 'BP: 118/76 mmHg'],
        [page.getByRole('textbox', { name: 'Skin PE' }), 'Warm and dry'],
      ]);
    },
    save: (page) => page.getByRole('button', { name: 'Save exam' }),
    failed: alertWith('Error saving exam. Please try again.'),
    saved: notice('GFE Exam saved successfully!'),
  },
  {
    what: 'a treatment with its signature',
    component: 'treatments/TreatmentForm',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    fill: async (page) => {
      const form = page.getByRole('form', { name: 'New treatment' });
      const typed = await type([
        [form.getByLabel('Areas'), 'Glabella'],
        [form.getByLabel('Units'), '20'],
        [form.getByLabel('Lot', { exact: true }), 'C7654'],
      ]);
      const pad = form.getByRole('group', { name: 'Provider signature' });
      await draw(page, pad);
      return [...typed, [pad, signed]];
    },
    save: (page) => page.getByRole('button', { name: 'Save treatment' }),
    failed: alertWith(
      'A Good Faith Estimate exam must be completed before recording any treatment.',
    ),
    saved: notice('Treatment saved.'),
  },
  {
    what: 'an approval with its signature',
    component: 'treatments/ApproveDialog',
    path: ({ patient }) => `/patients/${patient}`,
    heading: ({ name }) => name,
    dialog: true,
    fill: async (page) => {
      await page.getByRole('button', { name: /^Approve: Botox/ }).click();
      const pad = page
        .getByRole('dialog', { name: 'Approve treatment' })
        .getByRole('group', { name: 'Director signature' });
      await draw(page, pad);
      return [[pad, signed]];
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Approve' }),
    failed: alertWith('Not saved yet. Your signature is still here: please try again.'),
    saved: notice('Treatment approved.'),
  },
  ...corrections,
  ...estimates,
  {
    what: 'a patient',
    component: 'patients/AddPatientDialog',
    path: () => '/patients',
    heading: () => 'Clients',
    dialog: true,
    fill: async (page, { mark }) => {
      await page.getByRole('button', { name: 'Add patient' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add patient' });
      return type([
        [dialog.getByLabel('First name'), 'Xenia'],
        [dialog.getByLabel('Last name'), mark],
        [dialog.getByLabel('Birth date'), '1985-06-07'],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add patient' }),
    failed: (page) => page.getByRole('dialog').getByRole('alert'),
    saved: (page, { mark }) => page.getByText(`Xenia ${mark} was added.`),
  },
  {
    what: 'an appointment',
    component: 'appointments/ScheduleForm',
    path: () => '/appointments',
    heading: () => 'Appointments',
    fill: async (page, { mark, name }) => {
      const form = page.getByRole('form', { name: 'Book an appointment' });
      const picker = form.getByRole('combobox', { name: 'Patient' });
      await picker.fill(mark);
      await page.getByRole('option').filter({ hasText: 'Wanda' }).click();
      const typed = await type([
        [form.getByLabel('Date and time'), `${await inDays(page, 5)}T10:00`],
        [form.getByLabel('Notes'), 'Prefers the quiet room.'],
      ]);
      return [[picker, name], ...typed];
    },
    save: (page) => page.getByRole('button', { name: 'Book appointment' }),
    failed: alertWith('Not booked yet.'),
    saved: (page, { name }) => page.getByText(`${name} is booked for `),
  },
  ...appointments,
  template(
    'a consent template',
    'consents/TemplateDialog',
    '/digital-consents',
    'Consent templates',
    'Consent text',
  ),
  template(
    'an exam template',
    'exams/TemplateDialog',
    '/gfe-templates',
    'Exam templates',
    'Vitals',
  ),
  {
    what: 'a member of the team',
    component: 'team/MemberDialog',
    path: () => '/team',
    heading: () => 'Team',
    dialog: true,
    fill: async (page, { mark }) => {
      await page.getByRole('button', { name: 'Add team member' }).click();
      const dialog = page.getByRole('dialog', { name: 'New team member' });
      await dialog.getByLabel('Status').selectOption('inactive');
      return type([
        [dialog.getByLabel('First name'), 'Yves'],
        [dialog.getByLabel('Last name'), mark],
        [dialog.getByLabel('Email'), `yves.${mark}@example.com`],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add team member' }),
    failed: alertWith('Error saving team member. Please try again.'),
    saved: (page, { mark }) => page.getByText(`Yves ${mark} was added.`),
  },
  {
    what: 'a member of the team who is edited',
    component: 'team/MemberDialog',
    path: () => '/team',
    heading: () => 'Team',
    dialog: true,
    fill: async (page, { mark }) => {
      await page.getByRole('button', { name: `Edit Vera ${mark}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit team member' });
      return type([
        [dialog.getByLabel('Specialties'), 'Skin'],
        [dialog.getByLabel('Notes'), 'Works on Fridays.'],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save changes' }),
    failed: alertWith('Error saving team member. Please try again.'),
    saved: (page, { mark }) => page.getByText(`Changes to Vera ${mark} saved`),
  },
  {
    what: 'a template that is edited',
    component: 'consents/TemplateDialog',
    path: () => '/digital-consents',
    heading: () => 'Consent templates',
    dialog: true,
    fill: async (page, { mark }) => {
      await page.getByRole('button', { name: `Edit Seeded ${mark}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit template' });
      return type([
        [dialog.getByLabel('Name'), `Changed ${mark}`],
        [
          dialog.getByRole('textbox', { name: 'Consent text' }),
          'I have read this, and what it says of risks.',
        ],
      ]);
    },
    save: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save changes' }),
    failed: alertWith('Error updating template. Please try again.'),
    saved: notice('Template updated'),
  },
  {
    what: 'a point rule',
    component: 'loyalty/RuleForm',
    path: () => '/loyalty',
    heading: () => 'Loyalty Program',
    fill: async (page) => {
      await page.getByLabel('Loading the point rules').waitFor({ state: 'hidden' });
      const form = page.getByRole('form', { name: 'Point rule' });
      await form.getByRole('combobox', { name: 'Service' }).selectOption('Follow-up');
      return type([[form.getByLabel('Points'), '15']]);
    },
    save: (page) => page.getByRole('button', { name: 'Save rule' }),
    failed: (page) => page.getByRole('form', { name: 'Point rule' }).getByText('Not saved yet'),
    saved: notice('Follow-up earns 15 points.'),
  },
  servicing,
  { component: 'loyalty/PointsDialog', ...adjustment },
  { component: 'loyalty/ReverseDialog', ...reversal },
  {
    what: 'a subscription with its signature',
    component: 'subscriptions/SubscriptionForm',
    path: () => '/subscriptions',
    heading: () => 'Subscriptions',
    fill: async (page) => {
      const form = page.getByRole('form', { name: 'New subscription' });
      await form.getByRole('combobox', { name: 'Plan' }).selectOption('basic');
      await form.getByRole('combobox', { name: 'Payment method' }).selectOption('Other (manual)');
      const notes = await type([[form.getByLabel('Notes'), 'Agreed by telephone.']]);
      const pad = form.getByRole('group', { name: 'Signature' });
      await draw(page, pad);
      await form.getByRole('checkbox', { name: 'I accept these terms' }).check();
      return [...notes, [pad, signed]];
    },
    save: (page) => page.getByRole('button', { name: 'Create subscription' }),
    failed: alertWith('Error saving subscription. Please try again.'),
    saved: notice('Subscription created successfully!'),
  },
  ...settings,
  ...clearance,
  ...protocols,
  ...messaging,
  ...scheduling,
  ...recordForms,
  merging,
  archiving,
];
