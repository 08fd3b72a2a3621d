import { call } from './api';
import { notice, said, type, type Form } from './offlineForm';

const page = { path: () => '/messages', heading: () => 'Messages to patients', dialog: true, failed: said('Not saved yet. Request failed') } as const;

/** The forms of the messages to patients. Messages stay switched off: other files count the mails. */
export const messaging: readonly Form[] = [
  {
    ...page,
    what: 'the settings of messages',
    component: 'messages/MessageSettingsDialog',
    fill: async (at) => {
      await at.getByRole('button', { name: 'Change', exact: true }).click();
      const name = at.getByRole('dialog').getByLabel('Mails are from');
      return type([[name, (await name.inputValue()) === 'The front desk' ? 'Reception' : 'The front desk']]);
    },
    save: (at) => at.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }),
    saved: notice(/^The settings of messages are saved/),
  },
  {
    ...page,
    what: 'the words of a message',
    component: 'messages/MessageTemplateDialog',
    fill: async (at, { mark }) => {
      await at.getByRole('button', { name: 'Edit Moved' }).click();
      return type([[at.getByRole('dialog').getByLabel(/^Subject/), `A new time ${mark}`]]);
    },
    save: (at) => at.getByRole('dialog').getByRole('button', { name: 'Save words' }),
    saved: notice('The words of “Moved” are saved.'),
    after: (at) => call(at, 'DELETE', '/api/messages/templates/moved'),
  },
];
