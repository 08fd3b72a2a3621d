import type {
  FailedMessage,
  MessageSettings,
  MessageTemplate,
  Recall,
  ServiceMessages,
} from '@/api/generated';

/** For tests: a clinic that sends messages. */
export const settings: MessageSettings = {
  enabled: true,
  booked: true,
  moved: true,
  cancelled: true,
  reminder: true,
  reminder_days: 2,
  reminder_at: '09:00',
  confirm_text: true,
  confirm_text_at: '14:00',
  day_text: false,
  day_text_at: '08:00',
  aftercare: true,
  recall: true,
  form_reminders: true,
  news_by_text: false,
  follow_up_days: null,
  quiet_from: '20:00',
  quiet_to: '08:00',
  sender_name: null,
  reply_to: null,
  version: 3,
  updated_at: null,
  updated_by: null,
};

export const reminder: MessageTemplate = {
  kind: 'reminder',
  channel: 'email',
  subject: 'A reminder of your appointment at {clinic}',
  body: 'Hello {first_name}',
  subject_variables: ['clinic', 'date'],
  variables: ['first_name', 'clinic', 'link'],
  is_default: true,
  version: 0,
  updated_at: null,
  updated_by: null,
};

export const botoxMessages: ServiceMessages = {
  service_id: 5,
  service: 'Botox',
  reminder: true,
  aftercare: 'Do not rub it.',
  recall_weeks: 12,
  follow_up_days: 14,
  no_follow_up: false,
  version: 2,
  updated_at: '2026-11-20T15:00:00Z',
  updated_by: 'Elena Moreau',
};

export const dueRecall: Recall = {
  appointment_id: 31,
  patient_id: 101,
  first_name: 'Amelia',
  last_name: 'Hart',
  phone: '(212) 555-0101',
  email: 'amelia@example.com',
  service_id: 5,
  service: 'Botox',
  provider_id: 4,
  last_visit_at: '2026-08-20T14:00:00Z',
  due_on: '2026-11-12',
  message_status: 'Sent',
  message_reason: null,
  sent_at: '2026-11-12T14:00:00Z',
};

export const failedMessage: FailedMessage = {
  id: 9,
  patient_id: 101,
  first_name: 'Amelia',
  last_name: 'Hart',
  kind: 'reminder',
  channel: 'email',
  status: 'Failed',
  reason: 'interrupted',
  appointment_id: 31,
  consent_id: null,
  starts_at: '2026-12-01T14:30:00Z',
  due_at: '2026-11-29T14:00:00Z',
  can_be_sent: true,
};
