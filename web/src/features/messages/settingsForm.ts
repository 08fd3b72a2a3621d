import * as z from 'zod/mini';

import type { MessageSettings, NewMessageSettings } from '@/api/generated';
import { longestText, optionalEmail, optionalText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const clock = z.string().check(z.regex(/^\d\d:\d\d$/, messages.time));
export const reminderDays = [1, 14] as const;
const followUpDays = [1, 365] as const;

export const settingsForm = z.object({
  enabled: z.boolean(),
  booked: z.boolean(),
  moved: z.boolean(),
  cancelled: z.boolean(),
  reminder: z.boolean(),
  reminder_days: z.string().check(
    z.trim(),
    z.refine(
      (text) =>
        /^\d+$/.test(text) && Number(text) >= reminderDays[0] && Number(text) <= reminderDays[1],
      messages.wholeNumber(...reminderDays),
    ),
  ),
  reminder_at: clock,
  confirm_text: z.boolean(),
  confirm_text_at: clock,
  day_text: z.boolean(),
  day_text_at: clock,
  aftercare: z.boolean(),
  recall: z.boolean(),
  form_reminders: z.boolean(),
  news_by_text: z.boolean(),
  follow_up_days: z.string().check(
    z.trim(),
    z.refine(
      (text) =>
        text === '' ||
        (/^\d+$/.test(text) && Number(text) >= followUpDays[0] && Number(text) <= followUpDays[1]),
      messages.wholeNumber(...followUpDays),
    ),
  ),
  quiet_from: clock,
  quiet_to: clock,
  sender_name: optionalText(longestText),
  reply_to: optionalEmail(),
});

export type SettingsForm = z.infer<typeof settingsForm>;

export const settingsLabels: Record<keyof SettingsForm, string> = {
  enabled: 'Send messages to patients',
  booked: 'When a visit is booked',
  moved: 'When a visit is moved',
  cancelled: 'When a visit is cancelled',
  reminder: 'A reminder before the visit',
  reminder_days: 'Days before the visit',
  reminder_at: 'Reminder at',
  confirm_text: 'A text on that day to clients who have not confirmed by then',
  confirm_text_at: 'Text at',
  day_text: 'A text on the day of the visit',
  day_text_at: 'Text on the day at',
  aftercare: 'After a completed visit, the text of its service',
  recall: 'A reminder that it is time for the next visit',
  form_reminders: 'Reminders of forms that are not signed',
  news_by_text: 'By text to clients who cannot be mailed',
  follow_up_days: 'Days until somebody follows up',
  quiet_from: 'Quiet from',
  quiet_to: 'Quiet to',
  sender_name: 'Mails are from',
  reply_to: 'Answers go to',
};

export const settingsFields = Object.keys(settingsLabels) as (keyof SettingsForm)[];

export function fromSettings(found: MessageSettings): SettingsForm {
  const {
    enabled,
    booked,
    moved,
    cancelled,
    reminder,
    confirm_text,
    day_text,
    aftercare,
    recall,
    form_reminders,
    news_by_text,
  } = found;
  return {
    enabled,
    booked,
    moved,
    cancelled,
    reminder,
    confirm_text,
    day_text,
    aftercare,
    recall,
    form_reminders,
    news_by_text,
    follow_up_days: found.follow_up_days === null ? '' : String(found.follow_up_days),
    reminder_days: String(found.reminder_days),
    reminder_at: found.reminder_at.slice(0, 5),
    confirm_text_at: found.confirm_text_at.slice(0, 5),
    day_text_at: found.day_text_at.slice(0, 5),
    quiet_from: found.quiet_from.slice(0, 5),
    quiet_to: found.quiet_to.slice(0, 5),
    sender_name: found.sender_name ?? '',
    reply_to: found.reply_to ?? '',
  };
}

export function toSettings({
  reminder_days,
  follow_up_days,
  sender_name,
  reply_to,
  ...others
}: SettingsForm): NewMessageSettings {
  return {
    ...others,
    reminder_days: Number(reminder_days),
    follow_up_days: follow_up_days === '' ? null : Number(follow_up_days),
    sender_name: sender_name || null,
    reply_to: reply_to || null,
  };
}
