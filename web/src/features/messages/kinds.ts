import type { MessageKind, MessageReason, MessageStatus, MessageTemplate } from '@/api/generated';

export const kindWords: Record<MessageKind, string> = {
  booked: 'Booked',
  moved: 'Moved',
  cancelled: 'Cancelled',
  reminder: 'Reminder',
  confirm_text: 'Please confirm',
  day_text: 'Day of the visit',
  aftercare: 'After the visit',
  recall: 'Time for the next visit',
  form: 'Form to sign',
};

/** Whether it is texted to whoever cannot be mailed. */
export const isInsteadOfMail = ({ kind, channel }: Pick<MessageTemplate, 'kind' | 'channel'>) =>
  channel === 'text' && kind !== 'confirm_text' && kind !== 'day_text';

/** 'Booked, by text': which of a kind's messages it is. */
export const templateName = (template: Pick<MessageTemplate, 'kind' | 'channel'>) =>
  `${kindWords[template.kind]}${isInsteadOfMail(template) ? ', by text' : ''}`;

/** A state of the timeline, 'Dropped: no_address', in words. */
export function stateInWords(state: string): { status: string; words: string; failed: boolean } {
  const [status = '', reason] = state.split(': ');
  const why = reason === undefined ? undefined : (reasonWords[reason as MessageReason] ?? reason);
  return {
    status,
    words: why ? `${status}: ${why}` : status,
    failed:
      status === 'Bounced' ||
      status === 'Failed' ||
      reason === 'returned' ||
      reason === 'complained',
  };
}

/** 'Message about a visit: Reminder': what a message of the timeline is. A kind that this app does not know yet is shown by its own word. */
export const messageInWords = (kind: string): string =>
  `Message${kind === 'form' ? '' : ' about a visit'}: ${(kindWords as Record<string, string>)[kind] ?? kind}`;

export const channelWords = { email: 'Mail', text: 'Text' } as const;

export const statusTones: Record<MessageStatus, 'success' | 'neutral' | 'warning' | 'danger'> = {
  Waiting: 'warning',
  Sent: 'success',
  Delivered: 'success',
  Bounced: 'danger',
  Failed: 'danger',
  Dropped: 'neutral',
};

export const reasonWords: Record<MessageReason, string> = {
  cancelled: 'the visit was cancelled',
  moved: 'the visit was moved',
  past: 'the visit had begun',
  quiet_hours: 'it would have come in the quiet hours',
  no_address: 'there is no mail address',
  no_number: 'there is no phone number',
  not_wanted: 'the patient does not want it',
  stopped: 'the patient answered STOP',
  switched_off: 'the clinic has switched it off',
  confirmed: 'the patient had confirmed',
  replaced: 'a newer message took its place',
  address: 'the address is not valid',
  refused: 'it was refused',
  out_of_reach: 'the provider could not be reached',
  interrupted: 'sending was interrupted, and it may have been sent',
  internal: 'the failure was ours',
  reopened: 'the visit was not completed after all',
  visit_booked: 'the next visit was booked',
  skipped: 'the clinic said not this time',
  archived: 'the record is archived',
  decided: 'the form needs no signature any more',
  returned: 'mail to this address came back',
  complained: 'mail was reported as unwanted',
  move_asked: 'the patient had asked for another time',
};
