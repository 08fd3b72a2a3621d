import type { MessageSettings, MessageTemplate } from '@/api/generated';

/** For tests: a clinic that sends messages. */
export const settings: MessageSettings = {
  enabled: true, booked: true, moved: true, cancelled: true, reminder: true, reminder_days: 2, reminder_at: '09:00', confirm_text: true, confirm_text_at: '14:00', day_text: false, day_text_at: '08:00',
  quiet_from: '20:00', quiet_to: '08:00', sender_name: null, reply_to: null, version: 3, updated_at: null, updated_by: null,
};

export const reminder: MessageTemplate = {
  kind: 'reminder', channel: 'email', subject: 'A reminder of your appointment at {clinic}', body: 'Hello {first_name}', subject_variables: ['clinic', 'date'], variables: ['first_name', 'clinic', 'link'], is_default: true, version: 0, updated_at: null, updated_by: null,
};
