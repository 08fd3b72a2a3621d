import { call } from './api';
import { completeFollowedVisit } from './followUps';
import { notice, alertWith, type, type Form } from './offlineForm';

const page = {
  path: () => '/messages',
  heading: () => 'Messages to patients',
  dialog: true,
  failed: alertWith('Not saved yet. Request failed'),
} as const;

/** The forms of the messages to patients. */
export const messaging: readonly Form[] = [
  {
    ...page,
    what: 'the settings of messages',
    component: 'messages/MessageSettingsDialog',
    fill: async (at) => {
      await at.getByRole('button', { name: 'Change', exact: true }).click();
      const name = at.getByRole('dialog').getByLabel('Mails are from');
      return type([
        [name, (await name.inputValue()) === 'The front desk' ? 'Reception' : 'The front desk'],
      ]);
    },
    save: (at) => at.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }),
    saved: notice(/^The settings of messages are saved/),
  },
  {
    ...page,
    what: 'the words of a message',
    component: 'messages/MessageTemplateDialog',
    fill: async (at, { mark }) => {
      await at.getByRole('button', { name: 'Edit Moved', exact: true }).click();
      return type([[at.getByRole('dialog').getByLabel(/^Subject/), `A new time ${mark}`]]);
    },
    save: (at) => at.getByRole('dialog').getByRole('button', { name: 'Save words' }),
    saved: notice('The words of “Moved” are saved.'),
    after: (at) => call(at, 'DELETE', '/api/messages/templates/moved'),
  },
  {
    ...page,
    what: 'what is sent around the visits of a service',
    component: 'messages/ServiceMessagesDialog',
    fill: async (at, { mark }) => {
      await at.getByRole('button', { name: 'Edit the messages of Microneedling' }).click();
      return type([
        [at.getByRole('dialog').getByLabel(/^Text after the visit/), `Rest today. ${mark}`],
      ]);
    },
    save: (at) => at.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }),
    saved: notice('The messages of Microneedling are saved.'),
  },
  {
    ...page,
    what: 'how a follow-up went',
    component: 'follow-ups/FollowUpDialog',
    path: () => '/after-visits',
    heading: () => 'After visits',
    fill: async (at, { mark, patient, name }) => {
      await completeFollowedVisit(at, patient);
      await at.reload();
      await at
        .getByRole('button', { name: `Note about ${name}` })
        .first()
        .click();
      return type([[at.getByRole('dialog').getByLabel('How it went'), `Feels well ${mark}`]]);
    },
    save: (at) => at.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }),
    saved: (at, { name }) => at.getByText(`The follow-up with ${name} is saved.`),
  },
];
