import type { Dispatch } from '@reduxjs/toolkit';

import { baseApi } from '@/api/baseApi';
import type {
  Block,
  ClientImport,
  ClinicalList,
  ContactPreferences,
  EveryCall,
  InvitedMember,
  PatientCoverage,
  PatientRecord,
  ProtocolDraft,
  Resource,
  Session,
  WorkingHours,
} from '@/api/generated';
import { replaceRow, showAtOnce, showInList, showInPages, showWhole } from '@/api/showAtOnce';

/** What a patient's timeline and summary are made of: a change of any of these changes them. */
export const recordTags = [
  'patients',
  'appointments',
  'exams',
  'treatments',
  'consents',
  'estimates',
  'adverse-events',
] as const;

/** What a timeline is made of. */
export const timelineTags = [...recordTags, 'loyalty', 'estimate-clocks', 'charges'] as const;

/** What the charts under review are made of. */
export const chartTags = ['review', ...recordTags, 'services', 'team'] as const;

/** A decision about a chart changes the state of its treatment. */
const decided = { invalidatesTags: ['review', 'treatments'] } as const;

/**
 * What appointments and their marks are made of: the patient's name, the exam that counts, consents that wait, an
 * earlier treatment, whether the catalogue requires an exam, for how long one is valid.
 */
export const appointmentTags = [
  'appointments',
  'patients',
  'exams',
  'treatments',
  'consents',
  'services',
  'clinic',
] as const;

/** These calls return the new session; refetching it would show the old one until the answer comes. */
const rememberSession = {
  invalidatesTags: [],
  onQueryStarted: async (
    _arg: unknown,
    {
      dispatch,
      queryFulfilled,
    }: { dispatch: Dispatch<never>; queryFulfilled: Promise<{ data: Session }> },
  ) => {
    const answer = await queryFulfilled.catch(() => null);
    if (answer)
      (dispatch as (action: unknown) => unknown)(
        baseApi.util.upsertQueryData(
          'showSession' as never,
          undefined as never,
          answer.data as never,
        ),
      );
  },
};

// A merged patient's number leads to the same record.
const showPatient = showAtOnce('showPatient', (shown, changed: PatientRecord) =>
  shown.id === changed.id ? changed : shown,
);
const showImport = showAtOnce('showImport', (shown, changed: ClientImport) =>
  shown.id === changed.id ? changed : shown,
);
const showCoverage = showAtOnce(
  'showPatientCoverage',
  (_shown, changed: PatientCoverage) => changed,
  isOfPatient,
);
const showMessageTemplate = showInList('listMessageTemplates', 'kind', 'channel');

function isOfPatient(patientId: number, { id }: { id: number }): boolean {
  return patientId === id;
}

/**
 * The generated tags refetch what is in the same feature. What one feature changes in another is written here by hand,
 * because a lost refetch shows stale records and nothing fails.
 */
const acrossFeatures: { [Call in keyof EveryCall]?: Partial<EveryCall[Call]> } = {
  // Patients and team members count towards the plan's limits.
  createPatient: { invalidatesTags: ['patients', 'billing'] },
  changePatient: showPatient,
  archivePatient: showPatient,
  restorePatient: showPatient,
  // The survivor's record holds what every feature has recorded about the other patient. Also after a failure: usually
  // somebody has changed one of the two.
  mergePatient: { invalidatesTags: [...recordTags, 'loyalty', 'billing'] },
  // The dialog asks again by itself when a record has changed; after the merge there is nothing to compare.
  previewMerge: { keepUnusedDataFor: 0, providesTags: [] },
  // It compares merged records with what was recorded in them since, so an earlier answer is never shown.
  previewUndo: { keepUnusedDataFor: 0 },
  undoMerge: { invalidatesTags: [...recordTags, 'loyalty', 'billing'] },
  // Copies are made after signing.
  listTreatmentCopies: { providesTags: ['treatments'] },
  listExamCopies: { providesTags: ['clearance', 'exams'] },
  listEstimateCopies: { providesTags: ['estimates'] },
  // Prints, and changes nothing of the record.
  printDocument: { invalidatesTags: [] },
  makeEstimatePoster: { invalidatesTags: [] },
  // Looks a hash up, and changes nothing.
  verifyDocument: { invalidatesTags: [] },
  // Fills words in, and changes nothing.
  previewConsentTemplate: { invalidatesTags: [] },
  previewMessageTemplate: { invalidatesTags: [] },
  previewAftercare: { invalidatesTags: [] },
  previewAppointmentSeries: { invalidatesTags: [] },
  // Mail to the patient is sent again, and the record no longer shows a stop.
  confirmPatientEmail: { invalidatesTags: ['patients', 'messages', 'appointments', 'dashboard'] },
  // They show clients, and a visit that is booked or completed changes who is due. Also after a failure: usually
  // somebody else has made the same change.
  listRecalls: { providesTags: ['messages', 'appointments', 'patients'] },
  listFollowUps: { providesTags: ['follow-ups', 'appointments', 'patients'] },
  changeFollowUp: { invalidatesTags: ['follow-ups'], ...showInList('listFollowUps', 'id') },
  // It shows clients. Also after a refusal: usually somebody else has sent it.
  listFailedMessages: { providesTags: ['messages', 'patients', 'appointments'] },
  sendMessageAgain: { invalidatesTags: ['messages'] },
  // It shows clients, and Today shows it.
  listInboundTexts: { providesTags: ['messages', 'patients'] },
  closeInboundText: { invalidatesTags: ['messages', 'dashboard'] },
  reopenInboundText: { invalidatesTags: ['messages', 'dashboard'] },
  // It shows in the consent's history, and whether it can be done follows from the patient's record.
  textConsent: { invalidatesTags: ['messages', 'consents'] },
  showTextReach: { providesTags: ['messages', 'patients'] },
  // It shows the services' names.
  listServiceMessages: { providesTags: ['messages', 'services'] },
  // A part changes nothing that is shown; the rest of a file follows.
  sendImportPart: { invalidatesTags: [] },
  // Asks, and changes nothing.
  checkDuplicates: { invalidatesTags: [] },
  // The header of a record and its timeline show what other features change. Which consents a service needs is in the
  // catalogue.
  showSummary: { providesTags: [...recordTags, 'loyalty', 'services'] },
  showTimeline: { providesTags: timelineTags },
  // Which consents a service needs is in the catalogue, and a treatment uses up a consent to one treatment.
  listNeededConsents: { providesTags: ['consents', 'services', 'treatments', 'clinic'] },
  // An appointment's marks show what other features have recorded.
  listAppointments: { providesTags: appointmentTags },
  // Whether the patient would get a message about a change follows from the clinic's messages.
  showAppointment: { providesTags: [...appointmentTags, 'messages'] },
  // They show the patients' and the providers' names.
  listWaitlist: { providesTags: ['waitlist', 'patients', 'team'] },
  listWaitlistMatches: { providesTags: ['waitlist', 'patients', 'team', 'services'] },
  // Polled every few seconds. After an own change the list is fetched again, with its own mark.
  showAppointmentChanges: { providesTags: [] },
  listAppointmentsAhead: { providesTags: ['appointments', 'team'] },
  // It shows what waits in every feature.
  showAttention: {
    providesTags: [
      ...recordTags,
      'estimate-clocks',
      'emergency',
      'messages',
      'team',
      'services',
      'clinic',
      'protocols',
    ],
  },
  // Nothing is cached: each time the log is read it has one more entry.
  listActivity: { keepUnusedDataFor: 0, providesTags: [] },
  // They show clients.
  listAdverseEvents: { providesTags: ['adverse-events', 'patients'] },
  listPatientAdverseEvents: { providesTags: ['adverse-events', 'patients'] },
  listEmergencyAccesses: { providesTags: ['emergency', 'patients'] },
  // A chart is made of what every feature has recorded.
  listReview: { providesTags: chartTags },
  listSettledCharts: { providesTags: chartTags },
  countReview: { providesTags: chartTags },
  showChart: { providesTags: chartTags },
  listReviewStates: { providesTags: chartTags },
  // Also after a failure: usually somebody else has decided in the meantime.
  approveCharts: decided,
  returnTreatment: decided,
  withdrawReturn: decided,
  resubmitTreatment: decided,
  // Free times lie between appointments, in the hours of the clinic and its members, and last as long as the service.
  listFreeSlots: { providesTags: ['appointments', 'schedule', 'services', 'team', 'clinic'] },
  // The clinic's own hours are a setting.
  showSchedule: { providesTags: ['schedule', 'team', 'clinic'] },
  // Team members are the providers of appointments.
  createTeamMember: { invalidatesTags: ['team', 'appointments', 'billing'] },
  // The account menu shows one's own name and role; a role decides which treatments await whose approval.
  updateTeamMember: {
    invalidatesTags: ['team', 'auth', 'treatments', 'appointments', 'billing'],
    ...showInList('listTeam', 'id'),
  },
  // Both change who is active: a seat, and a provider of appointments.
  cancelInvitation: {
    invalidatesTags: ['team', 'appointments', 'billing'],
    ...showInList('listTeam', 'id'),
  },
  reactivateTeamMember: {
    invalidatesTags: ['team', 'treatments', 'appointments', 'billing'],
    ...showAtOnce('listTeam', (rows, { member }: InvitedMember) => replaceRow(rows, member, 'id')),
  },
  // A confirmed director changes who may approve which treatment.
  confirmTeamMember: { invalidatesTags: ['team', 'treatments'], ...showInList('listTeam', 'id') },
  // A director who loses the second factor needs to be confirmed again.
  removeTeamSecondFactor: { invalidatesTags: ['team', 'treatments'] },
  deleteTeamMember: { invalidatesTags: ['team', 'treatments', 'appointments', 'billing'] },
  // A form starts from it, and must not start from the cached answer of an earlier visit.
  showEstimate: { keepUnusedDataFor: 0 },
  // It shows the services' names, the exams and treatments, and who may sign with which license.
  showClearance: { providesTags: ['clearance', 'exams', 'patients', 'services', 'clinic', 'team'] },
  showExamSignature: { providesTags: ['clearance', 'exams'] },
  // Nothing of the record stays behind when the page is left or the hour is over.
  showEmergencyRecord: { keepUnusedDataFor: 0 },
  // Also after a failure: usually another director has been faster.
  assessEmergencyAccess: { invalidatesTags: ['emergency'] },
  // Also after a failure: usually somebody else has signed it, or something has changed meanwhile.
  signExam: { invalidatesTags: ['clearance', 'exams'] },
  reportHealthChange: { invalidatesTags: ['clearance', 'exams'] },
  // The dates of a visit, the words of an issued version, and whose record it is; Today counts what is owed.
  showPatientCoverage: {
    providesTags: ['estimate-clocks', 'patients', 'appointments', 'estimates'],
  },
  listEstimateClocks: {
    providesTags: ['estimate-clocks', 'patients', 'appointments', 'estimates'],
  },
  showEstimateClockSettings: { providesTags: ['estimate-clocks', 'team'] },
  // An issued version, a visit that was moved, and a closed day change what is compared and until when.
  showChargeWatch: {
    providesTags: ['charges', 'estimates', 'appointments', 'patients', 'schedule'],
  },
  listPatientCharges: { providesTags: ['charges', 'patients', 'appointments'] },
  // A treatment shows how many events came after it.
  reportAdverseEvent: { invalidatesTags: ['adverse-events', 'treatments'] },
  updateClearanceSettings: {
    invalidatesTags: ['clearance'],
    ...showWhole('showClearanceSettings'),
  },
  // It shows the services' names and performers, and who has which license.
  listProtocols: { providesTags: ['protocols', 'services', 'team'] },
  listOwnProtocols: { providesTags: ['protocols', 'services', 'team'] },
  // A 409 'exam_missing' means that the cached exam is outdated, other codes that a protocol ended. A recorded
  // treatment earns its patient points.
  createTreatment: {
    invalidatesTags: (_answer, failure) =>
      failure ? ['exams', 'protocols'] : ['treatments', 'loyalty'],
  },
  // Also after a failure: usually the balance or the entry has changed in the meantime.
  redeemPoints: { invalidatesTags: ['loyalty'] },
  adjustPoints: { invalidatesTags: ['loyalty'] },
  reverseLoyaltyEntry: { invalidatesTags: ['loyalty'] },
  // Also after a failure: usually somebody else has approved it in the meantime.
  approveTreatment: { invalidatesTags: ['treatments'] },
  // Also after a failure, as above.
  voidEstimate: { invalidatesTags: ['estimates'] },
  // Its points are taken back. Also after a failure, as above.
  voidTreatment: { invalidatesTags: ['treatments', 'loyalty'] },
  // The session carries the clinic's name, zone and idle time; an exam carries how long it is valid.
  updateClinicSettings: {
    invalidatesTags: (_answer, failure) => (failure ? [] : ['clinic', 'auth', 'exams']),
    ...showWhole('showClinicSettings'),
  },
  // The session carries the modules. Also after a failure: usually somebody else has switched it.
  switchModule: { invalidatesTags: ['clinic', 'auth'], ...showInList('listModules', 'module') },
  // Also after a failure: usually somebody else has changed the catalogue meanwhile.
  // A point rule is renamed with its service.
  changeService: { invalidatesTags: ['services', 'loyalty'], ...showInList('listServices', 'id') },
  orderServices: { invalidatesTags: ['services'] },
  retireService: { invalidatesTags: ['services'], ...showInList('listServices', 'id') },
  restoreService: { invalidatesTags: ['services'], ...showInList('listServices', 'id') },
  deleteService: { invalidatesTags: ['services'] },
  // The plan follows from the subscriptions, and both from the payment provider.
  createSubscription: { invalidatesTags: ['subscriptions', 'billing'] },
  refreshBilling: {
    invalidatesTags: (answer) => (answer?.refreshed ? ['subscriptions', 'billing'] : []),
  },
  // Removes the banner above the pages.
  confirmEmail: { invalidatesTags: ['billing'] },
  // Sends a mail and changes nothing.
  sendConfirmationAgain: { invalidatesTags: [] },
  // These lead to the payment provider and change nothing here.
  createCheckoutSession: { invalidatesTags: [] },
  createPortalSession: { invalidatesTags: [] },
  login: rememberSession,
  acceptInvitation: rememberSession,
  takeOver: rememberSession,
  // Removes sample patients and appointments.
  removeSampleData: { invalidatesTags: ['clinic', 'patients', 'appointments'] },
  proveIdentity: rememberSession,
  // Takes effect when it is confirmed.
  beginSecondFactor: { invalidatesTags: [] },
  // These leave the session as it is, or end it.
  logout: { invalidatesTags: [] },
  changePassword: { invalidatesTags: [] },
  requestPasswordReset: { invalidatesTags: [] },
  resetPassword: { invalidatesTags: [] },
  // These answer the record as it is now.
  answerClinicalList: showAtOnce(
    'showClinicalLists',
    (lists, changed: ClinicalList) => void (lists[changed.kind] = changed),
    isOfPatient,
  ),
  changeBlock: showAtOnce('showSchedule', ({ blocks }, changed: Block) =>
    replaceRow(blocks, changed, 'id'),
  ),
  changeResource: showAtOnce('showSchedule', ({ resources }, changed: Resource) =>
    replaceRow(resources, changed, 'id'),
  ),
  setWorkingHours: showAtOnce(
    'showSchedule',
    (schedule, { member_id, version, hours }: WorkingHours) => {
      schedule.hours = [
        ...schedule.hours.filter((span) => span.member_id !== member_id),
        ...hours.map((span) => ({ ...span, member_id, version })),
      ];
    },
  ),
  changePatientNote: showInPages('listPatientNotes'),
  changeAppointment: showInPages('listAppointments'),
  setAppointmentStatus: showInPages('listAppointments'),
  acceptRequest: showInPages('listAppointments'),
  declineRequest: showInPages('listAppointments'),
  changeWaitlistEntry: showInList('listWaitlist', 'id'),
  updateContactPreferences: showAtOnce(
    'showContactPreferences',
    (_shown, changed: ContactPreferences) => changed,
    isOfPatient,
  ),
  updatePatientCoverage: showCoverage,
  noteCostQuestion: showCoverage,
  updateProtocolDraft: showAtOnce('showProtocol', ({ drafts }, changed: ProtocolDraft) =>
    replaceRow(drafts, changed, 'id'),
  ),
  updateExamTemplate: showInList('listExamTemplates', 'id'),
  restoreExamTemplateVersion: showInList('listExamTemplates', 'id'),
  updateConsentTemplate: showInList('listConsentTemplates', 'id'),
  restoreConsentTemplateVersion: showInList('listConsentTemplates', 'id'),
  updateMessageTemplate: showMessageTemplate,
  resetMessageTemplate: showMessageTemplate,
  updateServiceMessages: showInList('listServiceMessages', 'service_id'),
  saveLoyaltyRule: showInList('listLoyaltyRules', 'id'),
  readImport: showImport,
  matchImportColumns: showImport,
  runImport: showImport,
  cancelImport: showImport,
  undoImport: showImport,
  updateBookingSettings: showWhole('showBookingSettings'),
  updateCalendarFeedSettings: showWhole('showCalendarFeedSettings'),
  updateEstimateSettings: showWhole('showEstimateSettings'),
  updateEstimateClockSettings: showWhole('showEstimateClockSettings'),
  updateMessageSettings: showWhole('showMessageSettings'),
  updateProtocolSettings: showWhole('showProtocolSettings'),
  updateReviewSettings: showWhole('showReviewSettings'),
};

const calls = Object.keys(acrossFeatures) as (keyof EveryCall)[];

/** Gives a feature's calls their tags. A page loads only the calls of its own features, so the tags are added where the calls are. */
export function withTags<Part extends { endpoints: object }>(part: Part): Part {
  for (const call of calls)
    if (call in part.endpoints)
      baseApi.enhanceEndpoints({ endpoints: { [call]: acrossFeatures[call] } });
  return part;
}
