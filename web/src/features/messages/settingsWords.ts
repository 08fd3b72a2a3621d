import type { MessageSettings } from '@/api/generated';
import { clockText } from '@/lib/wallTime';

const at = (time: string) => clockText(`2026-01-01T${time.slice(0, 5)}`);

/** The settings in sentences. */
export function settingsWords(found: MessageSettings): string[] {
  const followUp =
    found.follow_up_days !== null &&
    `Somebody is asked to follow up ${found.follow_up_days === 1 ? '1 day' : `${found.follow_up_days} days`} after a completed visit, unless its service says otherwise.`;
  if (!found.enabled)
    return ['Nothing is sent: messages are switched off.', ...(followUp ? [followUp] : [])];
  const changes = [found.booked && 'booked', found.moved && 'moved', found.cancelled && 'cancelled']
    .filter(Boolean)
    .join(', ');
  return [
    changes &&
      `A mail when a visit is ${changes}, three minutes after the change, so that a change that is taken back sends nothing.`,
    changes && found.news_by_text && 'Clients who cannot be mailed get a text about that instead.',
    found.reminder &&
      `A reminder by mail ${found.reminder_days === 1 ? '1 day' : `${found.reminder_days} days`} before the visit, at ${at(found.reminder_at)}.`,
    found.confirm_text &&
      `A text on the day of the reminder at ${at(found.confirm_text_at)}, to clients who have not confirmed by then.`,
    found.day_text && `A text on the day of the visit at ${at(found.day_text_at)}.`,
    found.aftercare &&
      'A mail after a completed visit, with the text of its service, if the service has one.',
    found.recall &&
      `A reminder by mail when it is time for the next visit, at ${at(found.reminder_at)}, where the service says after how many weeks.`,
    found.form_reminders &&
      'A mail about a form that is not signed, five days after it was issued, then every two days, at most five.',
    followUp,
    found.quiet_from !== found.quiet_to &&
      `Nothing from ${at(found.quiet_from)} to ${at(found.quiet_to)}, in the clinic’s time.`,
    `Mails are from ${found.sender_name ?? 'the clinic by its name'}; answers go to ${found.reply_to ?? 'nobody'}.`,
  ].filter((line) => typeof line === 'string' && line !== '') as string[];
}
