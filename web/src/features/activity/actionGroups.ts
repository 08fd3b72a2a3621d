import type { ActionGroup } from '@/api/generated';

/** What an entry can be about, in the order of the day's work. */
export const actionGroups: readonly { value: ActionGroup; label: string }[] = [
  { value: 'patients', label: 'Client records' },
  { value: 'exams', label: 'Exams' },
  { value: 'treatments', label: 'Treatments' },
  { value: 'consents', label: 'Consents' },
  { value: 'estimates', label: 'Cost estimates' },
  { value: 'appointments', label: 'Appointments' },
  { value: 'loyalty', label: 'Loyalty' },
  { value: 'team', label: 'Team' },
  { value: 'sign_in', label: 'Signing in' },
  { value: 'billing', label: 'Billing' },
  { value: 'settings', label: 'Settings' },
  { value: 'emergency_access', label: 'Emergency access' },
  { value: 'activity_log', label: 'This log' },
];

export const isActionGroup = (text: string): text is ActionGroup =>
  actionGroups.some(({ value }) => value === text);
