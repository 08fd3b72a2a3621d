import { expect, test } from 'vitest';

import { fromSettings, settingsForm, toSettings } from '@/features/messages/settingsForm';
import { settingsWords } from '@/features/messages/settingsWords';
import { settings } from '@/features/messages/testing';

test('the settings are told in sentences', () => {
  expect(settingsWords({ ...settings, enabled: false })).toEqual([
    'Nothing is sent: messages are switched off.',
  ]);
  expect(settingsWords(settings)).toEqual([
    'A mail when a visit is booked, moved, cancelled, three minutes after the change, so that a change that is taken back sends nothing.',
    'A reminder by mail 2 days before the visit, at 9:00 AM.',
    'A text on the day of the reminder at 2:00 PM, to clients who have not confirmed by then.',
    'A mail after a completed visit, with the text of its service, if the service has one.',
    'A reminder by mail when it is time for the next visit, at 9:00 AM, where the service says after how many weeks.',
    'A mail about a form that is not signed, five days after it was issued, then every two days, at most five.',
    'Nothing from 8:00 PM to 8:00 AM, in the clinic’s time.',
    'Mails are from the clinic by its name; answers go to nobody.',
  ]);
  expect(
    settingsWords({
      ...settings,
      booked: false,
      moved: false,
      cancelled: false,
      reminder: false,
      confirm_text: false,
      day_text: true,
      aftercare: false,
      recall: false,
      form_reminders: false,
      quiet_to: '20:00',
      sender_name: 'Linden',
      reply_to: 'desk@linden.example',
    }),
  ).toEqual([
    'A text on the day of the visit at 8:00 AM.',
    'Mails are from Linden; answers go to desk@linden.example.',
  ]);
});

test('what goes by text, and when somebody follows up, are told too', () => {
  const words = settingsWords({ ...settings, news_by_text: true, follow_up_days: 14 });
  expect(words).toContain('Clients who cannot be mailed get a text about that instead.');
  const followUp =
    'Somebody is asked to follow up 14 days after a completed visit, unless its service says otherwise.';
  expect(words).toContain(followUp);
  expect(settingsWords({ ...settings, enabled: false, follow_up_days: 14 })).toEqual([
    'Nothing is sent: messages are switched off.',
    followUp,
  ]);
});

test('what is read into the form is what it sends', () => {
  const { version: _version, updated_at: _at, updated_by: _by, ...sent } = settings;
  expect(toSettings(fromSettings(settings))).toEqual(sent);
});

test.each([
  ['reminder_days', '0'],
  ['reminder_days', '15'],
  ['reminder_days', '1.5'],
  ['reminder_at', ''],
  ['reply_to', 'no address'],
  ['follow_up_days', '0'],
  ['follow_up_days', '366'],
] as const)('%s is refused when it is %o', (field, value) => {
  const answer = settingsForm.safeParse({ ...fromSettings(settings), [field]: value });
  expect(answer.error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
