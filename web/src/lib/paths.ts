import { generatePath } from 'react-router';

/**
 * The paths of the staff's app, each written once: app/routes.tsx takes its patterns from here, and links lead here. Not in app, because
 * features link to each other and do not import app.
 */
export const paths = {
  signIn: '/sign-in',
  signOut: '/sign-out',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset/:token',
  welcome: '/welcome',
  invitation: '/invite/:token',
  confirmEmail: '/confirm/:token',
  dashboard: '/',
  patients: '/patients',
  duplicates: '/patients/duplicates',
  importClients: '/patients/import',
  patient: '/patients/:id',
  emergencyRecord: '/patients/:id/emergency',
  exam: '/gfe/:patientId',
  estimate: '/gfe-estimate/:patientId',
  estimatesDue: '/estimates-due',
  estimateVersion: '/gfe-estimate/:patientId/:estimateId/versions/:version',
  consentTemplates: '/digital-consents',
  examTemplates: '/gfe-templates',
  loyalty: '/loyalty',
  appointments: '/appointments',
  schedule: '/schedule',
  waitlist: '/waitlist',
  messages: '/messages',
  afterVisits: '/after-visits',
  review: '/review',
  reviewSettings: '/review/settings',
  approvedCharts: '/review/approved',
  adverseEvents: '/adverse-events',
  protocols: '/protocols',
  services: '/services',
  team: '/team',
  subscriptions: '/subscriptions',
  pricing: '/pricing',
  paymentSuccess: '/payment/success',
  settings: '/settings',
  activity: '/activity',
  emergencyAccess: '/emergency-access',
  verifyDocument: '/activity/verify',
} as const;

export const patientPath = (id: number) => generatePath(paths.patient, { id: String(id) });

/** A patient's clinical record by emergency access. */
export const emergencyRecordPath = (id: number) =>
  generatePath(paths.emergencyRecord, { id: String(id) });

export const examPath = (patientId: number) =>
  generatePath(paths.exam, { patientId: String(patientId) });

/** The exams of a patient with one of them opened. */
export const examEntryPath = (patientId: number, exam: number) =>
  `${examPath(patientId)}?exam=${exam}`;

/** A patient's record with one treatment opened. */
export const treatmentPath = (patientId: number, treatment: number) =>
  `${patientPath(patientId)}?treatment=${treatment}`;

/** A patient's record at its adverse events. */
export const patientEventsPath = (patientId: number) => `${patientPath(patientId)}#adverse-events`;

/** The list of patients with the dialog that adds one. */
export const newPatientPath = `${paths.patients}?new`;

/** One import of clients, at the step where it is. */
export const importPath = (id: number) =>
  `${paths.importClients}?${new URLSearchParams({ import: String(id) })}`;

/** The appointments with the form that books one. */
export const newAppointmentPath = `${paths.appointments}?new`;

/** The appointments with the form that books this patient. */
export const bookingPath = (patientId: number) => `${paths.appointments}?patient=${patientId}`;

/** The appointments of one day, '2026-11-20'. */
export const appointmentsPath = (day: string) =>
  `${paths.appointments}?${new URLSearchParams({ from: day, to: day })}`;

/** The calendar of one day, '2026-11-20'. */
export const dayPath = (day: string) =>
  `${paths.appointments}?${new URLSearchParams({ view: 'day', date: day })}`;

/** The calendar of a day with who waits for a time that became free on it. */
export const freedPath = (
  day: string,
  { starts_at, minutes, provider_id }: { starts_at: string; minutes: number; provider_id: number },
) =>
  `${paths.appointments}?${new URLSearchParams({ view: 'day', date: day, freed: `${Date.parse(starts_at) / 60_000}-${minutes}-${provider_id}` })}`;

/** The calendar with the form that books a time for an entry of the waitlist. */
export const bookWaitingPath = (entry: number) =>
  `${paths.appointments}?${new URLSearchParams({ view: 'day', waiting: String(entry) })}`;

/** The estimates due, at the clients whose coverage nobody has asked about. */
export const coverageToAskPath = `${paths.estimatesDue}#coverage-to-ask`;

/** The messages to patients that did not arrive. */
export const notDeliveredPath = `${paths.messages}#not-delivered`;

/** What clients have texted to the clinic. */
export const inboundTextsPath = `${paths.messages}#texts`;

/** The team with the appointments ahead of one provider, to be given to others. */
export const reassignPath = (provider: number) =>
  `${paths.team}?${new URLSearchParams({ appointments: String(provider) })}`;

/** With the form for a new exam, also where there is one already. */
export const newExamPath = (patientId: number) => `${examPath(patientId)}?new`;

export const estimatePath = (patientId: number) =>
  generatePath(paths.estimate, { patientId: String(patientId) });

export const estimateVersionPath = (patientId: number, estimateId: number, version: number) =>
  generatePath(paths.estimateVersion, {
    patientId: String(patientId),
    estimateId: String(estimateId),
    version: String(version),
  });

/** The entries of the activity log about one patient. */
export const patientActivityPath = (patientId: number) => `${paths.activity}?patient=${patientId}`;

/** A chart whole in the review, whatever its state. */
export const reviewChartPath = (treatment: number) =>
  `${paths.review}?${new URLSearchParams({ chart: String(treatment) })}`;

/** The protocols with one of them opened. */
export const protocolPath = (protocol: number) =>
  `${paths.protocols}?${new URLSearchParams({ protocol: String(protocol) })}`;

/** The protocols with the text of one version opened. */
export const protocolVersionPath = (version: number) =>
  `${paths.protocols}?${new URLSearchParams({ version: String(version) })}`;

/** The sign-in that leads to `next` afterwards. */
export const signInPath = (next: string) => `${paths.signIn}?${new URLSearchParams({ next })}`;
