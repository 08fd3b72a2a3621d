import EventAvailableOutlined from '@mui/icons-material/EventAvailableOutlined';
import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined';
import HistoryRounded from '@mui/icons-material/HistoryRounded';
import LogoutRounded from '@mui/icons-material/LogoutRounded';
import MailOutlined from '@mui/icons-material/MailOutlined';
import MoreTimeOutlined from '@mui/icons-material/MoreTimeOutlined';
import PendingActionsOutlined from '@mui/icons-material/PendingActionsOutlined';
import PeopleOutlineOutlined from '@mui/icons-material/PeopleOutlineOutlined';
import PersonAddOutlined from '@mui/icons-material/PersonAddOutlined';
import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined';
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';

import type { Module } from '@/api/generated';
import type { Permissions } from '@/api/usePermissions';
import { openSections, protocols } from '@/app/sections';
import type { Place } from '@/features/search';
import { newAppointmentPath, newPatientPath, paths } from '@/lib/paths';

type Allowed = (permissions: Permissions) => boolean;

/** The words that a section is looked for by, besides its label, and who finds something there. A section that is not here is for all. */
const about: Partial<Record<string, { words: string; allowed?: Allowed }>> = {
  [paths.dashboard]: { words: 'home start' },
  [paths.patients]: { words: 'patients', allowed: ({ mayLimited }) => mayLimited('patient.list') },
  [paths.loyalty]: {
    words: 'points rewards',
    allowed: ({ may }) => may('loyalty.read') || may('loyalty.balance.read'),
  },
  [paths.appointments]: {
    words: 'calendar schedule visits',
    allowed: ({ mayLimited }) => mayLimited('appointment.list'),
  },
  [paths.consentTemplates]: {
    words: 'consents templates',
    allowed: ({ may }) => may('consent_template.read'),
  },
  [paths.examTemplates]: {
    words: 'exams gfe templates',
    allowed: ({ may }) => may('gfe_template.read'),
  },
  [paths.team]: {
    words: 'members staff roles invitations',
    allowed: ({ mayLimited }) => mayLimited('team.read'),
  },
  [paths.subscriptions]: {
    words: 'billing plan',
    allowed: ({ may }) => may('subscription.read') || may('subscription.create'),
  },
  [paths.pricing]: { words: 'billing prices' },
  [paths.importClients]: {
    words: 'patients upload csv excel',
    allowed: ({ may }) => may('patient.import'),
  },
  [paths.services]: {
    words: 'catalogue treatments prices durations',
    allowed: ({ may }) => may('service.read'),
  },
};

const actions: (Place & { allowed: Allowed })[] = [
  {
    to: newPatientPath,
    label: 'Add patient',
    words: 'new client',
    icon: <PersonAddOutlined />,
    isAction: true,
    allowed: ({ may, mayLimited }) => may('patient.create') && mayLimited('patient.list'),
  },
  {
    to: newAppointmentPath,
    label: 'New appointment',
    words: 'book visit schedule',
    icon: <EventAvailableOutlined />,
    isAction: true,
    allowed: ({ may, mayLimited }) => may('appointment.create') && mayLimited('appointment.list'),
  },
];

const others: (Place & { allowed: Allowed })[] = [
  {
    to: paths.review,
    label: 'Review',
    words: 'approve director charts pending returned',
    icon: <RateReviewOutlined />,
    allowed: ({ may }) => may('treatment.approve'),
  },
  {
    to: paths.approvedCharts,
    label: 'Approved charts',
    words: 'review director signed sampled not selected history',
    icon: <RateReviewOutlined />,
    allowed: ({ may }) => may('treatment.approve'),
  },
  {
    to: paths.reviewSettings,
    label: 'How we review',
    words: 'review share sampling absence away punctuality hours director',
    icon: <RateReviewOutlined />,
    allowed: ({ may }) => may('review.manage'),
  },
  {
    to: paths.adverseEvents,
    label: 'Adverse events',
    words: 'complication incident reaction severity report safety',
    icon: <ReportProblemOutlined />,
    allowed: ({ may }) => may('adverse_event.list'),
  },
  {
    to: paths.estimatesDue,
    label: 'Estimates due',
    words: 'good faith estimate deadline overdue cost question coverage self-pay',
    icon: <PendingActionsOutlined />,
    allowed: ({ may }) => may('estimate.read'),
  },
  {
    to: paths.settings,
    label: 'Clinic settings',
    words: 'preferences time zone',
    icon: <SettingsOutlined />,
    allowed: ({ may }) => may('clinic.settings.write'),
  },
  {
    to: paths.schedule,
    label: 'Hours and rooms',
    words: 'working hours closed days holidays blocked times breaks devices',
    icon: <MoreTimeOutlined />,
    allowed: ({ mayLimited }) => mayLimited('appointment.list'),
  },
  {
    to: paths.afterVisits,
    label: 'After visits',
    words: 'follow-up follow up recalls due call back tasks',
    icon: <EventRepeatOutlined />,
    allowed: ({ may }) => may('follow_up.list') || may('message.read'),
  },
  {
    to: paths.waitlist,
    label: 'Waitlist',
    words: 'waiting list cancelled earlier time',
    icon: <PendingActionsOutlined />,
    allowed: ({ mayLimited }) => mayLimited('appointment.list'),
  },
  {
    to: paths.messages,
    label: 'Messages to patients',
    words: 'reminders mails texts sms confirmations templates',
    icon: <MailOutlined />,
    allowed: ({ may }) => may('clinic.settings.read'),
  },
  {
    to: paths.duplicates,
    label: 'Possible duplicates',
    words: 'patients merge twice same person',
    icon: <PeopleOutlineOutlined />,
    allowed: ({ may }) => may('patient.merge'),
  },
  {
    to: paths.emergencyAccess,
    label: 'Emergency access',
    words: 'break glass records opened justified',
    icon: <HistoryRounded />,
    allowed: ({ may }) => may('audit.read'),
  },
  {
    to: paths.activity,
    label: 'Activity log',
    words: 'audit history',
    icon: <HistoryRounded />,
    allowed: ({ may }) => may('audit.read'),
  },
  {
    to: paths.signOut,
    label: 'Sign out',
    words: 'leave log',
    icon: <LogoutRounded />,
    isAction: true,
    allowed: () => true,
  },
];

/** The actions and screens that the search leads to: those this member may use. */
export function placesFor(permissions: Permissions, modules: readonly Module[]): Place[] {
  const screens = openSections(modules).map(({ to, label, icon }) => ({
    to,
    label,
    icon,
    allowed: () => true,
    ...about[to],
  }));
  const ofProtocols = modules.includes('protocols')
    ? [
        {
          ...protocols,
          words: 'standing orders license director sign',
          allowed: ({ may }: Permissions) => may('protocol.read'),
        },
      ]
    : [];
  return [...actions, ...screens, ...ofProtocols, ...others].filter(({ allowed }) =>
    allowed(permissions),
  );
}
