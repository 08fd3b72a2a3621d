// Generated from server/openapi.json by `npm run api`; do not edit.
export type ListAdverseEventsApiResponse =
  /** status 200 undefined */ ListedAdverseEvent[];
export type ListAdverseEventsApiArg = {
  /** Only events that are not over. */
  open?: boolean;
  severity?: Severity;
  /** The first and the last day on which the event may have begun. */
  from?: string;
  to?: string;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ReportAdverseEventApiResponse =
  /** status 201 undefined */ AdverseEvent;
export type ReportAdverseEventApiArg = NewAdverseEvent;
export type AcknowledgeAdverseEventApiResponse =
  /** status 200 undefined */ AdverseEvent;
export type AcknowledgeAdverseEventApiArg = number;
export type CorrectAdverseEventApiResponse =
  /** status 200 undefined */ AdverseEvent;
export type CorrectAdverseEventApiArg = {
  id: number;
  adverseEventCorrection: AdverseEventCorrection;
};
export type FollowUpAdverseEventApiResponse =
  /** status 200 undefined */ AdverseEvent;
export type FollowUpAdverseEventApiArg = {
  id: number;
  newAdverseEventFollowUp: NewAdverseEventFollowUp;
};
export type ListAppointmentsApiResponse =
  /** status 200 undefined */ Appointment[];
export type ListAppointmentsApiArg = {
  /** The first day, in the clinic's time zone. Default: today. */
  from?: string;
  /** The last day. Default: no end. */
  to?: string;
  /** Only appointments with this provider. */
  providerId?: number;
  /** Include canceled appointments. Default: false. */
  includeCancelled?: boolean;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type CreateAppointmentApiResponse =
  /** status 201 undefined */ Appointment;
export type CreateAppointmentApiArg = NewAppointment;
export type ListAppointmentsAheadApiResponse =
  /** status 200 undefined */ ProviderAhead[];
export type ListAppointmentsAheadApiArg = void;
export type ShowAppointmentChangesApiResponse =
  /** status 200 undefined */ AppointmentChanges;
export type ShowAppointmentChangesApiArg = void;
export type ListProvidersApiResponse =
  /** status 200 undefined */ ProviderChoice[];
export type ListProvidersApiArg = void;
export type ReassignAppointmentsApiResponse =
  /** status 200 undefined */ Reassigned[];
export type ReassignAppointmentsApiArg = Reassignment;
export type CountRequestsApiResponse = /** status 200 undefined */ RequestCount;
export type CountRequestsApiArg = void;
export type CreateAppointmentSeriesApiResponse =
  /** status 201 undefined */ AppointmentSeries;
export type CreateAppointmentSeriesApiArg = NewSeries;
export type PreviewAppointmentSeriesApiResponse =
  /** status 200 undefined */ SeriesDate[];
export type PreviewAppointmentSeriesApiArg = NewSeries;
export type ListFreeSlotsApiResponse = /** status 200 undefined */ FreeSlots;
export type ListFreeSlotsApiArg = {
  /** A service of the clinic's catalog, or of the fixed list while it has none. Default: Botox. */
  service?: string;
  /** Only with this provider. Default: everybody who performs the service. */
  providerId?: number;
  /** Only while this room or device is free. */
  resourceId?: number;
  /** The first day in the clinic's time zone, or a time, such as `next_from` of an earlier answer. Default: now. */
  from?: string;
  /** How many days, at most 31. Default: 7. */
  days?: number;
};
export type ShowAppointmentApiResponse =
  /** status 200 undefined */ AppointmentDetail;
export type ShowAppointmentApiArg = number;
export type ChangeAppointmentApiResponse =
  /** status 200 undefined */ Appointment;
export type ChangeAppointmentApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  appointmentChange: AppointmentChange;
};
export type AcceptRequestApiResponse = /** status 200 undefined */ Appointment;
export type AcceptRequestApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type ShowChargeWatchApiResponse =
  /** status 200 undefined */ ChargeWatch;
export type ShowChargeWatchApiArg = number;
export type MarkChartNotNeededApiResponse = unknown;
export type MarkChartNotNeededApiArg = {
  id: number;
  noChart: NoChart;
};
export type UnmarkChartNotNeededApiResponse = unknown;
export type UnmarkChartNotNeededApiArg = number;
export type DeclineRequestApiResponse = /** status 200 undefined */ Appointment;
export type DeclineRequestApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  declineRequest: DeclineRequest;
};
export type OpenChargeDisputeApiResponse =
  /** status 201 undefined */ ChargeWatch;
export type OpenChargeDisputeApiArg = {
  id: number;
  newDispute: NewDispute;
};
export type CloseChargeDisputeApiResponse =
  /** status 200 undefined */ ChargeWatch;
export type CloseChargeDisputeApiArg = {
  id: number;
  disputeClosing: DisputeClosing;
};
export type NoteFirstBillApiResponse = /** status 201 undefined */ ChargeWatch;
export type NoteFirstBillApiArg = {
  id: number;
  firstBill: FirstBill;
};
export type SetAppointmentStatusApiResponse =
  /** status 200 undefined */ Appointment;
export type SetAppointmentStatusApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newAppointmentStatus: NewAppointmentStatus;
};
export type ListActivityApiResponse =
  /** status 200 undefined */ ActivityEntry[];
export type ListActivityApiArg = {
  /** About this patient. */
  patientId?: number;
  /** By this member, or about this member's sign-in. */
  memberId?: number;
  group?: ActionGroup;
  /** The first day, in the clinic's time zone. */
  from?: string;
  /** The last day, in the clinic's time zone. */
  to?: string;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ListActivityPeopleApiResponse =
  /** status 200 undefined */ ActivityPerson[];
export type ListActivityPeopleApiArg = void;
export type AcceptInvitationApiResponse = /** status 200 undefined */ Session;
export type AcceptInvitationApiArg = AcceptInvitation;
export type ConfirmEmailApiResponse = unknown;
export type ConfirmEmailApiArg = EmailConfirmation;
export type RequestPasswordResetApiResponse = unknown;
export type RequestPasswordResetApiArg = Forgot;
export type TakeOverApiResponse = /** status 200 undefined */ Session;
export type TakeOverApiArg = HandOver;
export type LoginApiResponse = /** status 200 undefined */ Session;
export type LoginApiArg = Login;
export type LogoutApiResponse = unknown;
export type LogoutApiArg = void;
export type ChangePasswordApiResponse = unknown;
export type ChangePasswordApiArg = PasswordChange;
export type SetPinApiResponse = unknown;
export type SetPinApiArg = SetPin;
export type ProveIdentityApiResponse = /** status 200 undefined */ Session;
export type ProveIdentityApiArg = Proof;
export type ResetPasswordApiResponse = unknown;
export type ResetPasswordApiArg = Reset;
export type ShowSessionApiResponse = /** status 200 undefined */ Session;
export type ShowSessionApiArg = void;
export type ListSignInsApiResponse = /** status 200 undefined */ SignIn[];
export type ListSignInsApiArg = void;
export type EndSignInApiResponse = unknown;
export type EndSignInApiArg = string;
export type BeginSecondFactorApiResponse =
  /** status 201 undefined */ Enrolment;
export type BeginSecondFactorApiArg = Proof;
export type ConfirmSecondFactorApiResponse =
  /** status 200 undefined */ RecoveryCodes;
export type ConfirmSecondFactorApiArg = Confirmation;
export type RenewRecoveryCodesApiResponse =
  /** status 201 undefined */ RecoveryCodes;
export type RenewRecoveryCodesApiArg = Proof;
export type RemoveSecondFactorApiResponse = unknown;
export type RemoveSecondFactorApiArg = Proof;
export type ShowBookingOfferApiResponse =
  /** status 200 undefined */ BookingOffer;
export type ShowBookingOfferApiArg = void;
export type HoldBookingTimeApiResponse =
  /** status 201 undefined */ BookingHold;
export type HoldBookingTimeApiArg = NewHold;
export type SendBookingCodeApiResponse = /** status 200 undefined */ CodeSent;
export type SendBookingCodeApiArg = {
  token: string;
  codeWanted: CodeWanted;
};
export type ConfirmBookingApiResponse =
  /** status 200 undefined */ BookedOnline;
export type ConfirmBookingApiArg = {
  token: string;
  confirmBooking: ConfirmBooking;
};
export type ListBookingTimesApiResponse =
  /** status 200 undefined */ BookingTimes;
export type ListBookingTimesApiArg = {
  /** One of the offered services. */
  service: string;
  /** Only times with this provider. Default: any provider. */
  providerId?: number;
  /** The first day in the clinic's time zone, or the time at which to continue. Default: as early as the clinic allows. */
  from?: string;
};
export type ShowBookingSettingsApiResponse =
  /** status 200 undefined */ BookingSettings;
export type ShowBookingSettingsApiArg = void;
export type UpdateBookingSettingsApiResponse =
  /** status 200 undefined */ BookingSettings;
export type UpdateBookingSettingsApiArg = {
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newBookingSettings: NewBookingSettings;
};
export type ShowCalendarFeedApiResponse =
  /** status 200 undefined */ CalendarFeed;
export type ShowCalendarFeedApiArg = void;
export type MakeCalendarFeedApiResponse =
  /** status 201 undefined */ NewCalendarFeed;
export type MakeCalendarFeedApiArg = void;
export type RevokeCalendarFeedApiResponse = unknown;
export type RevokeCalendarFeedApiArg = void;
export type ListCalendarFeedsApiResponse =
  /** status 200 undefined */ MembersCalendarFeed[];
export type ListCalendarFeedsApiArg = void;
export type ShowCalendarFeedSettingsApiResponse =
  /** status 200 undefined */ CalendarFeedSettings;
export type ShowCalendarFeedSettingsApiArg = void;
export type UpdateCalendarFeedSettingsApiResponse =
  /** status 200 undefined */ CalendarFeedSettings;
export type UpdateCalendarFeedSettingsApiArg = {
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newCalendarFeedSettings: NewCalendarFeedSettings;
};
export type RevokeMembersCalendarFeedApiResponse = unknown;
export type RevokeMembersCalendarFeedApiArg = number;
export type ReadCalendarApiResponse = /** status 200 undefined */ string;
export type ReadCalendarApiArg = string;
export type AddChargeApiResponse = /** status 201 undefined */ Charge;
export type AddChargeApiArg = NewCharge;
export type VoidChargeApiResponse = /** status 200 undefined */ Charge;
export type VoidChargeApiArg = {
  id: number;
  chargeVoiding: ChargeVoiding;
};
export type ShowClearanceSettingsApiResponse =
  /** status 200 undefined */ ClearanceSettings;
export type ShowClearanceSettingsApiArg = void;
export type UpdateClearanceSettingsApiResponse =
  /** status 200 undefined */ ClearanceSettings;
export type UpdateClearanceSettingsApiArg = {
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newClearanceSettings: NewClearanceSettings;
};
export type ListApiTokensApiResponse = /** status 200 undefined */ ApiToken[];
export type ListApiTokensApiArg = void;
export type CreateApiTokenApiResponse = /** status 201 undefined */ NewApiToken;
export type CreateApiTokenApiArg = CreateApiToken;
export type RevokeApiTokenApiResponse = /** status 200 undefined */ ApiToken;
export type RevokeApiTokenApiArg = number;
export type ShowFirstStepsApiResponse = /** status 200 undefined */ FirstSteps;
export type ShowFirstStepsApiArg = void;
export type CloseFirstStepsApiResponse = unknown;
export type CloseFirstStepsApiArg = void;
export type ListModulesApiResponse = /** status 200 undefined */ ClinicModule[];
export type ListModulesApiArg = void;
export type SwitchModuleApiResponse = /** status 200 undefined */ ClinicModule;
export type SwitchModuleApiArg = {
  module: Module;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  moduleSwitch: ModuleSwitch;
};
export type SendConfirmationAgainApiResponse = unknown;
export type SendConfirmationAgainApiArg = void;
export type ShowPlanApiResponse = /** status 200 undefined */ CurrentPlan;
export type ShowPlanApiArg = void;
export type ShowSampleDataApiResponse = /** status 200 undefined */ SampleData;
export type ShowSampleDataApiArg = void;
export type RemoveSampleDataApiResponse = unknown;
export type RemoveSampleDataApiArg = void;
export type ShowClinicSettingsApiResponse =
  /** status 200 undefined */ ClinicSettings;
export type ShowClinicSettingsApiArg = void;
export type UpdateClinicSettingsApiResponse =
  /** status 200 undefined */ ClinicSettings;
export type UpdateClinicSettingsApiArg = {
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newClinicSettings: NewClinicSettings;
};
export type ShowDefaultFindingsApiResponse =
  /** status 200 undefined */ Findings;
export type ShowDefaultFindingsApiArg = void;
export type ListSupportAccessApiResponse =
  /** status 200 undefined */ SupportAccess[];
export type ListSupportAccessApiArg = void;
export type EndSupportAccessApiResponse = unknown;
export type EndSupportAccessApiArg = number;
export type ListUndeliveredMailsApiResponse =
  /** status 200 undefined */ UndeliveredMail[];
export type ListUndeliveredMailsApiArg = void;
export type SendMailAgainApiResponse = unknown;
export type SendMailAgainApiArg = number;
export type SignUpApiResponse = /** status 201 undefined */ SignedUp;
export type SignUpApiArg = SignUp;
export type ShowAvailabilityApiResponse =
  /** status 200 undefined */ Availability;
export type ShowAvailabilityApiArg = /** As typed. */ string;
export type FindClinicsApiResponse = unknown;
export type FindClinicsApiArg = Find;
export type ListConsentsApiResponse = /** status 200 undefined */ Consent[];
export type ListConsentsApiArg = number;
export type ShowConsentApiResponse = /** status 200 undefined */ OpenedConsent;
export type ShowConsentApiArg = number;
export type OpenConsentCopyApiResponse = /** status 200 undefined */ string;
export type OpenConsentCopyApiArg = number;
export type ReissueConsentApiResponse =
  /** status 201 undefined */ IssuedConsent;
export type ReissueConsentApiArg = number;
export type RemindOfConsentApiResponse = /** status 200 undefined */ Consent;
export type RemindOfConsentApiArg = number;
export type ResendConsentApiResponse =
  /** status 200 undefined */ IssuedConsent;
export type ResendConsentApiArg = number;
export type RevokeConsentApiResponse = /** status 200 undefined */ Consent;
export type RevokeConsentApiArg = number;
export type TextConsentApiResponse = /** status 200 undefined */ ConsentTexted;
export type TextConsentApiArg = number;
export type WithdrawConsentApiResponse = /** status 200 undefined */ Consent;
export type WithdrawConsentApiArg = {
  id: number;
  withdrawConsent: WithdrawConsent;
};
export type ListNeededConsentsApiResponse =
  /** status 200 undefined */ ConsentRequirement[];
export type ListNeededConsentsApiArg = {
  patientId: number;
  /** The service's name. */
  service: string;
};
export type ListConsentTemplatesApiResponse =
  /** status 200 undefined */ ConsentTemplate[];
export type ListConsentTemplatesApiArg = void;
export type CreateConsentTemplateApiResponse =
  /** status 201 undefined */ ConsentTemplate;
export type CreateConsentTemplateApiArg = NewConsentTemplate;
export type PreviewConsentTemplateApiResponse =
  /** status 200 undefined */ TextPreview;
export type PreviewConsentTemplateApiArg = TypedText;
export type ListRemovedConsentTemplatesApiResponse =
  /** status 200 undefined */ RemovedConsentTemplate[];
export type ListRemovedConsentTemplatesApiArg = void;
export type UpdateConsentTemplateApiResponse =
  /** status 200 undefined */ ConsentTemplate;
export type UpdateConsentTemplateApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newConsentTemplate: NewConsentTemplate;
};
export type DeleteConsentTemplateApiResponse = unknown;
export type DeleteConsentTemplateApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type DuplicateConsentTemplateApiResponse =
  /** status 201 undefined */ ConsentTemplate;
export type DuplicateConsentTemplateApiArg = number;
export type PutConsentTemplateBackApiResponse =
  /** status 200 undefined */ ConsentTemplate;
export type PutConsentTemplateBackApiArg = number;
export type ListConsentTemplateVersionsApiResponse =
  /** status 200 undefined */ ConsentTemplateVersion[];
export type ListConsentTemplateVersionsApiArg = number;
export type ShowConsentTemplateVersionApiResponse =
  /** status 200 undefined */ ConsentTemplate;
export type ShowConsentTemplateVersionApiArg = {
  id: number;
  version: number;
};
export type RestoreConsentTemplateVersionApiResponse =
  /** status 200 undefined */ ConsentTemplate;
export type RestoreConsentTemplateVersionApiArg = {
  id: number;
  version: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type IssueConsentApiResponse = /** status 201 undefined */ IssuedConsent;
export type IssueConsentApiArg = {
  patientId: number;
  issueConsent: IssueConsent;
};
export type ShowAttentionApiResponse = /** status 200 undefined */ Attention;
export type ShowAttentionApiArg = void;
export type PrintDocumentApiResponse =
  /** status 201 undefined */ PrintedDocument;
export type PrintDocumentApiArg = NewDocument;
export type VerifyDocumentApiResponse =
  /** status 200 undefined */ VerifiedDocument;
export type VerifyDocumentApiArg = VerifyDocument;
export type ShowDocumentApiResponse =
  /** status 200 undefined */ PrintedDocument;
export type ShowDocumentApiArg = number;
export type OpenDocumentApiResponse = /** status 200 undefined */ string;
export type OpenDocumentApiArg = number;
export type ListEmergencyAccessesApiResponse =
  /** status 200 undefined */ EmergencyAccess[];
export type ListEmergencyAccessesApiArg = {
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type OpenEmergencyAccessApiResponse =
  /** status 201 undefined */ OwnEmergencyAccess;
export type OpenEmergencyAccessApiArg = OpenEmergencyAccess;
export type AssessEmergencyAccessApiResponse =
  /** status 200 undefined */ EmergencyAccess;
export type AssessEmergencyAccessApiArg = {
  id: number;
  newAssessment: NewAssessment;
};
export type EndEmergencyAccessApiResponse = unknown;
export type EndEmergencyAccessApiArg = number;
export type ListEstimateClocksApiResponse =
  /** status 200 undefined */ EstimateClock[];
export type ListEstimateClocksApiArg = {
  /** `true` lists closed deadlines instead of open ones. */
  closed?: boolean;
  cause?: ClockCause;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ShowEstimateClockSettingsApiResponse =
  /** status 200 undefined */ EstimateClockSettings;
export type ShowEstimateClockSettingsApiArg = void;
export type UpdateEstimateClockSettingsApiResponse =
  /** status 200 undefined */ EstimateClockSettings;
export type UpdateEstimateClockSettingsApiArg = {
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newEstimateClockSettings: NewEstimateClockSettings;
};
export type CloseEstimateClockApiResponse =
  /** status 200 undefined */ EstimateClock;
export type CloseEstimateClockApiArg = {
  id: number;
  clockClosing: ClockClosing;
};
export type ListFieldChangesApiResponse =
  /** status 200 undefined */ FieldChange[];
export type ListFieldChangesApiArg = {
  record:
    | "member"
    | "service"
    | "service_messages"
    | "loyalty_rule"
    | "clinic_settings"
    | "message_settings"
    | "booking_settings";
  /** The record's id. Left out for settings. */
  id?: number;
};
export type ListFollowUpsApiResponse = /** status 200 undefined */ FollowUp[];
export type ListFollowUpsApiArg =
  | /** `true` lists completed follow-ups instead of open ones. */ boolean
  | undefined;
export type ChangeFollowUpApiResponse = /** status 200 undefined */ FollowUp;
export type ChangeFollowUpApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  followUpChange: FollowUpChange;
};
export type CreateExamApiResponse = /** status 201 undefined */ Exam;
export type CreateExamApiArg = NewExam;
export type CreateEstimateApiResponse = /** status 201 undefined */ Estimate;
export type CreateEstimateApiArg = NewEstimate;
export type ShowEstimatePosterApiResponse =
  /** status 200 undefined */ EstimatePoster;
export type ShowEstimatePosterApiArg = void;
export type MakeEstimatePosterApiResponse =
  /** status 201 undefined */ EstimatePoster;
export type MakeEstimatePosterApiArg = void;
export type DownloadEstimatePosterApiResponse =
  /** status 200 undefined */ string;
export type DownloadEstimatePosterApiArg = void;
export type ListEstimateQuestionsApiResponse =
  /** status 200 undefined */ OpenQuestion[];
export type ListEstimateQuestionsApiArg = void;
export type AnswerEstimateQuestionApiResponse =
  /** status 200 undefined */ EstimateQuestion;
export type AnswerEstimateQuestionApiArg = number;
export type ShowEstimateSettingsApiResponse =
  /** status 200 undefined */ EstimateSettings;
export type ShowEstimateSettingsApiArg = void;
export type UpdateEstimateSettingsApiResponse =
  /** status 200 undefined */ EstimateSettings;
export type UpdateEstimateSettingsApiArg = {
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newEstimateSettings: NewEstimateSettings;
};
export type ShowEstimateApiResponse =
  /** status 200 undefined */ Estimate | null;
export type ShowEstimateApiArg = number;
export type UpdateEstimateApiResponse = /** status 200 undefined */ Estimate;
export type UpdateEstimateApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newEstimate: NewEstimate;
};
export type ShowEstimateContentApiResponse =
  /** status 200 undefined */ EstimateDraft;
export type ShowEstimateContentApiArg = number;
export type UpdateEstimateContentApiResponse =
  /** status 200 undefined */ EstimateDraft;
export type UpdateEstimateContentApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newEstimateContent: NewEstimateContent;
};
export type ListEstimateCopiesApiResponse =
  /** status 200 undefined */ EstimateCopy[];
export type ListEstimateCopiesApiArg = number;
export type OpenEstimateCopyApiResponse = /** status 200 undefined */ string;
export type OpenEstimateCopyApiArg = {
  id: number;
  version: number;
};
export type GiveEstimateApiResponse = /** status 200 undefined */ GivenEstimate;
export type GiveEstimateApiArg = {
  id: number;
  giveEstimate: GiveEstimate;
};
export type IssueEstimateApiResponse =
  /** status 201 undefined */ GivenEstimate;
export type IssueEstimateApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  issueEstimate: IssueEstimate;
};
export type ShowIssuedVersionApiResponse =
  /** status 200 undefined */ IssuedEstimate;
export type ShowIssuedVersionApiArg = {
  id: number;
  version: number;
};
export type OpenEstimateFileApiResponse = /** status 200 undefined */ string;
export type OpenEstimateFileApiArg = {
  id: number;
  version: number;
};
export type ListEstimateVersionsApiResponse =
  /** status 200 undefined */ EstimateVersion[];
export type ListEstimateVersionsApiArg = {
  id: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ShowEstimateVersionApiResponse =
  /** status 200 undefined */ Estimate;
export type ShowEstimateVersionApiArg = {
  id: number;
  version: number;
};
export type VoidEstimateApiResponse = /** status 200 undefined */ Estimate;
export type VoidEstimateApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newVoid: NewVoid;
};
export type OpenExamApiResponse = /** status 200 undefined */ OpenedExam;
export type OpenExamApiArg = number;
export type ListExamAddendaApiResponse = /** status 200 undefined */ Addendum[];
export type ListExamAddendaApiArg = {
  id: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type AddExamAddendumApiResponse = /** status 201 undefined */ Addendum;
export type AddExamAddendumApiArg = {
  id: number;
  newAddendum: NewAddendum;
};
export type ListExamCopiesApiResponse =
  /** status 200 undefined */ SignedCopy[];
export type ListExamCopiesApiArg = number;
export type OpenExamCopyApiResponse = /** status 200 undefined */ string;
export type OpenExamCopyApiArg = {
  id: number;
  kind: SignedKind;
};
export type ShowExamSignatureApiResponse =
  /** status 200 undefined */ ExamSignature | null;
export type ShowExamSignatureApiArg = number;
export type SignExamApiResponse = /** status 201 undefined */ ExamSignature;
export type SignExamApiArg = {
  id: number;
  newExamSignature: NewExamSignature;
};
export type VoidExamApiResponse = /** status 200 undefined */ OpenedExam;
export type VoidExamApiArg = {
  id: number;
  newVoid: NewVoid;
};
export type ListExamTemplatesApiResponse =
  /** status 200 undefined */ ExamTemplate[];
export type ListExamTemplatesApiArg = void;
export type CreateExamTemplateApiResponse =
  /** status 201 undefined */ ExamTemplate;
export type CreateExamTemplateApiArg = NewExamTemplate;
export type ListRemovedExamTemplatesApiResponse =
  /** status 200 undefined */ RemovedExamTemplate[];
export type ListRemovedExamTemplatesApiArg = void;
export type UpdateExamTemplateApiResponse =
  /** status 200 undefined */ ExamTemplate;
export type UpdateExamTemplateApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newExamTemplate: NewExamTemplate;
};
export type DeleteExamTemplateApiResponse = unknown;
export type DeleteExamTemplateApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type DuplicateExamTemplateApiResponse =
  /** status 201 undefined */ ExamTemplate;
export type DuplicateExamTemplateApiArg = number;
export type PutExamTemplateBackApiResponse =
  /** status 200 undefined */ ExamTemplate;
export type PutExamTemplateBackApiArg = number;
export type ListExamTemplateVersionsApiResponse =
  /** status 200 undefined */ ExamTemplateVersion[];
export type ListExamTemplateVersionsApiArg = number;
export type ShowExamTemplateVersionApiResponse =
  /** status 200 undefined */ ExamTemplate;
export type ShowExamTemplateVersionApiArg = {
  id: number;
  version: number;
};
export type RestoreExamTemplateVersionApiResponse =
  /** status 200 undefined */ ExamTemplate;
export type RestoreExamTemplateVersionApiArg = {
  id: number;
  version: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type ShowExamApiResponse = /** status 200 undefined */ Exam | null;
export type ShowExamApiArg = number;
export type ListExamsApiResponse = /** status 200 undefined */ ExamEntry[];
export type ListExamsApiArg = {
  patientId: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ListImportsApiResponse = /** status 200 undefined */ ClientImport[];
export type ListImportsApiArg = void;
export type BeginImportApiResponse = /** status 201 undefined */ ClientImport;
export type BeginImportApiArg = NewImport;
export type ShowImportApiResponse = /** status 200 undefined */ ClientImport;
export type ShowImportApiArg = number;
export type CancelImportApiResponse = /** status 200 undefined */ ClientImport;
export type CancelImportApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type MatchImportColumnsApiResponse =
  /** status 200 undefined */ ClientImport;
export type MatchImportColumnsApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  columnMatching: ColumnMatching;
};
export type ListKeptPatientsApiResponse =
  /** status 200 undefined */ KeptPatient[];
export type ListKeptPatientsApiArg = number;
export type SendImportPartApiResponse = unknown;
export type SendImportPartApiArg = {
  id: number;
  number: number;
  importPart: ImportPart;
};
export type ReadImportApiResponse = /** status 200 undefined */ ClientImport;
export type ReadImportApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  fileReading: FileReading;
};
export type ListImportRowsApiResponse = /** status 200 undefined */ ImportRow[];
export type ListImportRowsApiArg = {
  id: number;
  /** Default: all. */
  kind?:
    "all" | "problems" | "notices" | "very_likely" | "possible" | "in_file";
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ForgetImportRowsApiResponse = unknown;
export type ForgetImportRowsApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type RunImportApiResponse = /** status 200 undefined */ ClientImport;
export type RunImportApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  importRun: ImportRun;
};
export type UndoImportApiResponse = /** status 200 undefined */ ClientImport;
export type UndoImportApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type ShowKioskApiResponse = /** status 200 undefined */ Kiosk;
export type ShowKioskApiArg = void;
export type StartKioskApiResponse = unknown;
export type StartKioskApiArg = StartKiosk;
export type ReturnKioskApiResponse = /** status 200 undefined */ KioskReturned;
export type ReturnKioskApiArg = ReturnKiosk;
export type ListLoyaltyBalancesApiResponse =
  /** status 200 undefined */ LoyaltyBalance[];
export type ListLoyaltyBalancesApiArg = {
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ReverseLoyaltyEntryApiResponse =
  /** status 201 undefined */ LoyaltyEntry;
export type ReverseLoyaltyEntryApiArg = {
  id: number;
  reverseEntry: ReverseEntry;
};
export type ShowPatientPointsApiResponse =
  /** status 200 undefined */ PatientPoints;
export type ShowPatientPointsApiArg = number;
export type AdjustPointsApiResponse = /** status 201 undefined */ LoyaltyEntry;
export type AdjustPointsApiArg = {
  patientId: number;
  adjustPoints: AdjustPoints;
};
export type ListLoyaltyEntriesApiResponse =
  /** status 200 undefined */ LoyaltyEntry[];
export type ListLoyaltyEntriesApiArg = {
  patientId: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type RedeemPointsApiResponse = /** status 201 undefined */ LoyaltyEntry;
export type RedeemPointsApiArg = {
  patientId: number;
  redeemPoints: RedeemPoints;
};
export type ListLoyaltyRulesApiResponse =
  /** status 200 undefined */ LoyaltyRule[];
export type ListLoyaltyRulesApiArg = void;
export type SaveLoyaltyRuleApiResponse =
  /** status 201 undefined */ LoyaltyRule;
export type SaveLoyaltyRuleApiArg = {
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newLoyaltyRule: NewLoyaltyRule;
};
export type DeleteLoyaltyRuleApiResponse = unknown;
export type DeleteLoyaltyRuleApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type ListFailedMessagesApiResponse =
  /** status 200 undefined */ FailedMessage[];
export type ListFailedMessagesApiArg = void;
export type ListRecallsApiResponse = /** status 200 undefined */ Recall[];
export type ListRecallsApiArg = void;
export type SkipRecallApiResponse = unknown;
export type SkipRecallApiArg = number;
export type UnskipRecallApiResponse = unknown;
export type UnskipRecallApiArg = number;
export type ListServiceMessagesApiResponse =
  /** status 200 undefined */ ServiceMessages[];
export type ListServiceMessagesApiArg = void;
export type UpdateServiceMessagesApiResponse =
  /** status 200 undefined */ ServiceMessages;
export type UpdateServiceMessagesApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newServiceMessages: NewServiceMessages;
};
export type PreviewAftercareApiResponse =
  /** status 200 undefined */ MessagePreview;
export type PreviewAftercareApiArg = {
  id: number;
  aftercareText: AftercareText;
};
export type ShowMessageSettingsApiResponse =
  /** status 200 undefined */ MessageSettings;
export type ShowMessageSettingsApiArg = void;
export type UpdateMessageSettingsApiResponse =
  /** status 200 undefined */ MessageSettings;
export type UpdateMessageSettingsApiArg = {
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newMessageSettings: NewMessageSettings;
};
export type ListMessageTemplatesApiResponse =
  /** status 200 undefined */ MessageTemplate[];
export type ListMessageTemplatesApiArg = void;
export type UpdateMessageTemplateApiResponse =
  /** status 200 undefined */ MessageTemplate;
export type UpdateMessageTemplateApiArg = {
  kind: MessageKind;
  /** Default: the kind's own channel. `text` for a kind that is usually mailed: the text that replaces the mail. */
  channel?: MessageChannel;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newMessageTemplate: NewMessageTemplate;
};
export type ResetMessageTemplateApiResponse =
  /** status 200 undefined */ MessageTemplate;
export type ResetMessageTemplateApiArg = {
  kind: MessageKind;
  /** Default: the kind's own channel. `text` for a kind that is usually mailed: the text that replaces the mail. */
  channel?: MessageChannel;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type PreviewMessageTemplateApiResponse =
  /** status 200 undefined */ MessagePreview;
export type PreviewMessageTemplateApiArg = {
  kind: MessageKind;
  /** Default: the kind's own channel. `text` for a kind that is usually mailed: the text that replaces the mail. */
  channel?: MessageChannel;
  newMessageTemplate: NewMessageTemplate;
};
export type ListInboundTextsApiResponse =
  /** status 200 undefined */ InboundText[];
export type ListInboundTextsApiArg = void;
export type CloseInboundTextApiResponse = unknown;
export type CloseInboundTextApiArg = number;
export type ReopenInboundTextApiResponse = unknown;
export type ReopenInboundTextApiArg = number;
export type SendMessageAgainApiResponse = unknown;
export type SendMessageAgainApiArg = number;
export type ListPatientsApiResponse = /** status 200 undefined */ Patient[];
export type ListPatientsApiArg = {
  /** Parts of a first name, last name or e-mail address in any order, a phone number, or a birth date
    (3/14/1985, 03/14/85, 1985-03-14). */
  search?: string;
  /** `true` lists archived patients as well. */
  archived?: boolean;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type CreatePatientApiResponse = /** status 201 undefined */ Patient;
export type CreatePatientApiArg = NewPatient;
export type CheckDuplicatesApiResponse =
  /** status 200 undefined */ PossibleDuplicate[];
export type CheckDuplicatesApiArg = DuplicateCheck;
export type ListSuspectedPairsApiResponse =
  /** status 200 undefined */ SuspectedPair[];
export type ListSuspectedPairsApiArg = {
  /** The end of the former page, from its Link header. */
  after?: string;
  /** The most pairs of the page, up to 100. */
  limit?: number;
};
export type ShowPatientApiResponse = /** status 200 undefined */ PatientRecord;
export type ShowPatientApiArg = number;
export type DeletePatientApiResponse = unknown;
export type DeletePatientApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type ChangePatientApiResponse =
  /** status 200 undefined */ PatientRecord;
export type ChangePatientApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  patientChange: PatientChange;
};
export type ListPatientAdverseEventsApiResponse =
  /** status 200 undefined */ AdverseEvent[];
export type ListPatientAdverseEventsApiArg = {
  id: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ArchivePatientApiResponse =
  /** status 200 undefined */ PatientRecord;
export type ArchivePatientApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  archiving: Archiving;
};
export type ListPatientChangesApiResponse =
  /** status 200 undefined */ PatientFieldChange[];
export type ListPatientChangesApiArg = {
  id: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ListPatientChargesApiResponse =
  /** status 200 undefined */ Charge[];
export type ListPatientChargesApiArg = {
  id: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ShowClearanceApiResponse =
  /** status 200 undefined */ PatientClearance;
export type ShowClearanceApiArg = number;
export type ShowClinicalListsApiResponse =
  /** status 200 undefined */ ClinicalLists;
export type ShowClinicalListsApiArg = number;
export type ListClinicalAnswersApiResponse =
  /** status 200 undefined */ ClinicalList[];
export type ListClinicalAnswersApiArg = {
  id: number;
  kind: ClinicalKind;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type AnswerClinicalListApiResponse =
  /** status 201 undefined */ ClinicalList;
export type AnswerClinicalListApiArg = {
  id: number;
  kind: ClinicalKind;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newClinicalAnswer: NewClinicalAnswer;
};
export type WithdrawClinicalAnswerApiResponse = unknown;
export type WithdrawClinicalAnswerApiArg = {
  id: number;
  kind: ClinicalKind;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type ShowContactPreferencesApiResponse =
  /** status 200 undefined */ ContactPreferences;
export type ShowContactPreferencesApiArg = number;
export type UpdateContactPreferencesApiResponse =
  /** status 200 undefined */ ContactPreferences;
export type UpdateContactPreferencesApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newContactPreferences: NewContactPreferences;
};
export type NoteCostQuestionApiResponse =
  /** status 201 undefined */ PatientCoverage;
export type NoteCostQuestionApiArg = {
  id: number;
  costQuestion: CostQuestion;
};
export type ShowPatientCoverageApiResponse =
  /** status 200 undefined */ PatientCoverage;
export type ShowPatientCoverageApiArg = number;
export type UpdatePatientCoverageApiResponse =
  /** status 200 undefined */ PatientCoverage;
export type UpdatePatientCoverageApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newCoverage: NewCoverage;
};
export type KeepApartApiResponse = unknown;
export type KeepApartApiArg = {
  id: number;
  other: number;
};
export type SuspectAgainApiResponse = unknown;
export type SuspectAgainApiArg = {
  id: number;
  other: number;
};
export type ConfirmPatientEmailApiResponse = unknown;
export type ConfirmPatientEmailApiArg = number;
export type ShowEmergencyRecordApiResponse =
  /** status 200 undefined */ EmergencyRecord;
export type ShowEmergencyRecordApiArg = number;
export type ListExportsApiResponse =
  /** status 200 undefined */ PatientExportEntry[];
export type ListExportsApiArg = number;
export type ExportPatientApiResponse =
  /** status 201 undefined */ PatientExportEntry;
export type ExportPatientApiArg = {
  id: number;
  newExport: NewExport;
};
export type DownloadExportApiResponse = /** status 200 undefined */ string;
export type DownloadExportApiArg = {
  id: number;
  export: number;
  /** The number of the file, starting with 1, the default. */
  number?: number;
};
export type ReportHealthChangeApiResponse =
  /** status 201 undefined */ PatientClearance;
export type ReportHealthChangeApiArg = {
  id: number;
  newHealthChange: NewHealthChange;
};
export type MergePatientApiResponse = /** status 200 undefined */ PatientRecord;
export type MergePatientApiArg = {
  id: number;
  patientMerging: PatientMerging;
};
export type PreviewMergeApiResponse = /** status 200 undefined */ MergePreview;
export type PreviewMergeApiArg = {
  id: number;
  other: number;
};
export type ListMergesApiResponse = /** status 200 undefined */ MergedPatient[];
export type ListMergesApiArg = number;
export type PreviewUndoApiResponse = /** status 200 undefined */ UndoPreview;
export type PreviewUndoApiArg = {
  id: number;
  other: number;
};
export type UndoMergeApiResponse = /** status 200 undefined */ PatientRecord;
export type UndoMergeApiArg = {
  id: number;
  other: number;
};
export type ListPatientMessagesApiResponse =
  /** status 200 undefined */ PatientMessage[];
export type ListPatientMessagesApiArg = {
  id: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ListPatientNotesApiResponse =
  /** status 200 undefined */ PatientNote[];
export type ListPatientNotesApiArg = {
  id: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type AddPatientNoteApiResponse = /** status 201 undefined */ PatientNote;
export type AddPatientNoteApiArg = {
  id: number;
  newPatientNote: NewPatientNote;
};
export type ListRemovedPatientNotesApiResponse =
  /** status 200 undefined */ RemovedPatientNote[];
export type ListRemovedPatientNotesApiArg = {
  id: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type RemovePatientNoteApiResponse = unknown;
export type RemovePatientNoteApiArg = {
  id: number;
  note: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type ChangePatientNoteApiResponse =
  /** status 200 undefined */ PatientNote;
export type ChangePatientNoteApiArg = {
  id: number;
  note: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  patientNoteChange: PatientNoteChange;
};
export type RestorePatientNoteApiResponse =
  /** status 200 undefined */ PatientNote;
export type RestorePatientNoteApiArg = {
  id: number;
  note: number;
};
export type ListPatientNoteVersionsApiResponse =
  /** status 200 undefined */ PatientNoteVersion[];
export type ListPatientNoteVersionsApiArg = {
  id: number;
  note: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type RestorePatientApiResponse =
  /** status 200 undefined */ PatientRecord;
export type RestorePatientApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type ShowSummaryApiResponse = /** status 200 undefined */ RecordSummary;
export type ShowSummaryApiArg = number;
export type ShowTextReachApiResponse = /** status 200 undefined */ TextReach;
export type ShowTextReachApiArg = number;
export type ShowTimelineApiResponse =
  /** status 200 undefined */ TimelineEntry[];
export type ShowTimelineApiArg = {
  id: number;
  /** Kinds separated by commas. Default: all except `removed`. */
  kinds?: string;
  /** The end of the page before, from its Link header. */
  after?: string;
  /** The most entries of the page, up to 200. */
  limit?: number;
};
export type ListOfferedPlansApiResponse = /** status 200 undefined */ Plan[];
export type ListOfferedPlansApiArg = void;
export type OpenConsentApiResponse = /** status 200 undefined */ PortalConsent;
export type OpenConsentApiArg = string;
export type ShowCopyApiResponse = /** status 200 undefined */ PortalCopy;
export type ShowCopyApiArg = string;
export type DownloadCopyApiResponse = /** status 200 undefined */ string;
export type DownloadCopyApiArg = string;
export type DeclineConsentApiResponse =
  /** status 200 undefined */ DeclinedConsent;
export type DeclineConsentApiArg = {
  token: string;
  declineConsent: DeclineConsent;
};
export type NoteReadToEndApiResponse = unknown;
export type NoteReadToEndApiArg = string;
export type SignConsentApiResponse = /** status 200 undefined */ SignedConsent;
export type SignConsentApiArg = {
  token: string;
  signConsent: SignConsent;
};
export type OpenEstimateApiResponse =
  /** status 200 undefined */ PortalEstimate;
export type OpenEstimateApiArg = string;
export type AskAboutEstimateApiResponse = unknown;
export type AskAboutEstimateApiArg = {
  token: string;
  askAboutEstimate: AskAboutEstimate;
};
export type DownloadEstimateApiResponse = /** status 200 undefined */ string;
export type DownloadEstimateApiArg = string;
export type ReceiveEstimateApiResponse =
  /** status 200 undefined */ ReceivedEstimate;
export type ReceiveEstimateApiArg = {
  token: string;
  receiveEstimate: ReceiveEstimate;
};
export type ListProtocolsApiResponse = /** status 200 undefined */ Protocols;
export type ListProtocolsApiArg = void;
export type CreateProtocolDraftApiResponse =
  /** status 201 undefined */ ProtocolDraft;
export type CreateProtocolDraftApiArg = NewProtocolDraft;
export type UpdateProtocolDraftApiResponse =
  /** status 200 undefined */ ProtocolDraft;
export type UpdateProtocolDraftApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  changedProtocolDraft: ChangedProtocolDraft;
};
export type DeleteProtocolDraftApiResponse = unknown;
export type DeleteProtocolDraftApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type SignProtocolDraftApiResponse =
  /** status 201 undefined */ ProtocolVersion;
export type SignProtocolDraftApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  protocolSigning: ProtocolSigning;
};
export type OverrideProtocolApiResponse =
  /** status 201 undefined */ ProtocolOverride;
export type OverrideProtocolApiArg = NewProtocolOverride;
export type ListOwnProtocolsApiResponse =
  /** status 200 undefined */ OwnProtocols;
export type ListOwnProtocolsApiArg = void;
export type ShowProtocolSettingsApiResponse =
  /** status 200 undefined */ ProtocolSettings;
export type ShowProtocolSettingsApiArg = void;
export type UpdateProtocolSettingsApiResponse =
  /** status 200 undefined */ ProtocolSettings;
export type UpdateProtocolSettingsApiArg = {
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newProtocolSettings: NewProtocolSettings;
};
export type ShowProtocolVersionApiResponse =
  /** status 200 undefined */ ProtocolText;
export type ShowProtocolVersionApiArg = number;
export type RetireProtocolApiResponse = unknown;
export type RetireProtocolApiArg = {
  id: number;
  newProtocolRetirement: NewProtocolRetirement;
};
export type AgreeToProtocolApiResponse = unknown;
export type AgreeToProtocolApiArg = {
  id: number;
  protocolSigning: ProtocolSigning;
};
export type ShowProtocolApiResponse = /** status 200 undefined */ Protocol;
export type ShowProtocolApiArg = number;
export type ListReviewApiResponse = /** status 200 undefined */ ReviewRow[];
export type ListReviewApiArg = {
  part?: "all" | "ready" | "late" | "returned";
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ListAbsencesApiResponse = /** status 200 undefined */ Absences;
export type ListAbsencesApiArg = void;
export type AddAbsenceApiResponse = /** status 201 undefined */ Absence;
export type AddAbsenceApiArg = NewAbsence;
export type RemoveAbsenceApiResponse = unknown;
export type RemoveAbsenceApiArg = number;
export type ApproveChartsApiResponse = unknown;
export type ApproveChartsApiArg = Approvals;
export type CountReviewApiResponse = /** status 200 undefined */ ReviewCounts;
export type CountReviewApiArg = void;
export type ShowPunctualityApiResponse =
  /** status 200 undefined */ Punctuality[];
export type ShowPunctualityApiArg = {
  from: string;
  to: string;
};
export type ShowReviewSettingsApiResponse =
  /** status 200 undefined */ ReviewSettings;
export type ShowReviewSettingsApiArg = void;
export type UpdateReviewSettingsApiResponse =
  /** status 200 undefined */ ReviewSettings;
export type UpdateReviewSettingsApiArg = {
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newReviewSettings: NewReviewSettings;
};
export type ListSettledChartsApiResponse =
  /** status 200 undefined */ SettledChart[];
export type ListSettledChartsApiArg = {
  /** Default: both. */
  state?: "approved" | "not_selected";
  providerId?: number;
  /** The director who has approved it. */
  approvedBy?: number;
  /** The first and the last day of recording, in the clinic's zone. */
  from?: string;
  to?: string;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ListReviewStatesApiResponse =
  /** status 200 undefined */ TreatmentReview[];
export type ListReviewStatesApiArg = number;
export type ShowChartApiResponse = /** status 200 undefined */ ReviewChart;
export type ShowChartApiArg = number;
export type ResubmitTreatmentApiResponse = unknown;
export type ResubmitTreatmentApiArg = {
  id: number;
  resubmission: Resubmission;
};
export type ReturnTreatmentApiResponse = unknown;
export type ReturnTreatmentApiArg = {
  id: number;
  newReturn: NewReturn;
};
export type WithdrawReturnApiResponse = unknown;
export type WithdrawReturnApiArg = {
  id: number;
  withdrawal: Withdrawal;
};
export type ShowRightToEstimateApiResponse =
  /** status 200 undefined */ RightToEstimate;
export type ShowRightToEstimateApiArg = void;
export type ShowScheduleApiResponse = /** status 200 undefined */ Schedule;
export type ShowScheduleApiArg = {
  /** The first day, in the clinic's time zone. Default: today. */
  from?: string;
  /** The last day, at most 100 days later. Default: the first one. */
  to?: string;
};
export type AddBlockApiResponse = /** status 201 undefined */ Block;
export type AddBlockApiArg = NewBlock;
export type RemoveBlockApiResponse = unknown;
export type RemoveBlockApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type ChangeBlockApiResponse = /** status 200 undefined */ Block;
export type ChangeBlockApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  blockChange: BlockChange;
};
export type ListClosuresApiResponse = /** status 200 undefined */ Closure[];
export type ListClosuresApiArg = void;
export type AddClosureApiResponse = /** status 201 undefined */ Closure;
export type AddClosureApiArg = NewClosure;
export type RemoveClosureApiResponse = unknown;
export type RemoveClosureApiArg = number;
export type SetWorkingHoursApiResponse =
  /** status 200 undefined */ WorkingHours;
export type SetWorkingHoursApiArg = {
  memberId: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newWorkingHours: NewWorkingHours;
};
export type AddResourceApiResponse = /** status 201 undefined */ Resource;
export type AddResourceApiArg = NewResource;
export type ChangeResourceApiResponse = /** status 200 undefined */ Resource;
export type ChangeResourceApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  resourceChange: ResourceChange;
};
export type SearchApiResponse = /** status 200 undefined */ Found;
export type SearchApiArg =
  | /** As in the list of patients. Without it: the patients whose records the member opened last. */ string
  | undefined;
export type ListServicesApiResponse = /** status 200 undefined */ Service[];
export type ListServicesApiArg =
  /** `true` lists retired services too. */ boolean | undefined;
export type CreateServiceApiResponse = /** status 201 undefined */ Service;
export type CreateServiceApiArg = NewService;
export type OrderServicesApiResponse = /** status 200 undefined */ Service[];
export type OrderServicesApiArg = ServiceOrder;
export type DeleteServiceApiResponse = unknown;
export type DeleteServiceApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type ChangeServiceApiResponse = /** status 200 undefined */ Service;
export type ChangeServiceApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  serviceChange: ServiceChange;
};
export type RestoreServiceApiResponse = /** status 200 undefined */ Service;
export type RestoreServiceApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type RetireServiceApiResponse = /** status 200 undefined */ Service;
export type RetireServiceApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type CreateCheckoutSessionApiResponse =
  /** status 200 undefined */ CheckoutSession;
export type CreateCheckoutSessionApiArg = NewCheckout;
export type CreatePortalSessionApiResponse =
  /** status 200 undefined */ PortalSession;
export type CreatePortalSessionApiArg = NoDetails;
export type RefreshBillingApiResponse = /** status 200 undefined */ Refreshed;
export type RefreshBillingApiArg = NoDetails;
export type ListSubscriptionsApiResponse =
  /** status 200 undefined */ Subscription[];
export type ListSubscriptionsApiArg = {
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type CreateSubscriptionApiResponse =
  /** status 201 undefined */ Subscription;
export type CreateSubscriptionApiArg = NewSubscription;
export type ListPlansApiResponse = /** status 200 undefined */ Plan[];
export type ListPlansApiArg = void;
export type ListSubscriptionHistoryApiResponse =
  /** status 200 undefined */ StatusChange[];
export type ListSubscriptionHistoryApiArg = number;
export type ListTeamApiResponse = /** status 200 undefined */ TeamMember[];
export type ListTeamApiArg = void;
export type CreateTeamMemberApiResponse =
  /** status 201 undefined */ InvitedMember;
export type CreateTeamMemberApiArg = NewTeamMember;
export type ListFormerMembersApiResponse =
  /** status 200 undefined */ FormerMember[];
export type ListFormerMembersApiArg = void;
export type UpdateTeamMemberApiResponse =
  /** status 200 undefined */ TeamMember;
export type UpdateTeamMemberApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  newTeamMember: NewTeamMember;
};
export type DeleteTeamMemberApiResponse = unknown;
export type DeleteTeamMemberApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type ConfirmTeamMemberApiResponse =
  /** status 200 undefined */ TeamMember;
export type ConfirmTeamMemberApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type InviteTeamMemberApiResponse =
  /** status 201 undefined */ Invitation;
export type InviteTeamMemberApiArg = number;
export type CancelInvitationApiResponse =
  /** status 200 undefined */ TeamMember;
export type CancelInvitationApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type ReactivateTeamMemberApiResponse =
  /** status 200 undefined */ InvitedMember;
export type ReactivateTeamMemberApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
};
export type RemoveTeamSecondFactorApiResponse = unknown;
export type RemoveTeamSecondFactorApiArg = number;
export type ListTreatmentsApiResponse = /** status 200 undefined */ Treatment[];
export type ListTreatmentsApiArg = {
  patientId: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type CreateTreatmentApiResponse = /** status 201 undefined */ Treatment;
export type CreateTreatmentApiArg = NewTreatment;
export type ListPendingTreatmentsApiResponse =
  /** status 200 undefined */ PendingTreatment[];
export type ListPendingTreatmentsApiArg = void;
export type ListTreatmentAddendaApiResponse =
  /** status 200 undefined */ Addendum[];
export type ListTreatmentAddendaApiArg = {
  id: number;
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type AddTreatmentAddendumApiResponse =
  /** status 201 undefined */ Addendum;
export type AddTreatmentAddendumApiArg = {
  id: number;
  newAddendum: NewAddendum;
};
export type ApproveTreatmentApiResponse = /** status 200 undefined */ Treatment;
export type ApproveTreatmentApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  approval: Approval;
};
export type ListTreatmentCopiesApiResponse =
  /** status 200 undefined */ SignedCopy[];
export type ListTreatmentCopiesApiArg = number;
export type OpenTreatmentCopyApiResponse = /** status 200 undefined */ string;
export type OpenTreatmentCopyApiArg = {
  id: number;
  kind: SignedKind;
};
export type VoidTreatmentApiResponse = /** status 200 undefined */ Treatment;
export type VoidTreatmentApiArg = {
  id: number;
  newVoid: NewVoid;
};
export type OpenVisitApiResponse = /** status 200 undefined */ PortalVisit;
export type OpenVisitApiArg = string;
export type AnswerVisitApiResponse = /** status 200 undefined */ PortalVisit;
export type AnswerVisitApiArg = {
  token: string;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  answerVisit: AnswerVisit;
};
export type DownloadVisitApiResponse = /** status 200 undefined */ string;
export type DownloadVisitApiArg = string;
export type MoveVisitApiResponse = /** status 200 undefined */ PortalVisit;
export type MoveVisitApiArg = {
  token: string;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  moveVisit: MoveVisit;
};
export type ListVisitTimesApiResponse = /** status 200 undefined */ VisitTimes;
export type ListVisitTimesApiArg = {
  token: string;
  /** The first day in the clinic's time zone, or the time at which to continue. Default: as early as the clinic allows. */
  from?: string;
};
export type ListWaitlistApiResponse =
  /** status 200 undefined */ WaitlistEntry[];
export type ListWaitlistApiArg = void;
export type CreateWaitlistEntryApiResponse =
  /** status 201 undefined */ WaitlistEntry;
export type CreateWaitlistEntryApiArg = NewWaitlistEntry;
export type ListWaitlistMatchesApiResponse =
  /** status 200 undefined */ WaitlistEntry[];
export type ListWaitlistMatchesApiArg = {
  /** `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset of its own. */
  startsAt: string;
  /** The length in minutes, at most 720. */
  minutes: number;
  /** The provider of the time. Default: any provider. */
  providerId?: number;
};
export type ChangeWaitlistEntryApiResponse =
  /** status 200 undefined */ WaitlistEntry;
export type ChangeWaitlistEntryApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match": string;
  waitlistChange: WaitlistChange;
};
export type AdverseEventId = number;
export type AdverseEventKind =
  | "vascular_occlusion"
  | "infection"
  | "hypersensitivity"
  | "nodule"
  | "ptosis"
  | "burn"
  | "other";
export type PatientId = number;
export type Severity = "mild" | "moderate" | "severe" | "life_threatening";
export type AdverseEventStatus =
  "open" | "resolving" | "resolved" | "resolved_with_sequelae";
export type TreatmentId = number;
export type ListedAdverseEvent = {
  /** When a director acknowledged it. Null if no director has. */
  acknowledged_at: string | null;
  /** By name. */
  acknowledged_by: string | null;
  /** By the clinic's calendar. */
  began_on: string;
  /** The day of the next follow-up, by the clinic's calendar. */
  follow_up_on: string | null;
  id: AdverseEventId;
  kind: AdverseEventKind;
  patient_id: PatientId;
  patient_name: string;
  reported_at: string;
  /** By name. */
  reported_by: string;
  /** From the last correction, or else from the report. */
  severity: Severity;
  status: AdverseEventStatus;
  treatment_id: TreatmentId | null;
  treatment_type: string | null;
};
export type SeriesConflict = {
  /** For programs. */
  code: string;
  date: string;
  /** A sentence for the person. */
  message: string;
};
export type BTreeMap = {
  [key: string]: string;
};
export type Warning = {
  /** For programs; sent back in `confirmed` once the person has read it. */
  code: string;
  /** A sentence for the person. */
  message: string;
  patient_id: PatientId | null;
};
export type Failure = {
  /** For programs. */
  code: string;
  /** The dates that are not free; only with the code `series_conflicts`. */
  conflicts?: SeriesConflict[];
  /** A sentence for the person. */
  error: string;
  /** What is wrong with which field; only for invalid fields. */
  fields?: BTreeMap;
  /** What has to be confirmed; only with the code `unconfirmed`. */
  warnings?: Warning[];
};
export type AdverseEventEntryId = number;
export type AdverseEventEntryKind =
  "follow_up" | "correction" | "acknowledgement";
export type AdverseEventEntry = {
  at: string;
  /** The name and the role at that moment. */
  by: string;
  /** Set for a follow-up. */
  follow_up_on: string | null;
  id: AdverseEventEntryId;
  kind: AdverseEventEntryKind;
  /** Set for a correction. */
  reason: string | null;
  role: string;
  severity: Severity | null;
  status: AdverseEventStatus | null;
  /** Null for an acknowledgment. */
  text: string | null;
};
export type AdverseEvent = ListedAdverseEvent & {
  /** What was done about it. */
  action: string;
  /** What happened. */
  details: string;
  /** The oldest first. */
  entries: AdverseEventEntry[];
  /** Whether the signed-in member may acknowledge it now. */
  may_acknowledge: boolean;
  /** The reporter's role at that moment. */
  reported_role: string;
  reported_severity: Severity;
};
export type Note = string;
export type Day = string;
export type NewAdverseEvent = {
  /** What was done about it. */
  action: Note;
  /** By the clinic's calendar, not in the future. */
  began_on: Day;
  /** What happened. */
  details: Note;
  follow_up_on?: Day | null;
  kind: AdverseEventKind;
  patient_id: PatientId;
  severity: Severity;
  treatment_id?: TreatmentId | null;
};
export type Line = string;
export type AdverseEventCorrection = {
  /** Why it is corrected. */
  reason: Line;
  severity?: Severity | null;
  /** What is right. */
  text: Note;
};
export type NewAdverseEventFollowUp = {
  follow_up_on?: Day | null;
  status: AdverseEventStatus;
  text: Note;
};
export type AppointmentId = number;
export type ClearanceStatus =
  | "valid"
  | "expiring"
  | "expired"
  | "missing"
  | "waiting"
  | "reopened"
  | "not_a_candidate"
  | "deferred";
export type Marks = {
  /** How many issued consents the patient has neither signed nor declined. */
  consents_pending: number | null;
  /** How many consents the patient has signed. If both numbers are 0, nobody has issued a consent. */
  consents_signed: number | null;
  exam: ClearanceStatus | null;
  /** The last day of that clearance. Null while the module is off, and for a service that was never cleared. */
  exam_until: string | null;
  has_alert: boolean | null;
  /** Whether the patient has no visit and no treatment before this appointment. */
  is_first_visit: boolean | null;
};
export type MemberId = number;
export type ResourceId = number;
export type AppointmentStatus =
  | "Booked"
  | "Confirmed"
  | "Arrived"
  | "In room"
  | "Completed"
  | "No-show"
  | "Cancelled";
export type Appointment = {
  allow_overlap: boolean;
  /** The name of the member who booked it although the provider was booked. */
  booked_anyway_by: string | null;
  /** Why it was canceled. */
  cancel_reason: string | null;
  ends_at: string;
  first_name: string | null;
  id: AppointmentId;
  last_name: string | null;
  marks: Marks;
  /** When the patient asked for another time. Null if there is no open request. */
  move_asked_at: string | null;
  notes: string | null;
  patient_id: PatientId | null;
  /** Whether the patient is archived. Null if the patient is null. */
  patient_is_archived: boolean | null;
  provider_id: MemberId | null;
  provider_name: string | null;
  /** When the patient asked for it online. Null once the clinic has answered. Until then it occupies its time as well. */
  requested_at: string | null;
  resource_id: ResourceId | null;
  resource_name: string | null;
  /** The same for all appointments that were booked together. */
  series_id: string | null;
  /** The name that the service had when it was booked. */
  service: string;
  starts_at: string;
  status: AppointmentStatus;
  /** When it got its status. Null if it was only ever booked. */
  status_at: string | null;
  /** When it was changed last. Null if it was never changed. */
  updated_at: string | null;
  /** The name of the person who changed it last. */
  updated_by: string | null;
  /** For `If-Match`. */
  version: number;
};
export type Confirmed = string[];
export type NewAppointment = {
  /** Book even if the provider is booked at that time. The member's name is stored. */
  allow_overlap?: boolean | null;
  /** `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC. */
  appointment_time: Line;
  confirmed?: Confirmed | null;
  notes?: Note | null;
  patient_id: PatientId;
  provider_id?: MemberId | null;
  resource_id?: ResourceId | null;
  service?: Line | null;
};
export type ProviderAhead = {
  appointments: number;
  first_starts_at: string;
  /** Whether the provider can still be booked. Also true if any provider may take the appointments. */
  is_bookable: boolean;
  provider_id: MemberId | null;
  provider_name: string | null;
};
export type AppointmentChanges = {
  /** Differs from an earlier mark if an appointment was booked or changed since. 0 if there never was such a change. */
  mark: number;
};
export type ProviderChoice = {
  id: MemberId;
  name: string;
};
export type Reassigned = {
  /** The code of the refusal, as in a change of one appointment. `unconfirmed` comes with `warnings`. */
  code: string | null;
  id: AppointmentId;
  is_given: boolean;
  /** The reason of the refusal, as a sentence for the person. */
  message: string | null;
  warnings: Warning[];
};
export type AppointmentRef = {
  /** As for a change of one appointment. */
  allow_overlap?: boolean | null;
  confirmed?: Confirmed | null;
  id: AppointmentId;
  /** The version that was seen. An appointment that somebody has changed since is not reassigned. */
  version: number;
};
export type Reassignment = {
  appointments: AppointmentRef[];
  provider_id?: MemberId | null;
};
export type RequestCount = {
  /** Online requests that are not answered. */
  open: number;
};
export type AppointmentSeries = {
  /** By their start. */
  appointments: Appointment[];
  series_id: string;
};
export type OtherTime = {
  /** Its own time, in the same format as the time of the first one. */
  appointment_time: string;
  /** The day that it has in the series. */
  date: string;
};
export type NewSeries = {
  /** The time of the first appointment: `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC. The others are
    at the same time by the clinic's clock. */
  appointment_time: Line;
  confirmed?: Confirmed | null;
  /** How many weeks lie between two appointments. */
  every_weeks: number;
  /** The days of the series that are skipped. */
  left_out?: string[] | null;
  notes?: Note | null;
  /** The appointments that are at another time than the others. */
  other_times?: OtherTime[] | null;
  patient_id: PatientId;
  provider_id?: MemberId | null;
  resource_id?: ResourceId | null;
  service?: Line | null;
  /** How many appointments the series has. */
  times: number;
};
export type SeriesDate = {
  /** Why it cannot be booked. Null if it can. */
  conflict: string | null;
  /** The day that it has in the series. `other_times` and `left_out` name it by this day. */
  date: string;
  /** Null if the time does not exist on that day. */
  starts_at: string | null;
  /** The warnings that have to be confirmed, the most important first. */
  unusual: string[];
};
export type FreeSlot = {
  ends_at: string;
  provider_id: MemberId;
  provider_name: string;
  starts_at: string;
};
export type FreeSlots = {
  /** `from` of the next call, which continues where this answer ends. */
  next_from: string;
  slots: FreeSlot[];
};
export type AppointmentEventKind = "booked" | "moved" | "status" | "changed";
export type AppointmentEvent = {
  /** The name at that moment. */
  actor_name: string;
  at: string;
  ends_at: string | null;
  former_ends_at: string | null;
  former_provider_name: string | null;
  former_resource_name: string | null;
  former_starts_at: string | null;
  from_status: AppointmentStatus | null;
  kind: AppointmentEventKind;
  /** Null also if any provider may take the appointment. */
  provider_name: string | null;
  /** Null for roles with limited access. */
  reason: string | null;
  resource_name: string | null;
  starts_at: string | null;
  to_status: AppointmentStatus | null;
  /** The codes of the warnings that were confirmed. */
  warnings: string[];
};
export type MessageReason =
  | "cancelled"
  | "moved"
  | "past"
  | "quiet_hours"
  | "no_address"
  | "no_number"
  | "not_wanted"
  | "stopped"
  | "switched_off"
  | "confirmed"
  | "replaced"
  | "address"
  | "refused"
  | "out_of_reach"
  | "interrupted"
  | "internal"
  | "reopened"
  | "visit_booked"
  | "skipped"
  | "archived"
  | "decided"
  | "returned"
  | "complained"
  | "move_asked";
export type MessageChannel = "email" | "text";
export type Outlook = {
  cancelled: MessageReason | null;
  channel: MessageChannel;
  /** When the message is sent: in three minutes, or when the quiet hours end. */
  due_at: string;
  /** Whether the quiet hours delay the message. */
  is_quiet: boolean;
  moved: MessageReason | null;
  not_texted: MessageReason | null;
  /** The address or the number. */
  to: string | null;
};
export type AppointmentDetail = Appointment & {
  /** Newest first. Empty for an appointment booked before history was stored. */
  events: AppointmentEvent[];
  /** The starts of the later visits of its series that can be moved or canceled along with it. */
  later: string[];
  outlook: Outlook | null;
};
export type AppointmentChange = {
  /** Move it even if the provider is booked at that time. The member's name is stored. Default: false, or unchanged if
    provider and time stay the same. */
  allow_overlap?: boolean | null;
  /** Change the later appointments of its series along with it, all or none, by the same difference in days and time of day. Default:
    false. */
  and_later?: boolean | null;
  appointment_time?: Line | null;
  confirmed?: Confirmed | null;
  /** Its length. If left out, the length does not change, or becomes that of the new service. Cannot be cleared. */
  minutes?: number | null;
  notes?: Note | null;
  provider_id?: MemberId | null;
  resource_id?: ResourceId | null;
  service?: Line | null;
  /** Whether the patient gets a message about the new time, if the clinic sends such messages. Default: true. If false,
    the patient is assumed to know. */
  tell?: boolean | null;
  /** Whether that message is also sent in the quiet hours. Default: false. */
  tell_at_once?: boolean | null;
};
export type Quantity = number;
export type ChargeId = number;
export type Charge = {
  appointment_id: AppointmentId | null;
  discount: Quantity;
  id: ChargeId;
  patient_id: PatientId;
  provider_id: MemberId;
  /** The name at that moment. */
  provider_name: string;
  quantity: Quantity;
  recorded_at: string;
  recorded_by: string;
  service: string;
  /** When the visit begins. */
  starts_at: string | null;
  /** Quantity times unit price, rounded half up to two decimals, less the discount. */
  total: Quantity;
  unit_price: Quantity;
  void_reason: string | null;
  /** When it was voided. Null if it counts. */
  voided_at: string | null;
  voided_by: string | null;
};
export type ChargeDisputeId = number;
export type Dispute = {
  /** Null while the dispute is open. An open dispute freezes the charges. */
  closed_at: string | null;
  closed_by: string | null;
  closing_note: string | null;
  disputed_on: string;
  id: ChargeDisputeId;
  note: string;
  opened_at: string;
  opened_by: string;
};
export type EstimateId = number;
export type WatchedEstimate = {
  estimate_id: EstimateId;
  issued_at: string;
  total: Quantity;
  /** The number of the issued version. */
  version: number;
};
export type Level = "quiet" | "near" | "excess";
export type WatchedProvider = {
  charged: Quantity;
  expected: Quantity | null;
  level: Level;
  /** By how many dollars the charges are above the expected ones, negative if below. Null without an issued estimate. */
  over: number | null;
  provider: string;
};
export type ChargeWatch = {
  appointment_id: AppointmentId;
  /** When the visit was billed first. Null if nobody has recorded it. */
  billed_on: string | null;
  /** The charges, including voided ones, the oldest first. */
  charges: Charge[];
  /** The last day on which the patient may dispute the bill. Null without a bill. */
  disputable_until: string | null;
  /** The latest first. */
  disputes: Dispute[];
  estimate: WatchedEstimate | null;
  /** Whether a dispute is open. Then nothing can be charged or voided. */
  is_frozen: boolean;
  /** The last day on which a new estimate is in time, by the clinic's calendar. Null if that day is over. */
  issue_until: string | null;
  /** The highest level of the providers. */
  level: Level;
  patient_id: PatientId;
  providers: WatchedProvider[];
};
export type NoChart = {
  reason: Line;
};
export type DeclineRequest = {
  /** For the clinic's own history; the patient does not see it. */
  reason: Line;
};
export type NewDispute = {
  /** By the clinic's calendar, not in the future. */
  disputed_on: Day;
  note: Note;
};
export type DisputeClosing = {
  note: Note;
};
export type FirstBill = {
  /** By the clinic's calendar, not in the future. */
  billed_on: Day;
};
export type NewAppointmentStatus = {
  /** Cancel the later appointments of its series along with it. Default: false. */
  and_later?: boolean | null;
  reason?: Line | null;
  status: AppointmentStatus;
  /** Whether the patient gets a message about the cancellation or the reopened appointment, if the clinic sends such
    messages. Default: true. If false, the patient is assumed to know. */
  tell?: boolean | null;
  /** Whether that message is also sent in the quiet hours. Default: false. */
  tell_at_once?: boolean | null;
};
export type ActorKind = "member" | "visitor" | "patient" | "operator" | "token";
export type Change = {
  /** The field's name in the call that changes it. */
  field: string;
  /** Null when there was no value before. */
  from: string | null;
  /** Null when there is no value now. */
  to: string | null;
};
export type ActionGroup =
  | "patients"
  | "exams"
  | "treatments"
  | "consents"
  | "estimates"
  | "appointments"
  | "loyalty"
  | "team"
  | "sign_in"
  | "billing"
  | "settings"
  | "emergency_access"
  | "activity_log";
export type PersonRef = {
  id: number;
  name: string;
};
export type Outcome = "done" | "denied" | "repeated";
export type ActivityEntry = {
  /** The name of the action, for programs. */
  action: string;
  actor: ActorKind;
  at: string;
  /** The changed fields of a member, with the values before and after. */
  changes: Change[];
  group: ActionGroup | null;
  id: number;
  /** The IP address. */
  ip: string;
  member: PersonRef | null;
  outcome: Outcome;
  /** How many patients are concerned. */
  patient_count: number;
  /** The patients concerned, the first ten. */
  patients: PersonRef[];
  /** The action in words, for people. */
  phrase: string;
  /** The member's role at that time, followed by ", owner" for the owner. */
  role: string | null;
  /** The name of the API token, if another program did it. */
  token: string | null;
  user_agent: string;
};
export type ActivityPerson = {
  /** No longer on the team. */
  has_left: boolean;
  id: MemberId;
  name: string;
};
export type SignedInClinic = {
  name: string;
  subdomain: string;
  time_zone: string;
};
export type Role =
  | "Provider"
  | "Medical Director"
  | "Nurse"
  | "Medical Assistant"
  | "Receptionist"
  | "Practice Manager"
  | "Staff";
export type SignedInMember = {
  /** A Medical Director whose role is not in force until the account is confirmed. */
  awaits_confirmation: boolean;
  email: string;
  first_name: string;
  id: MemberId;
  is_owner: boolean;
  last_name: string;
  role: Role;
};
export type Module =
  | "import_clients"
  | "services"
  | "photos"
  | "reports"
  | "analytics"
  | "online_booking"
  | "clearance"
  | "protocols";
export type SecondFactorState = "off" | "on" | "must_enrol";
export type SupportLook = {
  ends_at: string;
  operator: string;
};
export type Session = {
  clinic: SignedInClinic;
  /** When it ends, however active the member is. */
  expires_at: string;
  /** How long the session lasts without a request. */
  idle_minutes: number;
  /** Permissions that are held in part. */
  limited_permissions: string[];
  member: SignedInMember;
  /** The modules that the clinic has switched on. */
  modules: Module[];
  /** Permissions that are held in full. */
  permissions: string[];
  /** Until when the last proof of identity is fresh. */
  proved_until: string | null;
  /** Recovery codes that are left; 0 without a second factor. */
  recovery_codes_left: number;
  second_factor: SecondFactorState;
  support: SupportLook | null;
};
export type NewPassword = string;
export type Token = string;
export type AcceptInvitation = {
  password: NewPassword;
  token: Token;
};
export type EmailConfirmation = {
  token: Token;
};
export type Forgot = {
  email: Line;
};
export type HandOver = {
  token: Token;
};
export type Password = string;
export type Login = {
  code?: Line | null;
  email: Line;
  password: Password;
};
export type PasswordChange = {
  current_password: Password;
  new_password: NewPassword;
};
export type NewPin = string;
export type SetPin = {
  pin: NewPin;
};
export type Proof = {
  code?: Line | null;
  password?: Password | null;
};
export type Reset = {
  password: NewPassword;
  token: Token;
};
export type SignIn = {
  began_at: string;
  /** Such as `Chrome on Windows`. */
  device: string;
  id: string;
  /** The IP address. */
  ip: string;
  /** Whether it is the session of this request. */
  is_this: boolean;
  /** The last request, to the minute. */
  last_seen_at: string;
};
export type Enrolment = {
  /** Its dark modules, as an SVG path. */
  qr_path: string;
  /** The QR code's side, in modules, without the quiet zone of four around it. */
  qr_size: number;
  /** In base 32, to be typed in. */
  secret: string;
  /** The content of the QR code. */
  uri: string;
};
export type RecoveryCodes = {
  codes: string[];
};
export type Confirmation = {
  code: Line;
};
export type BookingMode = "requested" | "booked";
export type OfferedPolicy = {
  body: string;
  version: number;
};
export type OfferedProvider = {
  id: MemberId;
  name: string;
};
export type OfferedService = {
  category: string | null;
  minutes: number;
  name: string;
  /** The providers to choose from; empty if the clinic chooses. */
  providers: OfferedProvider[];
};
export type BookingOffer = {
  clinic_address: string | null;
  clinic_name: string;
  clinic_phone: string | null;
  /** The latest start, in days from now. */
  horizon_days: number;
  mode: BookingMode;
  policy: OfferedPolicy | null;
  services: OfferedService[];
  /** The time zone in which the page writes times. */
  time_zone: string;
};
export type BookingHold = {
  ends_at: string;
  expires_at: string;
  /** The provider's name; null if the clinic chooses. */
  provider_name: string | null;
  service: string;
  starts_at: string;
  /** The token with which the visitor books or moves the hold. */
  token: string;
};
export type NewHold = {
  provider_id?: MemberId | null;
  replaces?: Token | null;
  /** One of the offered services. */
  service: Line;
  /** One of the listed times. */
  starts_at: Line;
};
export type CodeSent = {
  channel: MessageChannel;
  code_expires_at: string;
  /** When the hold expires. */
  expires_at: string;
};
export type Email = string;
export type Phone = string;
export type CodeWanted = {
  email?: Email | null;
  phone?: Phone | null;
};
export type BookedOnline = {
  clinic_name: string;
  /** In the clinic's zone, in words: Tuesday, December 1, 2026. */
  date: string;
  /** The path of the visit as a calendar file. */
  file_path: string;
  mode: BookingMode;
  provider_name: string | null;
  service: string;
  starts_at: string;
  /** 9:30 AM EST */
  time: string;
  /** The path of the patient's own page about the visit. */
  visit_path: string;
};
export type Name = string;
export type ConfirmBooking = {
  code: Line;
  first_name: Name;
  last_name: Name;
  note?: Line | null;
  /** The version of the policy that was accepted; required if the clinic has one. */
  policy_version?: number | null;
};
export type BookingTimes = {
  /** The value of `from` for the next call; null if there are no later times. */
  next_from: string | null;
  times: string[];
};
export type ServiceId = number;
export type BookingSettings = {
  /** The address of the booking page. */
  address: string;
  /** Whether patients see and choose the provider. */
  chooses_provider: boolean;
  /** The latest start, in days from now. */
  horizon_days: number;
  /** The earliest start, in hours from now. */
  lead_hours: number;
  /** The members who can be booked; null: everybody who takes appointments. */
  member_ids: MemberId[] | null;
  /** Whether a booking is a request that the clinic answers, or booked at once. */
  mode: BookingMode;
  /** Whether patients can move their own visits to a free time on the visit's page. */
  patients_move: boolean;
  /** The policy that patients accept; null: none. */
  policy: string | null;
  /** The version of the policy. */
  policy_version: number | null;
  /** The services of the catalogue that can be booked; null: all of them. */
  service_ids: ServiceId[] | null;
  updated_at: string | null;
  updated_by: string | null;
  /** For `If-Match`; 0 while nothing was changed. */
  version: number;
};
export type NewBookingSettings = {
  chooses_provider: boolean;
  horizon_days: number;
  lead_hours: number;
  member_ids?: MemberId[] | null;
  mode: BookingMode;
  /** Absent: unchanged. */
  patients_move?: boolean | null;
  policy?: Note | null;
  service_ids?: ServiceId[] | null;
};
export type CalendarFeed = {
  /** When a calendar program last read it, to the minute. */
  last_read_at: string | null;
  /** Null if there is no link. */
  made_at: string | null;
};
export type NewCalendarFeed = {
  feed: CalendarFeed;
  /** Null if the request was repeated, because only the first response contains the link. */
  url: string | null;
};
export type MembersCalendarFeed = {
  last_read_at: string | null;
  made_at: string;
  member_id: MemberId;
  name: string;
};
export type CalendarFeedSettings = {
  /** Whether they show the patient's full name instead of the initials. */
  shows_name: boolean;
  /** Whether they show the name of the service. */
  shows_service: boolean;
  updated_at: string | null;
  updated_by: string | null;
  /** For `If-Match`. 0 if nothing was changed yet. */
  version: number;
};
export type NewCalendarFeedSettings = {
  shows_name: boolean;
  shows_service: boolean;
};
export type NewCharge = {
  appointment_id?: AppointmentId | null;
  discount?: Quantity | null;
  patient_id: PatientId;
  provider_id: MemberId;
  quantity: Quantity;
  service: Line;
  unit_price: Quantity;
};
export type ChargeVoiding = {
  reason: Line;
};
export type Credential = "MD" | "DO" | "NP" | "PA" | "RN" | "Other";
export type Uncleared = "block" | "warn";
export type ClearanceSettings = {
  /** Whether an exam by live video may be signed. */
  allows_video: boolean;
  /** The credentials with which an exam may be signed. */
  credentials: Credential[];
  uncleared: Uncleared;
  updated_at: string | null;
  updated_by: string | null;
  /** For `If-Match`. 0 if nothing was changed yet. */
  version: number;
};
export type NewClearanceSettings = {
  allows_video: boolean;
  credentials: Credential[];
  uncleared: Uncleared;
};
export type ApiTokenId = number;
export type ApiScope =
  | "Patient"
  | "Practitioner"
  | "Appointment"
  | "Consent"
  | "Procedure"
  | "Observation";
export type ApiToken = {
  created_at: string;
  created_by: string;
  expires_at: string;
  id: ApiTokenId;
  /** Whether it is valid: not revoked and not expired. */
  is_in_force: boolean;
  /** To the minute; null if it was never used. */
  last_used_at: string | null;
  name: string;
  revoked_at: string | null;
  revoked_by: string | null;
  /** The kinds of resource that it may read. */
  scopes: ApiScope[];
};
export type NewApiToken = {
  secret: string;
  token: ApiToken;
};
export type Scopes = ApiScope[];
export type ValidDays = number;
export type CreateApiToken = {
  name: Name;
  scopes: Scopes;
  valid_days: ValidDays;
};
export type FirstSteps = {
  /** The clinic's address was entered. */
  address: boolean;
  /** There is a patient who is not a sample. */
  clients: boolean;
  /** Whether somebody has closed the list. */
  closed: boolean;
  /** The clinic's opening hours, or somebody's working hours, were set. */
  hours: boolean;
  /** Messages to patients are on. */
  messages: boolean;
  /** A member has changed the catalog that comes with the clinic. */
  services: boolean;
  /** The team has a second member. */
  team: boolean;
  /** There is an appointment that is not a sample. */
  visit: boolean;
};
export type ClinicModule = {
  /** Whether it can be switched on. Other modules do not exist yet. */
  available: boolean;
  changed_at: string | null;
  /** Who switched it last, and when; null if it was never switched. */
  changed_by_name: string | null;
  module: Module;
  on: boolean;
  /** The version; sent back as `If-Match` it keeps a change from overwriting another one. */
  version: number;
};
export type ModuleSwitch = {
  on: boolean;
};
export type PlanAccess = "read_only" | "grace" | "full";
export type Limiting = "off" | "warn" | "enforce";
export type Usage = {
  /** Whether the limit is reached or exceeded. */
  full: boolean;
  /** Null if unlimited. */
  limit: number | null;
  used: number;
};
export type PlanId = "basic" | "plus" | "pro";
export type SubscriptionStatus =
  "Trialing" | "Active" | "Past Due" | "Canceled";
export type CurrentPlan = {
  access: PlanAccess | null;
  /** Whether this server sells plans. */
  can_buy: boolean;
  cancel_at: string | null;
  enforcement: Limiting;
  /** Until when a failed payment changes nothing. */
  grace_until: string | null;
  /** Whether no money moves, because of test keys or the stand-in for Stripe. */
  is_test: boolean;
  /** A sentence for the person, if there is a message. */
  notice: string | null;
  /** Whether the owner has not confirmed the e-mail address yet. Until then, mails to anybody else wait. */
  owner_unconfirmed: boolean;
  patients_this_month: Usage;
  plan: PlanId | null;
  seats: Usage;
  status: SubscriptionStatus | null;
  /** The last day of the trial. */
  trial_end: string | null;
};
export type SampleData = {
  present: boolean;
};
export type AuditHeads = "log" | "mail";
export type ClockTime = string;
export type SystemFindings = {
  cardio: string[];
  constitutional: string[];
  gi: string[];
  gu: string[];
  heent: string[];
  msk: string[];
  neuro: string[];
  psych: string[];
  resp: string[];
  skin: string[];
};
export type Findings = {
  /** Physical examination. */
  pe: SystemFindings;
  /** Review of systems. */
  ros: SystemFindings;
  vitals: string[];
};
export type MissingConsents = "warn" | "block";
export type NormalFindings = {
  /** Physical examination. */
  pe: string[];
  /** Review of systems. */
  ros: string[];
};
export type SecondFactor = "optional" | "required";
export type ClinicSettings = {
  /** The age from which a patient signs alone; for a younger patient a parent or guardian signs. */
  adult_age: number;
  /** Where the head of the audit's chain is published each day. */
  audit_heads: AuditHeads;
  closes_at: ClockTime;
  /** How many days a consent's link is valid. */
  consent_link_days: number;
  /** How many months an exam clears a patient. */
  exam_valid_months: number;
  findings: Findings;
  /** After how many minutes without a request a session expires. */
  idle_minutes: number;
  /** What happens to a treatment if a consent that its service needs is not signed. */
  missing_consents: MissingConsents;
  name: string;
  normal_findings: NormalFindings;
  /** When the clinic usually sees patients, in local time. Booking outside these hours needs a confirmation. */
  opens_at: ClockTime;
  /** How many months points can be used. */
  points_expire_months: number;
  second_factor: SecondFactor;
  subdomain: string;
  /** An IANA name. */
  time_zone: string;
  /** The version; sent back as `If-Match` it keeps a change from overwriting another one. */
  version: number;
};
export type ClinicName = string;
export type Zone = string;
export type NewClinicSettings = {
  /** Absent: unchanged. */
  adult_age?: number | null;
  audit_heads?: AuditHeads | null;
  closes_at?: ClockTime | null;
  consent_link_days: number;
  exam_valid_months: number;
  findings: Findings;
  idle_minutes: number;
  missing_consents?: MissingConsents | null;
  name: ClinicName;
  normal_findings?: NormalFindings | null;
  opens_at?: ClockTime | null;
  /** Absent: unchanged. */
  points_expire_months?: number | null;
  second_factor: SecondFactor;
  time_zone: Zone;
};
export type SupportAccess = {
  /** When somebody ended it. */
  ended_at: string | null;
  /** The expiry, unless somebody ends the access earlier. */
  ends_at: string;
  granted_at: string;
  /** Whether the access is in force now. */
  holds: boolean;
  id: number;
  /** When the link was opened. Null if it was not opened. */
  opened_at: string | null;
  /** The support person. */
  operator: string;
  reason: string;
};
export type UndeliveredMail = {
  /** What the mail is about, in a few words. */
  about: string;
  asked_at: string;
  given_up_at: string;
  id: number;
  /** Why the mail was given up, in a sentence for people. */
  reason: string;
  /** The name of the member or patient it is for. */
  recipient: string | null;
};
export type SignedUp = {
  /** The clinic's URL from then on. */
  clinic_url: string;
  /** The link works once, for 60 seconds. */
  url: string;
};
export type MailedName = string;
export type SignUp = {
  email: Email;
  /** The owner's. */
  first_name: MailedName;
  last_name: MailedName;
  license_number?: Line | null;
  /** The clinic's name. */
  name: ClinicName;
  password: NewPassword;
  role?: Role | null;
  /** Whether to start with sample patients and appointments. */
  sample_data?: boolean;
  subdomain: Line;
  /** The name in the time zone database, such as `America/New_York`. */
  time_zone: string;
};
export type Unavailable = "taken" | "reserved" | "form";
export type Availability = {
  available: boolean;
  reason: Unavailable | null;
  /** The reason, for the person at the form. */
  sentence: string | null;
  /** The normalized subdomain, in lower case. */
  subdomain: string;
  /** The URL that the clinic would have. */
  url: string;
};
export type Find = {
  email: Email;
};
export type ConsentId = number;
export type ConsentStatus =
  "Pending" | "Signed" | "Expired" | "Declined" | "Revoked" | "Withdrawn";
export type ConsentTemplateId = number;
export type Consent = {
  /** In the patient's own words. */
  decline_reason: string | null;
  declined_at: string | null;
  /** Until when the newest link is valid. */
  expires_at: string;
  /** Whether the template on the list has a newer text, which can be issued instead. */
  has_newer_version: boolean;
  id: ConsentId;
  issued_at: string;
  patient_id: PatientId;
  signed_at: string | null;
  signed_by_patient: boolean;
  status: ConsentStatus;
  template_id: ConsentTemplateId;
  template_name: string;
  template_version: number;
  withdrawal_reason: string | null;
  /** When the patient withdrew a signed consent. */
  withdrawn_at: string | null;
  /** The name of the member who recorded the withdrawal. */
  withdrawn_by: string | null;
};
export type ConsentEventKind =
  | "issued"
  | "sent"
  | "opened"
  | "read_to_end"
  | "signed"
  | "declined"
  | "downloaded"
  | "expired"
  | "resent"
  | "reminded"
  | "revoked"
  | "replaced"
  | "handed_over";
export type ConsentEvent = {
  /** The masked address to which a link was sent. */
  address: string | null;
  at: string;
  /** The name at that moment. Null for the holder of the link, for consents from before names were stored, and for
    a reminder that the clinic's settings sent. */
  by: string | null;
  channel: MessageChannel | null;
  /** Such as `Safari on an iPhone`. */
  device: string | null;
  /** The IP address of the link's holder. Null for an event by the staff or the server. */
  ip: string | null;
  kind: ConsentEventKind;
};
export type Issuer = {
  name: string;
  role: string;
};
export type ConsentSignature = {
  /** The version of the wording of the act that was shown; null if the request did not say. */
  act_version: number | null;
  /** The SHA-256 of the copy that the signer receives, in hexadecimal digits. Null until the copy is made, and for a consent
    that was signed before there were copies. */
  copy_sha256: string | null;
  /** Such as `Safari on an iPhone`. */
  device: string;
  /** Whether the patient agreed to an electronic record; null if the request did not say. */
  electronic_consent: boolean | null;
  /** The IP address that it was signed from. */
  ip: string;
  /** The version of the notice of electronic records that was shown; null if the request did not say. */
  notice_version: number | null;
  /** The drawn signature: a PNG as a data URL. */
  picture: string | null;
  signed_at: string;
  /** The signer's name at that moment. */
  signer_name: string;
  /** The relation of the signer to a patient under age. Null if the patient signed. */
  signer_relation: string | null;
  typed_name: string | null;
  /** The browser's own description, the `User-Agent` header. */
  user_agent: string;
  /** The notice and the meaning of the button, in those versions. */
  wording: string | null;
};
export type OpenedConsent = Consent & {
  /** Sanitized HTML, as it was issued and, if signed, as it was signed. */
  body: string;
  /** Its history, oldest first. */
  history: ConsentEvent[];
  issued_by: Issuer | null;
  /** The name in the clinic's record today. */
  patient_name: string;
  signature: ConsentSignature | null;
};
export type QrPicture = {
  /** An SVG path of the dark modules. */
  path: string;
  size: number;
};
export type IssuedConsent = {
  consent: Consent;
  portal_url: string;
  /** The link as a QR code, for the camera of the patient's phone. */
  qr: QrPicture;
};
export type ConsentTexted = {
  /** When it is sent: at once, or when the quiet hours end. */
  due_at: string;
  /** The number, masked. */
  to: string;
};
export type WithdrawConsent = {
  /** At most 1,000 characters. */
  reason: Note;
};
export type NeededStatus =
  "Signed" | "Waiting" | "Declined" | "Withdrawn" | "Expired" | "Missing";
export type ConsentRequirement = {
  consent_id: ConsentId | null;
  name: string;
  status: NeededStatus;
  template_id: ConsentTemplateId;
  /** For how many months a signature counts. Null if it counts for one treatment. */
  valid_months: number | null;
  /** Until when the signature counts. Null if it does not count. */
  valid_until: string | null;
};
export type ConsentTemplate = {
  /** Sanitized HTML. */
  body: string;
  created_at: string;
  id: ConsentTemplateId;
  name: string;
  updated_at: string;
  /** The version. An issued consent names the version that it was issued from. Sent back as `If-Match`, it prevents
    that a change overwrites another one. */
  version: number;
};
export type Html = string;
export type NewConsentTemplate = {
  body: Html;
  name: Name;
};
export type TextPreview = {
  body: string;
};
export type TypedText = {
  body: Html;
};
export type RemovedConsentTemplate = {
  id: ConsentTemplateId;
  name: string;
  removed_at: string;
};
export type ConsentTemplateVersion = {
  name: string;
  saved_at: string;
  /** By name. Null for a text that the clinic started with, and for a text from before versions were stored. */
  saved_by: string | null;
  version: number;
};
export type IssueConsent = {
  templateId: ConsentTemplateId;
};
export type AdverseEventToSee = {
  event_id: AdverseEventId;
  /** The day of the next follow-up, if it is due. */
  follow_up_on: string | null;
  kind: AdverseEventKind;
  patient_id: PatientId;
  patient_name: string;
  reported_at: string;
  /** By name. */
  reported_by: string;
  severity: Severity;
  /** Whether a director has to acknowledge it. */
  to_acknowledge: boolean;
};
export type EmergencyAccessId = number;
export type AccessToAssess = {
  id: EmergencyAccessId;
  member_name: string;
  opened_at: string;
  patient_id: PatientId;
  patient_name: string;
};
export type ClockCause = "scheduled" | "asked" | "changed";
export type DueWhen = "overdue" | "today" | "next";
export type EstimateClockDue = {
  appointment_id: AppointmentId | null;
  cause: ClockCause;
  due_on: string;
  /** How many estimates are due for this client. */
  estimates: number;
  patient_id: PatientId;
  patient_name: string;
  starts_at: string | null;
  when: DueWhen;
};
export type EstimateClocksDue = {
  /** Ordered by deadline, the earliest first. */
  clients: EstimateClockDue[];
  /** How many clients there are. */
  total: number;
};
export type EstimateQuestionId = number;
export type EstimateQuestion = {
  /** When a member marked it as answered. */
  answered_at: string | null;
  answered_by: string | null;
  asked_at: string;
  id: EstimateQuestionId;
  question: string;
};
export type OpenQuestion = EstimateQuestion & {
  estimate_id: EstimateId;
  patient_id: PatientId;
  patient_name: string;
  /** The issued version of the question. */
  version: number;
};
export type OpenQuestions = {
  /** The oldest first. */
  questions: OpenQuestion[];
  /** How many questions there are. */
  total: number;
};
export type EstimateDue = {
  due_on: string;
  patient_id: PatientId;
  patient_name: string;
  starts_at: string;
};
export type ExamNeeded = {
  appointment_id: AppointmentId;
  exam: ClearanceStatus;
  patient_id: PatientId;
  patient_name: string;
  service: string;
  starts_at: string;
};
export type TimeToOffer = {
  minutes: number;
  /** The patient of the oldest entry. */
  patient_id: PatientId;
  patient_name: string;
  provider_id: MemberId;
  provider_name: string;
  starts_at: string;
  /** How many entries match the time. */
  waiting: number;
};
export type EndingLicense = {
  expires_on: string;
  member_id: MemberId;
  member_name: string;
};
export type MessageKind =
  | "booked"
  | "moved"
  | "cancelled"
  | "reminder"
  | "confirm_text"
  | "day_text"
  | "aftercare"
  | "recall"
  | "form";
export type MessageToSee = {
  id: number;
  kind: MessageKind;
  patient_id: PatientId;
  patient_name: string;
  reason: MessageReason | null;
  /** When the visit starts, as the message says. */
  starts_at: string;
};
export type MoveAsked = {
  appointment_id: AppointmentId;
  asked_at: string;
  patient_id: PatientId;
  patient_name: string;
  starts_at: string;
};
export type ProtocolId = number;
export type ProtocolTask = "sign" | "ends" | "ended";
export type ProtocolVersionId = number;
export type ProtocolDue = {
  number: number;
  protocol_id: ProtocolId;
  service: string;
  task: ProtocolTask;
  valid_until: string;
  version_id: ProtocolVersionId;
};
export type RequestAsked = {
  appointment_id: AppointmentId;
  asked_at: string;
  patient_id: PatientId;
  patient_name: string;
  service: string;
  starts_at: string;
};
export type ReturnedToYou = {
  comment: string;
  patient_id: PatientId;
  patient_name: string;
  returned_at: string;
  /** The director's name at that moment. */
  returned_by: string;
  treatment_id: TreatmentId;
  treatment_type: string;
};
export type InboundTextId = number;
export type TextSender = {
  first_name: string;
  last_name: string;
  patient_id: PatientId;
};
export type InboundText = {
  body: string;
  id: InboundTextId;
  number: string;
  /** The patients with this number; several if a family shares it. */
  patients: TextSender[];
  /** How many pictures came with the text. They are not kept. */
  pictures: number;
  received_at: string;
};
export type ExamId = number;
export type ExamToSign = {
  created_at: string;
  exam_id: ExamId;
  examiner_name: string;
  patient_id: PatientId;
  patient_name: string;
};
export type UnfinishedKind = "visit" | "returned" | "exam";
export type UnfinishedChart = {
  /** The id of the appointment, the treatment or the exam. */
  id: number;
  kind: UnfinishedKind;
  /** The responsible member; null for a visit without a provider. */
  member_name: string | null;
  patient_id: PatientId;
  patient_name: string;
  /** When the visit was completed, the treatment was returned, or the exam was written. */
  since: string;
  /** The service or the type of treatment; null for an exam. */
  what: string | null;
};
export type UnfinishedCharts = {
  /** The oldest first. */
  charts: UnfinishedChart[];
  /** How many there are. */
  total: number;
};
export type Attention = {
  /** Adverse events that no director has acknowledged, for directors, and those with a follow-up due, for members who treat. */
  adverse_events: AdverseEventToSee[];
  /** Emergency accesses to records that no Medical Director has assessed, the oldest first. */
  emergency: AccessToAssess[];
  /** Clients with an estimate due by the next business day, or overdue. */
  estimate_clocks: EstimateClocksDue;
  /** Questions from the pages of estimates, for members who may issue an estimate. */
  estimate_questions: OpenQuestions;
  /** Clients with unknown coverage who would need an estimate within three days or earlier. */
  estimates: EstimateDue[];
  /** How many such clients there are. */
  estimates_total: number;
  /** Visits of today and the next seven days without an exam that is valid then, by their start. */
  exams: ExamNeeded[];
  /** Times that became free and fit somebody on the waitlist, by their start. */
  freed: TimeToOffer[];
  /** Licenses that end within sixty days, or have ended. Roles that do not see the team's licenses see only their own. */
  licenses: EndingLicense[];
  /** Messages about coming visits that did not reach the client. `/api/messages/failed` lists all of them. */
  messages: MessageToSee[];
  /** Visits with an open request for another time. */
  moves: MoveAsked[];
  /** Protocols that wait for the signed-in member's signature, and for directors also those that end within thirty days or have
    ended. Only while the clinic keeps protocols. */
  protocols: ProtocolDue[];
  /** Upcoming appointments with providers who can no longer be booked. */
  providers: ProviderAhead[];
  /** Online requests for visits that nobody has answered, by their start. */
  requests: RequestAsked[];
  /** Treatments that a director returned to the signed-in member, the latest first. */
  returned: ReturnedToYou[];
  /** Texts from people that nobody has closed, the latest first. `/api/messages/texts` lists all of them. */
  texts: InboundText[];
  /** Exams that wait for a prescriber's signature, the oldest first. Only while the clinic clears each service separately. */
  to_sign: ExamToSign[];
  /** Charts that were not finished within 24 hours: all for directors and managers, their own for members who treat. */
  unfinished: UnfinishedCharts;
};
export type DocumentId = number;
export type DocumentKind =
  | "exam"
  | "treatment"
  | "consent"
  | "estimate"
  | "patient"
  | "appointment"
  | "statement"
  | "export";
export type DocumentState = "waiting" | "ready" | "failed";
export type PrintedDocument = {
  /** Until when it can be opened. */
  expires_at: string;
  id: DocumentId;
  kind: DocumentKind;
  /** A sentence about why it failed. */
  problem: string | null;
  requested_at: string;
  state: DocumentState;
};
export type RecordId = number;
export type NewDocument = {
  /** The record's id. For `patient` and `statement`, the patient's id. */
  id: RecordId;
  kind: DocumentKind;
  /** A version of an estimate. Default: the newest. */
  version?: number | null;
};
export type VerifiedDocument = {
  /** Whether this clinic has made a copy with exactly these bytes, and its stored file is unchanged. */
  is_known: boolean;
  /** When it was signed. Null for an unknown document. */
  signed_at: string | null;
};
export type VerifyDocument = {
  /** The SHA-256 of the file, in hexadecimal digits. */
  sha256: string;
};
export type EmergencyAssessment = "justified" | "not_justified";
export type EmergencyAccess = {
  assessed_at: string | null;
  assessed_by: string | null;
  assessment: EmergencyAssessment | null;
  assessment_note: string | null;
  /** When it ended or will end. */
  ends_at: string;
  id: EmergencyAccessId;
  /** Whether the signed-in member opened it, who then cannot assess it. */
  is_own: boolean;
  /** The member's name and role at the time. */
  member_name: string;
  member_role: string;
  opened_at: string;
  patient_id: PatientId;
  patient_name: string;
  reason: string;
};
export type OwnEmergencyAccess = {
  ends_at: string;
  id: EmergencyAccessId;
  patient_id: PatientId;
};
export type OpenEmergencyAccess = {
  patient_id: PatientId;
  /** A Medical Director reads the reason. */
  reason: Line;
};
export type NewAssessment = {
  assessment: EmergencyAssessment;
  note?: Note | null;
};
export type ClockEnding = "issued" | "cancelled" | "insured" | "by_hand";
export type EstimateClockId = number;
export type EstimateClock = {
  appointment_id: AppointmentId | null;
  /** When the patient asked about the cost. */
  asked_at: string | null;
  cause: ClockCause;
  closed_at: string | null;
  closed_by: string | null;
  /** The last day, by the clinic's calendar. */
  due_on: string;
  ending: ClockEnding | null;
  /** Why a member closed it by hand. */
  ending_note: string | null;
  estimate_id: EstimateId | null;
  estimate_version: number | null;
  id: EstimateClockId;
  patient_id: PatientId;
  patient_name: string;
  service: string | null;
  started_at: string;
  /** The member's name at the time; null for a patient who booked online. */
  started_by: string | null;
  starts_at: string | null;
};
export type MailedMember = {
  id: MemberId;
  name: string;
};
export type EstimateClockSettings = {
  /** The active members; empty: the owner. */
  members: MailedMember[];
  updated_at: string | null;
  updated_by: string | null;
  /** For `If-Match`; 0 while nothing was changed. */
  version: number;
};
export type NewEstimateClockSettings = {
  /** Empty: the owner. */
  member_ids: number[];
};
export type ClockClosing = {
  reason: Line;
};
export type FieldChange = {
  at: string;
  /** By name, as it was then. */
  by: string;
  /** The field's name in the call that changes it. */
  field: string;
};
export type FollowUpId = number;
export type FollowUp = {
  /** The visit that it follows. */
  appointment_id: AppointmentId;
  done_at: string | null;
  /** The member's name. */
  done_by: string | null;
  /** By the clinic's calendar. */
  due_on: string;
  first_name: string;
  id: FollowUpId;
  last_name: string;
  note: string | null;
  patient_id: PatientId;
  phone: string | null;
  /** The service's name when the visit was booked. */
  service: string;
  /** For `If-Match`. */
  version: number;
  visited_at: string;
};
export type FollowUpChange = {
  /** Whether it is done; false reopens it. */
  done?: boolean | null;
  note?: Line | null;
};
export type ExamText =
  | "ros_constitutional"
  | "ros_heent"
  | "ros_cardio"
  | "ros_resp"
  | "ros_gi"
  | "ros_gu"
  | "ros_msk"
  | "ros_neuro"
  | "ros_skin"
  | "ros_psych"
  | "pe_constitutional"
  | "pe_heent"
  | "pe_cardio"
  | "pe_resp"
  | "pe_gi"
  | "pe_gu"
  | "pe_msk"
  | "pe_neuro"
  | "pe_skin"
  | "pe_psych";
export type Exam = {
  created_at: string;
  /** The texts that were saved as left out. */
  deferred: ExamText[];
  examiner_id: MemberId;
  examiner_name: string;
  id: ExamId;
  /** The texts that were saved as normal. Every other text is a finding to look at. */
  normal: ExamText[];
  patient_id: PatientId;
  pe_cardio: string | null;
  pe_constitutional: string | null;
  pe_gi: string | null;
  pe_gu: string | null;
  pe_heent: string | null;
  pe_msk: string | null;
  pe_neuro: string | null;
  pe_psych: string | null;
  pe_resp: string | null;
  pe_skin: string | null;
  ros_cardio: string | null;
  ros_constitutional: string | null;
  ros_gi: string | null;
  ros_gu: string | null;
  ros_heent: string | null;
  ros_msk: string | null;
  ros_neuro: string | null;
  ros_psych: string | null;
  ros_resp: string | null;
  ros_skin: string | null;
  /** When the exam stops clearing the patient, by the clinic's settings. */
  valid_until: string;
  vitals: string | null;
};
export type NewExam = {
  /** The texts that only say that the part was not examined. Another text is kept without the mark. */
  deferred?: ExamText[];
  /** The texts that consist only of phrases that the clinic's list marks as normal, or that the form writes with one
    press. Another text is kept without the mark, so that it is shown in full. */
  normal?: ExamText[];
  patient_id: PatientId;
  pe_cardio?: Note | null;
  pe_constitutional?: Note | null;
  pe_gi?: Note | null;
  pe_gu?: Note | null;
  pe_heent?: Note | null;
  pe_msk?: Note | null;
  pe_neuro?: Note | null;
  pe_psych?: Note | null;
  pe_resp?: Note | null;
  pe_skin?: Note | null;
  ros_cardio?: Note | null;
  ros_constitutional?: Note | null;
  ros_gi?: Note | null;
  ros_gu?: Note | null;
  ros_heent?: Note | null;
  ros_msk?: Note | null;
  ros_neuro?: Note | null;
  ros_psych?: Note | null;
  ros_resp?: Note | null;
  ros_skin?: Note | null;
  vitals?: Note | null;
};
export type Voided = {
  at: string;
  /** The name of the member who voided it, at that moment. */
  by: string;
  reason: string;
  /** The drawn signature: a PNG as a data URL. Null in a list of exams, for a role that may not see an estimate's
    signatures, and for a void from before signatures were required. */
  signature: string | null;
};
export type Estimate = {
  created_at: string;
  est_date: string;
  expected_duration: string | null;
  face_qty: Quantity | null;
  face_service: string | null;
  face_sessions: string | null;
  face_sessions_custom: number | null;
  face_subtotal: Quantity;
  face_unit_cost: Quantity | null;
  grand_total: Quantity;
  hair_qty: Quantity | null;
  hair_service: string | null;
  hair_sessions: string | null;
  hair_sessions_custom: number | null;
  hair_subtotal: Quantity;
  hair_unit_cost: Quantity | null;
  hands_qty: Quantity | null;
  hands_service: string | null;
  hands_sessions: string | null;
  hands_sessions_custom: number | null;
  hands_subtotal: Quantity;
  hands_unit_cost: Quantity | null;
  id: EstimateId;
  neck_qty: Quantity | null;
  neck_service: string | null;
  neck_sessions: string | null;
  neck_sessions_custom: number | null;
  neck_subtotal: Quantity;
  neck_unit_cost: Quantity | null;
  notes: string | null;
  other_qty: Quantity | null;
  other_service: string | null;
  other_sessions: string | null;
  other_sessions_custom: number | null;
  other_subtotal: Quantity;
  other_unit_cost: Quantity | null;
  patient_id: PatientId;
  prov_is_signed: boolean;
  prov_name: string;
  prov_sig: string | null;
  prov_sig_date: string;
  prov_signed_at: string | null;
  /** The member who was signed in when the provider signed, by the name at the time. */
  prov_signed_by: string | null;
  pt_dob: string;
  /** Every role sees this; not every role sees the picture. */
  pt_is_signed: boolean;
  pt_name: string;
  pt_sig: string | null;
  pt_sig_date: string;
  /** Null for a signature from before this was stored. */
  pt_signed_at: string | null;
  /** When this version was written. */
  updated_at: string;
  /** Who wrote this version; null for a version from before this was stored. */
  updated_by: string | null;
  /** The version; sent back as `If-Match` it keeps a change from overwriting another one. */
  version: number;
  voided: Voided | null;
};
export type Sessions = string;
export type Count = number;
export type Signature = string;
export type NewEstimate = {
  est_date: Day;
  expected_duration?: Line | null;
  face_qty?: Quantity | null;
  face_service?: Line | null;
  face_sessions?: Sessions | null;
  face_sessions_custom?: Count | null;
  face_unit_cost?: Quantity | null;
  hair_qty?: Quantity | null;
  hair_service?: Line | null;
  hair_sessions?: Sessions | null;
  hair_sessions_custom?: Count | null;
  hair_unit_cost?: Quantity | null;
  hands_qty?: Quantity | null;
  hands_service?: Line | null;
  hands_sessions?: Sessions | null;
  hands_sessions_custom?: Count | null;
  hands_unit_cost?: Quantity | null;
  neck_qty?: Quantity | null;
  neck_service?: Line | null;
  neck_sessions?: Sessions | null;
  neck_sessions_custom?: Count | null;
  neck_unit_cost?: Quantity | null;
  notes?: Note | null;
  other_qty?: Quantity | null;
  other_service?: Line | null;
  other_sessions?: Sessions | null;
  other_sessions_custom?: Count | null;
  other_unit_cost?: Quantity | null;
  patient_id: PatientId;
  prov_name: Name;
  prov_sig?: Signature | null;
  prov_sig_date: Day;
  pt_dob: Day;
  pt_name: Name;
  pt_sig?: Signature | null;
  pt_sig_date: Day;
};
export type PosterState = "missing" | "waiting" | "ready" | "failed";
export type EstimatePoster = {
  state: PosterState;
};
export type UsState =
  | "AL"
  | "AK"
  | "AS"
  | "AZ"
  | "AR"
  | "CA"
  | "CO"
  | "CT"
  | "DE"
  | "DC"
  | "FL"
  | "GA"
  | "GU"
  | "HI"
  | "ID"
  | "IL"
  | "IN"
  | "IA"
  | "KS"
  | "KY"
  | "LA"
  | "ME"
  | "MD"
  | "MA"
  | "MI"
  | "MN"
  | "MS"
  | "MO"
  | "MT"
  | "NE"
  | "NV"
  | "NH"
  | "NJ"
  | "NM"
  | "NY"
  | "NC"
  | "ND"
  | "MP"
  | "OH"
  | "OK"
  | "OR"
  | "PA"
  | "PR"
  | "RI"
  | "SC"
  | "SD"
  | "TN"
  | "TX"
  | "UT"
  | "VT"
  | "VI"
  | "VA"
  | "WA"
  | "WV"
  | "WI"
  | "WY";
export type LegalTextSetting = {
  /** In the clinic's wording; null: the product's is in force. */
  changed: string | null;
  key: string;
  /** In the product's wording. */
  standard: string;
};
export type EstimateSettings = {
  address: string | null;
  city: string | null;
  legal_note: string;
  legal_source: string;
  /** The date of the product's wording. */
  legal_version: string;
  npi: string | null;
  phone: string | null;
  state: UsState | null;
  /** Every legal text, in the order in which an estimate has them. */
  texts: LegalTextSetting[];
  tin: string | null;
  updated_at: string | null;
  updated_by: string | null;
  /** For `If-Match`; 0 while nothing was changed. */
  version: number;
  zip: string | null;
};
export type Npi = string;
export type Tin = string;
export type Zip = string;
export type NewEstimateSettings = {
  address?: Line | null;
  city?: Line | null;
  dispute_right?: Note | null;
  further_items?: Note | null;
  how_to_dispute?: Note | null;
  no_contract?: Note | null;
  npi?: Npi | null;
  only_an_estimate?: Note | null;
  phone?: Phone | null;
  right_to_receive?: Note | null;
  separate_items?: Note | null;
  state?: UsState | null;
  tin?: Tin | null;
  zip?: Zip | null;
};
export type EstimateChange =
  "charges" | "items" | "frequency" | "duration" | "provider" | "details";
export type EstimateContentLine = {
  area: string;
  diagnosis_code: string | null;
  /** Dollars as text with two decimals. */
  discount: string | null;
  provider: string | null;
  provider_npi: string | null;
  service_code: string | null;
};
export type EstimateContent = {
  lines: EstimateContentLine[];
  primary_service: string | null;
  recurs_count: number | null;
  recurs_frequency: string | null;
  recurs_from: string | null;
  recurs_until: string | null;
  separate_items: string[];
  service_date: string | null;
};
export type ClinicOnEstimate = {
  address: string | null;
  city: string | null;
  name: string;
  npi: string | null;
  phone: string | null;
  state: string | null;
  tin: string | null;
  zip: string | null;
};
export type LineOnEstimate = {
  /** `face`, `hair`, `hands`, `neck` or `other`. */
  area: string;
  /** The subtotal less the discount. */
  charge: string;
  diagnosis_code: string | null;
  discount: string | null;
  provider: string;
  provider_npi: string | null;
  quantity: string;
  service: string | null;
  service_code: string | null;
  sessions: string;
  subtotal: string;
  unit_cost: string;
};
export type TotalOnEstimate = {
  npi: string | null;
  provider: string;
  total: string;
};
export type Recurrence = {
  /** In words. */
  frequency: string | null;
  from: string | null;
  number: number | null;
  until: string | null;
};
export type LegalTexts = {
  dispute_right: string;
  further_items: string;
  how_to_dispute: string;
  /** Whether the clinic has changed one of them. */
  is_changed: boolean;
  no_contract: string;
  only_an_estimate: string;
  /** Printed with the items that are scheduled separately. */
  separate_items: string;
  /** The date of the product's wording. */
  version: string;
};
export type EstimateDocument = {
  clinic: ClinicOnEstimate;
  est_date: string;
  expected_duration: string | null;
  lines: LineOnEstimate[];
  notes: string | null;
  patient_birth_date: string;
  patient_name: string;
  primary_service: string | null;
  /** The provider of the whole estimate. */
  provider: string;
  provider_totals: TotalOnEstimate[];
  recurrence: Recurrence | null;
  separate_items: string[];
  service_date: string | null;
  texts: LegalTexts;
  /** The sum of the charges. */
  total: string;
  /** The last day on which the estimate is valid. */
  valid_until: string;
};
export type EstimateGiven = "paper" | "link" | "email";
export type Delivery = {
  at: string;
  /** Null if the server sent it. */
  by: string | null;
  how: EstimateGiven;
  /** The masked address; null if it was handed over. */
  to: string | null;
};
export type EstimateIssueId = number;
export type EstimateState = "Draft" | "Issued" | "Superseded" | "Void";
export type IssuedVersion = {
  /** The differences from the version before, by the rule that requires a new estimate. */
  changes: EstimateChange[];
  /** The version of the specification's fields that was issued. */
  estimate_version: number;
  given: Delivery[];
  /** Whether the PDF is made. */
  has_file: boolean;
  id: EstimateIssueId;
  issued_at: string;
  issued_by: string;
  /** When the newest link expires; null without a link. */
  link_until: string | null;
  /** When one of its links was first opened. */
  opened_at: string | null;
  questions: EstimateQuestion[];
  /** When the patient signed for receipt. */
  received_at: string | null;
  received_by: string | null;
  service_date: string | null;
  /** SHA-256 of the issued document, in hexadecimal digits. */
  sha256: string;
  state: EstimateState;
  /** Dollars as text with two decimals. */
  total: string;
  valid_until: string;
  version: number;
};
export type MissingPart = {
  /** The field for the part. */
  field: string;
  /** Whether the part belongs in the clinic's settings, not in the estimate. */
  in_settings: boolean;
  words: string;
};
export type EstimateDraft = {
  /** The differences from the last issued version, by the rule that requires a new estimate. Empty if there is no difference or
    nothing was issued. */
  changes: EstimateChange[];
  content: EstimateContent;
  /** The document that the patient would receive now. */
  document: EstimateDocument;
  estimate_id: EstimateId;
  /** The version of the specification's fields. */
  estimate_version: number;
  /** Newest first. */
  issues: IssuedVersion[];
  /** The masked address for a mail to the patient; null if no mail can be sent. */
  mail_to: string | null;
  /** The parts that a complete estimate still needs. */
  missing: MissingPart[];
  state: EstimateState;
  updated_at: string | null;
  updated_by: string | null;
  /** The version of the content. Sent back as `If-Match` it keeps a change from overwriting another one. 0 while nothing was
    entered. */
  version: number;
};
export type EstimateArea = "face" | "hair" | "hands" | "neck" | "other";
export type NewContentLine = {
  area: EstimateArea;
  diagnosis_code?: Line | null;
  discount?: Quantity | null;
  provider?: Line | null;
  provider_npi?: Npi | null;
  service_code?: Line | null;
};
export type NewEstimateContent = {
  /** At most one for each area. */
  lines?: NewContentLine[];
  primary_service?: Line | null;
  recurs_count?: number | null;
  recurs_frequency?: Line | null;
  recurs_from?: Day | null;
  recurs_until?: Day | null;
  separate_items?: Line[];
  service_date?: Day | null;
};
export type EstimateCopy = {
  /** The hash of the file, in hexadecimal digits. */
  sha256: string;
  /** The number of the version. */
  version: number;
};
export type GivenEstimate = {
  draft: EstimateDraft;
  /** The patient's page, shown only once; null unless the link is handed over. */
  portal_url: string | null;
};
export type GiveEstimate = {
  how: EstimateGiven;
};
export type IssueEstimate = {
  /** The warnings that were read: `incomplete_estimate` if parts of a complete estimate are missing. */
  confirmed?: Confirmed;
  /** The version of the content on the screen; any other version is refused. */
  content_version?: number | null;
  /** How the patient receives it. */
  how: EstimateGiven;
};
export type IssuedEstimate = {
  document: EstimateDocument;
  issue: IssuedVersion;
  /** The signature with which the patient confirmed receipt: a PNG as a data URL. */
  receipt_signature: string | null;
};
export type EstimateVersion = {
  /** The fields that differ from the version before. */
  changed: string[];
  grand_total: Quantity;
  prov_is_signed: boolean;
  pt_is_signed: boolean;
  version: number;
  written_at: string;
  /** The member's name at the time; null for a version from before this was stored. */
  written_by: string | null;
};
export type NewVoid = {
  reason: Line;
  signature: Signature;
};
export type OpenedExam = Exam & {
  /** How many addenda it has. */
  addenda: number;
  /** Whether it is the exam that counts: the newest that is not void. */
  counts: boolean;
  /** Whether the signed-in member may void it now. */
  may_void: boolean;
  voided: Voided | null;
};
export type AddendumId = number;
export type Addendum = {
  /** The author's name and role at that moment. */
  author_name: string;
  author_role: string;
  created_at: string;
  id: AddendumId;
  reason: string;
  /** A PNG as a data URL. */
  signature: string;
  text: string;
};
export type NewAddendum = {
  /** Why it is added. */
  reason: Line;
  signature: Signature;
  text: Note;
};
export type SignedKind =
  "treatment" | "approval" | "exam" | "examiner" | "estimate";
export type SignedCopy = {
  kind: SignedKind;
  /** The hash of the file, in hexadecimal digits. */
  sha256: string;
};
export type ClearanceDecision = "cleared" | "not_a_candidate" | "deferred";
export type SignedDecision = {
  decision: ClearanceDecision;
  reason: string | null;
  service: string;
  valid_until: string | null;
};
export type ExamMode = "in_person" | "video";
export type ExamSignature = {
  credential: Credential;
  decisions: SignedDecision[];
  exam_id: ExamId;
  license_expires_on: string;
  license_number: string;
  license_state: UsState;
  mode: ExamMode;
  /** Where the patient was. */
  patient_state: UsState;
  signature: string;
  signed_at: string;
  signed_by: string;
};
export type NewDecision = {
  decision: ClearanceDecision;
  reason?: Line | null;
  /** A treatment of the clinic's catalog, or of the fixed list while it has none. */
  service: Line;
  valid_until?: Day | null;
};
export type NewExamSignature = {
  /** The decision about each service. Services that are left out keep their former decision. */
  decisions: NewDecision[];
  mode: ExamMode;
  /** Where the patient was. */
  patient_state: UsState;
  signature: Signature;
};
export type ExamTemplateId = number;
export type ExamTemplate = {
  created_at: string;
  description: string | null;
  id: ExamTemplateId;
  name: string;
  pe_template: string | null;
  ros_template: string | null;
  /** The version; sent back as `If-Match` it keeps a change from overwriting another one. */
  version: number;
  vitals_template: string | null;
};
export type NewExamTemplate = {
  description?: Note | null;
  name: Name;
  pe_template?: Note | null;
  ros_template?: Note | null;
  vitals_template?: Note | null;
};
export type RemovedExamTemplate = {
  id: ExamTemplateId;
  name: string;
  removed_at: string;
};
export type ExamTemplateVersion = {
  name: string;
  saved_at: string;
  /** The member's name; null for a template that came with the clinic, and for versions from before they were kept. */
  saved_by: string | null;
  version: number;
};
export type ExamEntry = {
  /** How many addenda it has. */
  addenda: number;
  /** Whether it is the exam that counts: the newest that is not void. */
  counts: boolean;
  created_at: string;
  examiner_name: string;
  id: ExamId;
  /** Whether the signed-in member may void it now. */
  may_void: boolean;
  /** When the exam stops clearing the patient, by the clinic's settings. */
  valid_until: string;
  voided: Voided | null;
};
export type ImportField =
  | "first_name"
  | "last_name"
  | "full_name"
  | "preferred_name"
  | "pronouns"
  | "email"
  | "phone"
  | "birth_date"
  | "street"
  | "street2"
  | "city"
  | "state"
  | "postal_code"
  | "emergency_name"
  | "emergency_relation"
  | "emergency_phone"
  | "guardian_name"
  | "guardian_relation"
  | "referral_source"
  | "may_email"
  | "may_text"
  | "may_call"
  | "may_market"
  | "note";
export type ImportColumn = {
  field: ImportField | null;
  name: string;
};
export type DateOrder = "mdy" | "dmy" | "ymd";
export type DatesKind = "clear" | "proven" | "open" | "mixed";
export type DateReading = {
  date: string;
  date_order: DateOrder;
};
export type ImportDates = {
  /** An ambiguous date, as written in the file. */
  example: string | null;
  kind: DatesKind;
  /** The orders that every numeric date allows. */
  orders: DateOrder[];
  /** Dates that allow only one order. */
  proofs: string[];
  /** The meaning of the example in each order. */
  readings: DateReading[];
};
export type ImportEncoding = "utf-8" | "utf-16" | "windows-1252";
export type ImportBatchId = number;
export type ImportChoice = "skip" | "add" | "fill";
export type ImportScope = "all" | "good";
export type ImportSheet = {
  is_hidden: boolean;
  name: string;
};
export type ImportState =
  | "uploading"
  | "reading"
  | "unreadable"
  | "matching"
  | "checking"
  | "checked"
  | "importing"
  | "imported"
  | "cancelled"
  | "undoing"
  | "undone";
export type ClientImport = {
  added: number;
  columns: ImportColumn[];
  created_at: string;
  /** The name of the member who began it. */
  created_by: string;
  date_order: DateOrder | null;
  dates: ImportDates | null;
  /** How many rows the present state has finished. */
  done_rows: number;
  encoding: ImportEncoding | null;
  /** The size of the file. */
  file_bytes: number;
  file_name: string;
  filled: number;
  /** Whether the first row names the columns. */
  has_header: boolean | null;
  /** The row with the columns' names, as a spreadsheet numbers it. */
  header_row: number | null;
  id: ImportBatchId;
  imported_at: string | null;
  /** Rows without a problem whose person is in an earlier row and no patient. */
  in_file: number;
  /** Whether it was stopped while rows were added. */
  is_cancelled: boolean;
  /** Patients that undoing has kept. */
  kept: number;
  may_undo: boolean;
  on_in_file: ImportChoice | null;
  on_possible: ImportChoice | null;
  on_very_likely: ImportChoice | null;
  /** Rows without a problem whose person may be a patient. */
  possible: number;
  /** A sentence that says why the file cannot be read or why the import stopped. */
  problem: string | null;
  /** Patients that undoing has removed, and records whose filled fields it has emptied. */
  removed: number;
  rows: number;
  scope: ImportScope | null;
  /** The sheet of a workbook that was read. */
  sheet: string | null;
  /** The sheets of a workbook. */
  sheets: ImportSheet[];
  skipped: number;
  /** Until when the rows that were left out can be downloaded; null when they are deleted. */
  staged_until: string | null;
  state: ImportState;
  undo_until: string | null;
  undone_at: string | null;
  /** For `If-Match`. */
  version: number;
  /** Rows without a problem whose person is very likely a patient. */
  very_likely: number;
  /** Rows without a problem that have a notice. */
  with_notices: number;
  with_problems: number;
};
export type FileBytes = number;
export type NewImport = {
  file_bytes: FileBytes;
  file_name: Line;
};
export type DateAnswer = {
  date_order: DateOrder;
  /** The row's number. */
  number: number;
};
export type Fields = (ImportField | null)[];
export type ColumnMatching = {
  /** A person's answers about dates of single rows, which are kept. */
  date_answers?: DateAnswer[] | null;
  date_order?: DateOrder | null;
  fields: Fields;
};
export type ImportKept = "changed" | "merged" | "records";
export type KeptPatient = {
  first_name: string;
  last_name: string;
  patient_id: PatientId;
  reason: ImportKept;
};
export type PartBytes = string;
export type ImportPart = {
  data: PartBytes;
};
export type HeaderRow = number;
export type FileReading = {
  encoding?: ImportEncoding | null;
  /** Whether the first row names the columns. */
  has_header?: boolean | null;
  header_row?: HeaderRow | null;
  sheet?: Line | null;
};
export type RowProblem = {
  /** Null if it concerns the whole row. */
  column: string | null;
  sentence: string;
};
export type RowSuspect = {
  birth_date: string | null;
  first_name: string;
  is_very_likely: boolean;
  last_name: string;
  patient_id: PatientId;
  /** What the person and the patient share. */
  reason: string;
};
export type ImportRow = {
  cells: string[];
  date_order: DateOrder | null;
  /** The possible days of an ambiguous birth date, if the file does not decide. */
  date_readings: DateReading[];
  /** Values that were read by a rule that may be wrong. */
  notices: RowProblem[];
  /** The row's number in the file, as a spreadsheet shows it. */
  number: number;
  problems: RowProblem[];
  /** An earlier row with possibly the same person. */
  same_as: number | null;
  suspect: RowSuspect | null;
};
export type ImportRun = {
  /** For rows whose person is in an earlier row: skip or add. */
  on_in_file: ImportChoice;
  /** For rows whose person may be a patient. */
  on_possible: ImportChoice;
  /** For rows whose person is very likely a patient. */
  on_very_likely: ImportChoice;
  scope: ImportScope;
};
export type KioskDocumentStatus =
  "waiting" | "signed" | "declined" | "withdrawn";
export type KioskDocument = {
  name: string;
  status: KioskDocumentStatus;
  /** Opens the document at the calls of a consent's link, as long as the patient has the tablet. */
  token: string;
};
export type Kiosk = {
  clinic_name: string;
  documents: KioskDocument[];
  /** When the documents can no longer be opened. */
  ends_at: string;
  /** The member who handed the tablet over. */
  member_name: string;
  patient_first_name: string;
};
export type StartKiosk = {
  patient_id: PatientId;
};
export type KioskReturned = {
  patient_id: PatientId;
};
export type ReturnKiosk = {
  password?: Password | null;
  pin?: Password | null;
};
export type LoyaltyBalance = {
  first_name: string;
  is_archived: boolean;
  last_name: string;
  patient_id: PatientId;
  points: number;
};
export type LoyaltyEntryId = number;
export type LoyaltyKind =
  "earned" | "redeemed" | "adjusted" | "reversed" | "expired";
export type LoyaltyEntry = {
  at: string;
  /** The balance after the entry. */
  balance: number;
  /** The name of the member who gave the treatment or made the entry; null for an expiry. */
  by: string | null;
  id: LoyaltyEntryId;
  /** Whether another entry has reversed this one. */
  is_reversed: boolean;
  kind: LoyaltyKind;
  patient_id: PatientId;
  /** Below zero if the entry takes points. */
  points: number;
  reason: string | null;
  reverses: LoyaltyEntryId | null;
  /** The service that earned the points. */
  service: string | null;
  treatment_id: TreatmentId | null;
};
export type ReverseEntry = {
  reason: Line;
};
export type ExpiringPoints = {
  /** The last day on which the points can be used, by the clinic's calendar. */
  last_day: string;
  points: number;
};
export type PatientPoints = {
  /** The fewest points that can be redeemed. One point is a dollar of credit. */
  fewest_redeemed: number;
  next_to_expire: ExpiringPoints | null;
  patient_id: PatientId;
  /** Below zero if used points were reversed. */
  points: number;
};
export type Adjusted = number;
export type AdjustPoints = {
  points: Adjusted;
  reason: Line;
};
export type Redeemed = number;
export type RedeemPoints = {
  points: Redeemed;
  reason?: Line | null;
};
export type LoyaltyRuleId = number;
export type LoyaltyRule = {
  id: LoyaltyRuleId;
  points: number;
  service: string;
  /** The version; sent back as `If-Match` it keeps a change from overwriting another one. */
  version: number;
};
export type Points = number;
export type NewLoyaltyRule = {
  points?: Points | null;
  service?: Line | null;
};
export type MessageStatus =
  "Waiting" | "Sent" | "Delivered" | "Bounced" | "Failed" | "Dropped";
export type FailedMessage = {
  appointment_id: AppointmentId | null;
  /** Whether sending it again makes sense: the visit has not begun or the message is not about a coming visit, and the patient
    has an address or number. */
  can_be_sent: boolean;
  channel: MessageChannel;
  consent_id: ConsentId | null;
  due_at: string;
  first_name: string;
  id: number;
  kind: MessageKind;
  last_name: string;
  patient_id: PatientId;
  reason: MessageReason | null;
  /** When the visit starts, as the message says; for a reminder of a form, when the form was issued. */
  starts_at: string;
  /** `Failed` or `Bounced`; `Dropped` if the address gets no more mail or because of the quiet hours; `Waiting` if it should
    have been sent long ago. */
  status: MessageStatus;
};
export type Recall = {
  /** The last completed visit. */
  appointment_id: AppointmentId;
  /** The day on which the next visit became due. */
  due_on: string;
  email: string | null;
  first_name: string;
  last_name: string;
  last_visit_at: string;
  message_reason: MessageReason | null;
  message_status: MessageStatus | null;
  patient_id: PatientId;
  phone: string | null;
  provider_id: MemberId | null;
  sent_at: string | null;
  /** The name of the service. */
  service: string;
  service_id: ServiceId;
};
export type ServiceMessages = {
  /** The text that is mailed when a visit is completed; null: none. */
  aftercare: string | null;
  /** How many days after a completed visit a follow-up is due; null: as the clinic's settings say. */
  follow_up_days: number | null;
  /** No follow-up is due, whatever the clinic's settings say. */
  no_follow_up: boolean;
  /** After how many weeks a patient without a later visit is reminded to book the next one; null: never. */
  recall_weeks: number | null;
  /** Whether patients are reminded of a visit, by mail and text, as the clinic's settings say. */
  reminder: boolean;
  /** The name of the service. */
  service: string;
  service_id: ServiceId;
  updated_at: string | null;
  updated_by: string | null;
  /** For `If-Match`; 0 while nothing was changed. */
  version: number;
};
export type NewServiceMessages = {
  aftercare?: Note | null;
  follow_up_days?: number | null;
  /** Not together with `follow_up_days`. */
  no_follow_up?: boolean;
  recall_weeks?: number | null;
  reminder: boolean;
};
export type TextLength = {
  characters: number;
  /** The number of segments, each of which is paid for. */
  segments: number;
  /** A character that forces a longer encoding: with it a segment has 70 characters, without it 160. */
  unusual: string | null;
};
export type MessagePreview = {
  /** Null for a text. */
  html: string | null;
  length: TextLength | null;
  /** Null for a text. */
  subject: string | null;
  text: string;
};
export type AftercareText = {
  aftercare: Note;
};
export type MessageSettings = {
  /** The aftercare texts that services send after a visit. */
  aftercare: boolean;
  booked: boolean;
  cancelled: boolean;
  /** A text on the day of the reminder, to patients who have not confirmed by then. */
  confirm_text: boolean;
  confirm_text_at: ClockTime;
  /** A text on the day of the visit. */
  day_text: boolean;
  day_text_at: ClockTime;
  /** Nothing is sent while this is false. */
  enabled: boolean;
  /** How many days after a completed visit a follow-up is due if the service has no rule of its own; null: never. Applies also
    while no messages are sent. */
  follow_up_days: number | null;
  /** Reminders of forms that are not signed: five days after a form was issued, then every two days, at most five. */
  form_reminders: boolean;
  moved: boolean;
  /** Patients who cannot be mailed are texted that a visit is booked, moved or canceled. */
  news_by_text: boolean;
  /** Nothing is sent from `quiet_from` to `quiet_to`. There are no quiet hours if both are equal. */
  quiet_from: ClockTime;
  quiet_to: ClockTime;
  /** Recalls, sent at `reminder_at` of the day that the service sets. */
  recall: boolean;
  /** A mail before the visit. */
  reminder: boolean;
  reminder_at: ClockTime;
  /** How many days before the visit. */
  reminder_days: number;
  /** The address for answers to mails; null: none. */
  reply_to: string | null;
  /** The name of the sender of mails; null: the clinic's name. */
  sender_name: string | null;
  updated_at: string | null;
  updated_by: string | null;
  /** For `If-Match`; 0 while nothing was changed. */
  version: number;
};
export type NewMessageSettings = {
  aftercare: boolean;
  booked: boolean;
  cancelled: boolean;
  confirm_text: boolean;
  confirm_text_at: ClockTime;
  day_text: boolean;
  day_text_at: ClockTime;
  enabled: boolean;
  follow_up_days?: number | null;
  form_reminders: boolean;
  moved: boolean;
  news_by_text?: boolean;
  quiet_from: ClockTime;
  quiet_to: ClockTime;
  recall: boolean;
  reminder: boolean;
  reminder_at: ClockTime;
  reminder_days: number;
  reply_to?: Email | null;
  sender_name?: ClinicName | null;
};
export type MessageTemplate = {
  body: string;
  channel: MessageChannel;
  /** Whether this is the product's own template. */
  is_default: boolean;
  kind: MessageKind;
  /** Null for a text. */
  subject: string | null;
  subject_variables: string[];
  updated_at: string | null;
  updated_by: string | null;
  /** The variables that may stand in braces in the body, and in the subject. */
  variables: string[];
  /** For `If-Match`; 0 for the product's own template. */
  version: number;
};
export type NewMessageTemplate = {
  /** Plain text, at most 4,000 characters for a mail and 320 for a text. */
  body: Note;
  subject?: Line | null;
};
export type Patient = {
  /** When the patient was archived; null for an active patient. */
  archived_at: string | null;
  birth_date: string | null;
  created_at: string | null;
  email: string | null;
  first_name: string;
  id: PatientId;
  last_name: string;
  phone: string | null;
  preferred_name: string | null;
  pronouns: string | null;
  /** For `If-Match`. */
  version: number;
};
export type NewPatient = {
  birth_date?: Day | null;
  confirmed?: Confirmed | null;
  email?: Email | null;
  first_name: Name;
  last_name: Name;
  phone?: Phone | null;
};
export type Likeness = "possible" | "very_likely";
export type ComparedPatient = {
  birth_date: string | null;
  email: string | null;
  first_name: string;
  id: PatientId;
  is_archived: boolean;
  last_name: string;
  phone: string | null;
  preferred_name: string | null;
};
export type PossibleDuplicate = {
  likeness: Likeness;
  patient: ComparedPatient;
  /** The shared and the different values, such as `Same birth date and phone, similar name`. */
  reason: string;
};
export type DuplicateCheck = {
  birth_date?: Day | null;
  email?: Email | null;
  first_name: Name;
  last_name: Name;
  patient_id?: PatientId | null;
  phone?: Phone | null;
  preferred_name?: Name | null;
};
export type SuspectedPair = {
  /** The patient who was added first. */
  first: ComparedPatient;
  likeness: Likeness;
  /** The shared and the different values, such as `Same birth date and phone, similar name`. */
  reason: string;
  second: ComparedPatient;
};
export type Archived = {
  at: string;
  by: string | null;
  reason: string | null;
};
export type MailStopReason = "returned" | "complained";
export type Contact = {
  city: string | null;
  emergency_name: string | null;
  emergency_phone: string | null;
  emergency_relation: string | null;
  /** The name of a minor's guardian. */
  guardian_name: string | null;
  guardian_relation: string | null;
  mail_stopped: MailStopReason | null;
  may_call: boolean;
  may_email: boolean;
  /** Whether the patient wants marketing messages; all others are about the patient's own visits. */
  may_market: boolean;
  may_text: boolean;
  postal_code: string | null;
  referral_source: string | null;
  state: string | null;
  street: string | null;
};
export type PatientRecord = Patient & {
  archived: Archived | null;
  contact: Contact | null;
  merged_into: PatientId | null;
};
export type PatientChange = {
  birth_date?: Day | null;
  city?: Line | null;
  email?: Email | null;
  emergency_name?: Name | null;
  emergency_phone?: Phone | null;
  emergency_relation?: Line | null;
  first_name?: Name | null;
  guardian_name?: Name | null;
  guardian_relation?: Line | null;
  last_name?: Name | null;
  may_call?: boolean | null;
  may_email?: boolean | null;
  may_market?: boolean | null;
  may_text?: boolean | null;
  phone?: Phone | null;
  postal_code?: Line | null;
  preferred_name?: Name | null;
  pronouns?: Line | null;
  referral_source?: Line | null;
  state?: Line | null;
  street?: Line | null;
};
export type Archiving = {
  reason?: Line | null;
};
export type PatientFieldChange = {
  at: string;
  /** The member's name at that time. */
  by: string;
  /** The field's name in the call that changes it. */
  field: string;
  from: string | null;
  id: number;
  to: string | null;
};
export type HealthChange = {
  details: string;
  reported_at: string;
  reported_by: string;
};
export type ServiceClearance = {
  credential: Credential | null;
  /** How many days are left after today. Negative if it has ended. */
  days_left: number | null;
  decision: ClearanceDecision | null;
  exam_id: ExamId | null;
  reason: string | null;
  service: string;
  service_id: ServiceId | null;
  signed_at: string | null;
  signed_by: string | null;
  status: ClearanceStatus;
  /** The last day on which it counts. */
  valid_until: string | null;
};
export type SigningRefusal =
  "credential_not_allowed" | "license_missing" | "license_expired";
export type Signing = {
  allows_video: boolean;
  credential: Credential | null;
  license_expires_on: string | null;
  license_state: UsState | null;
  refusal: SigningRefusal | null;
  /** The most months for which a decision counts, from the day of the exam. */
  valid_months: number;
};
export type WaitingExam = {
  created_at: string;
  exam_id: ExamId;
  examiner_name: string;
};
export type PatientClearance = {
  changed: HealthChange | null;
  /** Whether the clinic clears each service separately. If not, all other fields are empty. */
  on: boolean;
  /** Every treatment that can be chosen, in the clinic's order. */
  services: ServiceClearance[];
  signing: Signing;
  /** Whether a treatment with an uncleared service is refused. */
  uncleared: Uncleared;
  waiting: WaitingExam | null;
};
export type ClinicalAnswer =
  "listed" | "none_known" | "pregnant" | "breastfeeding" | "neither";
export type ClinicalEntry = {
  name: string;
  /** The reaction, the dose, or since when. */
  note: string | null;
};
export type ClinicalKind =
  "allergies" | "medications" | "conditions" | "pregnancy";
export type ClinicalList = {
  answer: ClinicalAnswer;
  asked_at: string;
  /** The name of the member who asked. */
  asked_by: string;
  /** Empty unless the answer is `listed`. */
  entries: ClinicalEntry[];
  kind: ClinicalKind;
  /** For `If-Match`. */
  version: number;
  /** When the member who asked withdrew it as a mistake. A withdrawn answer does not count. */
  withdrawn_at: string | null;
};
export type ClinicalLists = {
  allergies: ClinicalList | null;
  conditions: ClinicalList | null;
  medications: ClinicalList | null;
  pregnancy: ClinicalList | null;
};
export type NewClinicalEntry = {
  name: Line;
  note?: Line | null;
};
export type NewClinicalAnswer = {
  /** `listed` with entries, or `none_known`; for a pregnancy one of the other three. */
  answer: ClinicalAnswer;
  /** Up to 100; only with `listed`. */
  entries?: NewClinicalEntry[];
};
export type ContactPreferences = {
  email_reminders: boolean;
  /** Whether the record allows mails and texts at all. Without that nothing is sent. */
  may_email: boolean;
  may_text: boolean;
  text_reminders: boolean;
  updated_at: string | null;
  updated_by: string | null;
  /** For `If-Match`; 0 while nothing was changed. */
  version: number;
};
export type NewContactPreferences = {
  email_reminders: boolean;
  text_reminders: boolean;
};
export type Coverage = "unknown" | "self_pay" | "insured";
export type PatientCoverage = {
  /** The open deadlines by day, then the latest closed ones. */
  clocks: EstimateClock[];
  coverage: Coverage;
  noted_at: string | null;
  /** The member's name at the time. */
  noted_by: string | null;
  /** Today, by the clinic's calendar. */
  today: string;
  /** For `If-Match`; 0 while nothing is recorded. */
  version: number;
};
export type CostQuestion = {
  appointment_id?: AppointmentId | null;
};
export type NewCoverage = {
  coverage: Coverage;
};
export type EmergencyAnswer = {
  answer: ClinicalAnswer;
  asked_at: string;
  entries: ClinicalEntry[];
  kind: ClinicalKind;
};
export type EmergencyTreatment = {
  areas: string | null;
  created_at: string;
  id: TreatmentId;
  lot: string | null;
  notes: string | null;
  provider_name: string;
  treatment_type: string;
  units: Quantity | null;
  volumes_ml: string | null;
};
export type EmergencyRecord = {
  access_id: EmergencyAccessId;
  /** The newest ten adverse events with their notes, newest first. */
  adverse_events: AdverseEvent[];
  /** Newest first. */
  alerts: string[];
  /** The newest answer to each question that was asked. */
  answers: EmergencyAnswer[];
  birth_date: string | null;
  /** The emergency contact: name, relation and phone, as far as known. */
  emergency_contact: string | null;
  /** When the access ends. */
  ends_at: string;
  exam: OpenedExam | null;
  first_name: string;
  last_name: string;
  phone: string | null;
  /** The newest twenty treatments that are not void, newest first. */
  treatments: EmergencyTreatment[];
};
export type PatientExportEntry = {
  /** How many records are made. */
  done: number;
  /** Until when it can be downloaded. */
  expires_at: string;
  /** How many files it has. An export of more than 64 MB has several, each a ZIP. */
  files: number;
  id: DocumentId;
  /** Whether the signed-in member requested it, and so may download it. */
  is_own: boolean;
  /** A sentence about why it failed. */
  problem: string | null;
  requested_at: string;
  /** By name. */
  requested_by: string;
  state: DocumentState;
  /** How many records there are. Null before the first is made. */
  total: number | null;
};
export type NewExport = object;
export type NewHealthChange = {
  details: Note;
};
export type FieldNames = string[];
export type Version = number;
export type PatientMerging = {
  from_other?: FieldNames | null;
  /** The patient whose records move into the survivor's record. */
  other_id: PatientId;
  /** The version of the other patient that was seen. */
  other_version: Version;
  /** The version of the survivor that was seen. */
  version: Version;
};
export type RecordCounts = {
  alerts: number;
  appointments: number;
  /** Answers about allergies, medications, conditions and pregnancy. */
  clinical_answers: number;
  consents: number;
  estimates: number;
  exams: number;
  loyalty_entries: number;
  notes: number;
  points: number;
  treatments: number;
};
export type MergeSide = {
  patient: PatientRecord;
  records: RecordCounts;
};
export type MergePreview = {
  other: MergeSide;
  survivor: MergeSide;
};
export type MergedPatient = {
  at: string;
  /** The name of the member who merged it. */
  by: string;
  first_name: string;
  last_name: string;
  may_undo: boolean;
  patient_id: PatientId;
  undo_until: string;
};
export type UndoPreview = {
  /** The fields of the survivor that return to former values. */
  fields: Change[];
  /** The other patient's points after the undo. */
  other_points: number;
  /** A sentence that says why the merge cannot be undone; null if it can be. */
  refusal: string | null;
  /** What was recorded under the other patient's id, which returns to that record. */
  returns: RecordCounts;
  /** What was recorded in the survivor's record since the merge, which stays there. */
  stays: RecordCounts;
  /** The survivor's points after the undo. */
  survivor_points: number;
};
export type PatientMessage = {
  appointment_id: AppointmentId | null;
  /** The body as sent, without the patient's own link; null before that. */
  body: string | null;
  channel: MessageChannel;
  consent_id: ConsentId | null;
  due_at: string;
  id: number;
  kind: MessageKind;
  reason: MessageReason | null;
  sent_at: string | null;
  /** When the visit starts, as the message says; for a reminder of a form, when the form was issued. */
  starts_at: string;
  status: MessageStatus;
  /** The subject as sent; null before that, and for a text. */
  subject: string | null;
};
export type PatientNoteId = number;
export type NoteKind = "note" | "alert";
export type PatientNote = {
  /** The author's name. */
  author: string;
  body: string;
  changed_at: string | null;
  /** The name of the member who changed it last; null if it was never changed. */
  changed_by: string | null;
  created_at: string;
  id: PatientNoteId;
  kind: NoteKind;
  /** Shown before the other notes. */
  pinned: boolean;
  /** For `If-Match`. */
  version: number;
};
export type NewPatientNote = {
  body: Note;
  kind?: NoteKind | null;
  /** Default: false. An alert is not pinned: the header shows it anyway. */
  pinned?: boolean | null;
};
export type RemovedPatientNote = {
  /** The author's name. */
  author: string;
  body: string;
  created_at: string;
  id: PatientNoteId;
  kind: NoteKind;
  removed_at: string;
  /** The name of the member who removed it; null if it was removed before this was stored. */
  removed_by: string | null;
};
export type PatientNoteChange = {
  body?: Note | null;
  /** Cannot be cleared. */
  pinned?: boolean | null;
};
export type PatientNoteVersion = {
  body: string;
  pinned: boolean;
  version: number;
  written_at: string;
  /** The author's name. */
  written_by: string;
};
export type Alert = {
  author: string;
  body: string;
  created_at: string;
  id: PatientNoteId;
  /** For `If-Match`. */
  version: number;
};
export type Answered = {
  answer: ClinicalAnswer;
  asked_at: string;
  entries: ClinicalEntry[];
};
export type ClinicalSummary = {
  allergies: Answered | null;
  pregnancy: Answered | null;
};
export type ConsentCounts = {
  /** The consents whose link can still be used for signing. */
  pending: number;
  signed: number;
};
export type ExamState = {
  /** Null without an exam. */
  valid_until: string | null;
};
export type Visits = {
  last: string | null;
  next: string | null;
};
export type RecordSummary = {
  alerts: Alert[] | null;
  clinical: ClinicalSummary | null;
  consents: ConsentCounts | null;
  exam: ExamState | null;
  /** The consents that treatments without an approval need and that were not signed before them. */
  missing_consents: string[] | null;
  /** How many ongoing adverse events the patient has. */
  open_events: number | null;
  points: number | null;
  visits: Visits | null;
};
export type TextReach = {
  /** The number, masked; null if the patient cannot be texted. */
  to: string | null;
  /** A sentence that says why the patient cannot be texted; null if texting is possible. */
  why_not: string | null;
};
export type TimelineKind =
  | "appointment"
  | "exam"
  | "treatment"
  | "consent"
  | "estimate"
  | "note"
  | "removed"
  | "addendum"
  | "points"
  | "message"
  | "adverse_event"
  | "health_change"
  | "issued_estimate"
  | "estimate_clock"
  | "charge";
export type TimelineTarget = {
  id: number;
  kind: TimelineKind;
};
export type TimelineEntry = {
  /** When it took place; for an appointment, its start. */
  at: string;
  /** The name at the time of the examiner, provider, issuer, author or remover of a note; for an appointment, the provider's present
    name. */
  by: string | null;
  /** The id of the appointment, exam, treatment, consent, estimate, note, addendum, ledger entry, message, adverse event,
    change or log entry; or of the issued version, question, void, deadline, charge or dispute. */
  id: number;
  kind: TimelineKind;
  of: TimelineTarget | null;
  /** Set for an entry of points; below zero if it takes points. */
  points: number | null;
  /** `booked`, `begun`, `here`, `completed`, `cancelled`, `no_show`, or `past` for a visit with no later status; `voided`; `pending`,
    `approved` or `voided`; `pending`, `signed`, `withdrawn`, `declined`, `expired` or `revoked`; `signed` or `voided`; `note` or
    `alert`; the kind of an entry of points; the status of a message about a visit, such as `Waiting` or `Sent`, and after
    `Dropped` or `Failed` the reason: `Dropped: no_address`; the state of an adverse event; `issued`, `superseded` or `voided`,
    `received`, `asked` or `answered`, or `void`, for an issued estimate; `coverage`, `asked`, or how a deadline ended: `issued`,
    `cancelled`, `insured` or `by_hand`; `recorded` or `voided`, `void`, `disputed` or `dispute_closed`, for charges. */
  state: string | null;
  /** The service, the treatment's type, the name of the consent that was issued or mailed, the estimate's version, the beginning
    of a note or of a change in health, the reason of an addendum or an entry of points, or the kind of a message about a visit
    or of an adverse event. How an issued version was given (`email`, `link`, `paper`, separated by commas), a question, why an
    estimate was voided, the coverage, the service of a cost question, a charge's service and total (and why it was voided), or
    the note of a dispute. */
  title: string | null;
  /** The version of an estimate; for an issued one the number of the issued version. */
  version: number | null;
};
export type Plan = {
  /** The monthly price if a year is paid at once. */
  annual_monthly_price: number;
  annual_savings: number;
  /** The features of both lists that do not exist yet. */
  coming_features: string[];
  form_features: string[];
  id: PlanId;
  monthly_price: number;
  name: string;
  popular: boolean;
  pricing_features: string[];
  stripe_price_id: string;
  trial_days: number;
};
export type ElectronicRecords = {
  /** The meaning of pressing the button. */
  act: string;
  act_version: number;
  /** The paragraphs of the notice. */
  notice: string[];
  /** The day of the notice's version. */
  notice_dated: string;
  notice_version: number;
};
export type Representative = {
  name: string;
  /** The relation to the patient. */
  relation: string;
};
export type PortalConsent = {
  clinic_address: string | null;
  clinic_name: string;
  clinic_phone: string | null;
  declined_at: string | null;
  electronic_records: ElectronicRecords | null;
  /** Whether the patient is under age, so that another person signs and states the relation to the patient. */
  needs_representative: boolean;
  patient_first_name: string;
  /** The full name at the time of signing. */
  patient_name: string | null;
  representative: Representative | null;
  /** The drawn signature: a PNG as a data URL. */
  signature: string | null;
  signed_at: string | null;
  /** Sanitized HTML. */
  template: string;
  template_name: string;
  /** The clinic's time zone, in which the page writes times. */
  time_zone: string;
  typed_name: string | null;
};
export type PortalCopy = {
  /** Null before it is ready. */
  bytes: number | null;
  is_ready: boolean;
  /** When the link to the copy expires. */
  until: string;
};
export type DeclinedConsent = {
  declined_at: string;
};
export type DeclineConsent = {
  /** At most 1,000 characters. */
  reason: Note;
};
export type SignedConsent = {
  patient_name: string;
  representative: Representative | null;
  signature: string | null;
  signed_at: string;
  typed_name: string | null;
};
export type SignConsent = {
  /** The version of the act's wording that was shown to the signer. */
  act_version?: number | null;
  electronic_consent?: boolean | null;
  /** The version of the notice of electronic records that was shown to the signer. */
  notice_version?: number | null;
  signature?: Signature | null;
  signer_name?: Name | null;
  signer_relation?: Line | null;
  typed_name?: Name | null;
};
export type PortalEstimate = {
  clinic_name: string;
  document: EstimateDocument;
  expires_at: string;
  /** Whether the PDF is made. */
  has_file: boolean;
  issued_at: string;
  /** Whether the patient is under age, so that another person signs and states the relation to the patient. */
  needs_representative: boolean;
  /** How many questions are not answered yet. */
  open_questions: number;
  /** The wording of the act that the button performs. */
  receipt_act: string;
  received_at: string | null;
  /** The clinic's time zone, in which the page writes times. */
  time_zone: string;
  version: number;
};
export type AskAboutEstimate = {
  /** At most 1,000 characters. */
  question: Note;
};
export type ReceivedEstimate = {
  received_at: string;
};
export type ReceiveEstimate = {
  signature?: Signature | null;
  signer_name?: Name | null;
  signer_relation?: Line | null;
  typed_name?: Name | null;
};
export type ProtocolOverrideId = number;
export type ProtocolOverride = {
  given_at: string;
  given_by: string;
  id: ProtocolOverrideId;
  provider_id: MemberId;
  provider_name: string;
  reason: string;
  service: string;
  /** The clinic's day of the override. */
  valid_on: string;
};
export type ProtocolMember = {
  member_id: MemberId;
  name: string;
};
export type ProtocolPerformer = {
  member_id: MemberId;
  name: string;
  /** When the member signed the version; null if not signed. */
  signed_at: string | null;
};
export type ProtocolState =
  "none" | "scheduled" | "in_force" | "expiring" | "expired" | "retired";
export type ProtocolVersion = {
  id: ProtocolVersionId;
  number: number;
  /** Null if the version was not retired. */
  retired_at: string | null;
  retired_by: string | null;
  retired_for: string | null;
  signed_at: string;
  /** The director's name at that moment. */
  signed_by: string;
  title: string;
  valid_from: string;
  /** The last day of the version. */
  valid_until: string;
};
export type ServiceProtocol = {
  /** How many days are left after today; negative once the version has ended. */
  days_left: number | null;
  /** How many drafts need a director's signature. */
  drafts: number;
  /** Whether it can be chosen for a treatment. */
  offered: boolean;
  /** The members who perform the service, and when each signed the version. */
  performers: ProtocolPerformer[];
  protocol_id: ProtocolId | null;
  service: string;
  service_id: ServiceId | null;
  state: ProtocolState;
  version: ProtocolVersion | null;
};
export type Protocols = {
  /** Whether the module is on. While it is off, everything below is empty. */
  on: boolean;
  /** Today's overrides, the newest first. */
  overrides: ProtocolOverride[];
  /** The members who record treatments, by name. */
  providers: ProtocolMember[];
  /** Every treatment in the clinic's order, then those that have a protocol but can no longer be chosen. */
  services: ServiceProtocol[];
};
export type ProtocolDraftId = number;
export type ProtocolDraft = {
  /** Sanitized HTML. */
  body: string;
  /** The number of the newest signed version when the draft was last saved; 0 if there was none. */
  follows: number;
  id: ProtocolDraftId;
  protocol_id: ProtocolId;
  title: string;
  updated_at: string;
  updated_by: string;
  /** Null: from the day of signing. */
  valid_from: string | null;
  valid_until: string;
  /** The version of the draft. Sent back as `If-Match`, it keeps a change from overwriting another one, and a director from
    signing an unread text. */
  version: number;
};
export type NewProtocolDraft = {
  body: Html;
  /** A treatment of the clinic's catalogue, or of the fixed list if the clinic has no catalogue. */
  service: Line;
  title: Name;
  valid_from?: Day | null;
  valid_until?: Day | null;
};
export type ChangedProtocolDraft = {
  body: Html;
  title: Name;
  valid_from?: Day | null;
  valid_until?: Day | null;
};
export type ProtocolSigning = {
  signature: Signature;
};
export type NewProtocolOverride = {
  provider_id: MemberId;
  reason: Line;
  service: Line;
};
export type OwnProtocol = {
  /** When the signed-in member signed it; null if not signed. */
  agreed_at: string | null;
  /** Whether the signed-in member has to sign the version: it is in force or comes into force, the member performs the service,
    and has not signed it. */
  awaits: boolean;
  days_left: number | null;
  lifted: ProtocolOverride | null;
  /** Why a treatment by the signed-in member with the service would be refused now without an override. */
  obstacle: string | null;
  service: string;
  state: ProtocolState;
  version: ProtocolVersion | null;
};
export type OwnProtocols = {
  /** The directors who can let a treatment of the signed-in member pass for the day. */
  directors: string[];
  /** Whether the module is on. While it is off, everything below is empty. */
  on: boolean;
  /** Every treatment that can be chosen, in the clinic's order. */
  services: OwnProtocol[];
};
export type ProtocolSettings = {
  /** Whether a treatment is refused if its service has no protocol in force. */
  every_treatment: boolean;
  updated_at: string | null;
  updated_by: string | null;
  /** For `If-Match`; 0 while nothing was changed. */
  version: number;
};
export type NewProtocolSettings = {
  every_treatment: boolean;
};
export type ProtocolText = {
  /** When the signed-in member signed it; null if not signed. */
  agreed_at: string | null;
  /** Sanitized HTML. */
  body: string;
  /** Whether the signed-in member may sign it now. */
  may_agree: boolean;
  protocol_id: ProtocolId;
  service: string;
  /** The director's signature. */
  signature: string;
  version: ProtocolVersion;
};
export type NewProtocolRetirement = {
  reason: Line;
};
export type Protocol = {
  /** The drafts that need a director's signature, the newest first. */
  drafts: ProtocolDraft[];
  id: ProtocolId;
  service: string;
  versions: ProtocolVersion[];
};
export type ApprovalRefusal = "own_treatment" | "invited_by_provider";
export type ReturnAnswer = "Resubmitted" | "Withdrawn";
export type TreatmentReturnId = number;
export type Returned = {
  /** The provider's answer, or why the director withdrew the return. */
  answer: string | null;
  answered_at: string | null;
  at: string;
  /** The director's name at that moment. */
  by: string;
  comment: string;
  ended: ReturnAnswer | null;
  id: TreatmentReturnId;
};
export type ReviewState =
  "Waiting" | "Returned" | "Resubmitted" | "Not selected";
export type Tick = "present" | "missing" | "not_needed";
export type Ticks = {
  /** Every consent that the service needs was signed before, and was valid then. */
  consent: Tick;
  /** The exam that cleared the patient counts: it is the patient's own, it is not void, and while the clinic clears service by
    service, the service was cleared on the treatment's day. A treatment recorded while the clinic did not needs only the
    exam. */
  exam: Tick;
  /** The patient was asked about allergies and pregnancy, and has no ongoing adverse event. */
  health: Tick;
  /** The lot and the dose, if the treatment has them. */
  lot: Tick;
  /** The treatment has notes, or an addendum. */
  notes: Tick;
  /** Not needed, because treatments have no photos yet. */
  photos: Tick;
  /** The provider's signature. */
  signature: Tick;
};
export type ReviewRow = {
  approval_refusal: ApprovalRefusal | null;
  areas: string | null;
  created_at: string;
  /** When the chart must be approved. */
  due_at: string;
  /** The id of the treatment. */
  id: TreatmentId;
  /** All seven parts are present or not needed. */
  is_complete: boolean;
  /** Whether the signed-in member has recorded it. */
  is_own: boolean;
  /** Whether the signed-in member may approve it, unless it is returned to its provider. */
  may_approve: boolean;
  /** The first part that is missing, such as `No lot`. */
  missing: string | null;
  patient_id: PatientId;
  patient_name: string;
  provider_id: MemberId;
  provider_name: string;
  returned: Returned | null;
  state: ReviewState;
  ticks: Ticks;
  treatment_type: string;
  units: Quantity | null;
  /** Increases with every addition to the chart. Sent back with an approval, it prevents approving a chart that has changed
    meanwhile. */
  version: number;
};
export type DirectorAbsenceId = number;
export type Absence = {
  /** Whether the alternate may still approve treatments. */
  alternate_approves: boolean;
  alternate_id: MemberId;
  alternate_name: string;
  director_id: MemberId;
  director_name: string;
  from_day: string;
  id: DirectorAbsenceId;
  to_day: string;
};
export type Director = {
  id: MemberId;
  name: string;
};
export type Absences = {
  absences: Absence[];
  directors: Director[];
};
export type NewAbsence = {
  /** Another member who may approve treatments. */
  alternate_id: MemberId;
  director_id: MemberId;
  from_day: Day;
  /** The same day as `from_day`, or a later one. */
  to_day: Day;
};
export type SeenChart = {
  id: TreatmentId;
  version: number;
};
export type Approvals = {
  charts: SeenChart[];
  director_signature: Signature;
};
export type PartCounts = {
  all: number;
  late: number;
  ready: number;
  returned: number;
};
export type Away = {
  alternate_name: string;
  /** The last day. */
  until: string;
};
export type Covered = {
  director_name: string;
  /** The last day. */
  until: string;
};
export type ReviewCounts = PartCounts & {
  /** The members who review for the signed-in member, if that member is away today. */
  away: Away[];
  /** Within how many hours a chart must be approved. */
  chart_due_hours: number;
  /** Directors who are away today and for whom the signed-in member reviews. */
  covering: Covered[];
};
export type Punctuality = {
  approved: number;
  /** Approved too late, or open for longer than the clinic's hours. */
  late: number;
  /** The median time until approval, in hours; null if nothing was approved. */
  median_hours: number | null;
  /** Approved in time. */
  on_time: number;
  /** The percentage of due treatments that were approved in time; null if none was due. */
  on_time_percent: number | null;
  provider_id: MemberId;
  provider_name: string;
  /** The treatments that were recorded and are not void. */
  recorded: number;
  /** Returned at least once. */
  returned: number;
  /** Of the recorded treatments, those that the clinic's share selects, and those approved or returned although it does not. */
  reviewed: number;
};
export type ProviderShare = {
  provider_id: MemberId;
  provider_name: string;
  /** In percent; null: the clinic's. */
  share: number | null;
};
export type ReviewSettings = {
  /** Within how many hours a chart must be approved. */
  chart_due_hours: number;
  /** The members who record treatments. */
  providers: ProviderShare[];
  /** The percentage of treatments that is reviewed, for providers without their own share. */
  share: number;
  /** For `If-Match`. */
  version: number;
};
export type NewShare = {
  provider_id: MemberId;
  /** In percent; null: the clinic's. */
  share?: number | null;
};
export type NewReviewSettings = {
  chart_due_hours: number;
  /** Providers who are left out keep their share. */
  providers: NewShare[];
  share: number;
};
export type SettledState = "approved" | "not_selected";
export type SettledChart = {
  /** Null if the clinic's share leaves it out. */
  approved_at: string | null;
  /** The director's name at that moment. */
  approved_by: string | null;
  areas: string | null;
  created_at: string;
  /** The id of the treatment. */
  id: TreatmentId;
  patient_id: PatientId;
  patient_name: string;
  provider_id: MemberId;
  provider_name: string;
  state: SettledState;
  treatment_type: string;
  units: Quantity | null;
};
export type TreatmentReview = {
  /** Why overlooking the treatment may harm the patient, such as `Allergies not asked`. */
  dangers: string[];
  /** Whether the signed-in member may answer the return now. */
  may_answer: boolean;
  returned: Returned | null;
  state: ReviewState;
  treatment_id: TreatmentId;
};
export type ChartAnswer = {
  answer: ClinicalAnswer;
  asked_at: string;
  entries: ClinicalEntry[];
};
export type ChartConsent = {
  /** Sanitized HTML, as it was signed. */
  body: string;
  id: ConsentId;
  /** The drawn signature: a PNG as a data URL. */
  picture: string | null;
  signed_at: string;
  signer_name: string;
  template_name: string;
  template_version: number;
  typed_name: string | null;
};
export type EarlierTreatment = {
  approved_at: string | null;
  areas: string | null;
  created_at: string;
  id: TreatmentId;
  lot: string | null;
  treatment_type: string;
  units: Quantity | null;
};
export type TreatmentProtocol = {
  number: number | null;
  overridden_by: string | null;
  /** Why a director allowed the treatment despite the protocol or the license; null if there was no obstacle. */
  override_reason: string | null;
  title: string | null;
  /** The last day of that version. */
  valid_until: string | null;
  version_id: ProtocolVersionId | null;
};
export type Treatment = {
  /** How many addenda it has. */
  addenda: number;
  /** How many adverse events were reported after it. */
  adverse_events: number;
  approval_refusal: ApprovalRefusal | null;
  approved_at: string | null;
  areas: string | null;
  clearance: ClearanceStatus | null;
  created_at: string;
  director_name: string | null;
  director_signature: string | null;
  id: TreatmentId;
  lot: string | null;
  /** Whether the signed-in member may approve it now. */
  may_approve: boolean;
  /** Whether the signed-in member may void it now. */
  may_void: boolean;
  notes: string | null;
  patient_id: PatientId;
  protocol: TreatmentProtocol | null;
  provider_id: MemberId;
  provider_name: string;
  provider_signature: string;
  /** The service's name when it was recorded. */
  treatment_type: string;
  units: Quantity | null;
  /** The version of the chart, which increases with every addition. For `If-Match` of an approval. */
  version: number;
  voided: Voided | null;
  volumes_ml: string | null;
};
export type ReviewChart = ReviewRow & {
  /** The first ten addenda of the treatment, oldest first. */
  addenda: Addendum[];
  allergies: ChartAnswer | null;
  birth_date: string | null;
  /** The signed consents for the treatment: those that its service needs, or if it needs none, those signed within the 30 days
    before. At most four. */
  consents: ChartConsent[];
  /** The last ten treatments before this one, newest first. */
  earlier: EarlierTreatment[];
  exam: OpenedExam | null;
  /** The patient's ongoing adverse events, the latest reported first. */
  open_events: ListedAdverseEvent[];
  pregnancy: ChartAnswer | null;
  /** Every return, oldest first. */
  returns: Returned[];
  treatment: Treatment;
};
export type Resubmission = {
  answer: Note;
};
export type NewReturn = {
  /** Kept in the chart. */
  comment: Note;
};
export type Withdrawal = {
  reason?: Note | null;
};
export type RightToEstimate = {
  clinic_name: string;
  phone: string | null;
  /** Paragraphs, with an empty line between them. */
  text: string;
};
export type TimeBlockId = number;
export type Block = {
  ends_at: string;
  id: TimeBlockId;
  member_id: MemberId | null;
  reason: string;
  resource_id: ResourceId | null;
  starts_at: string;
  /** For `If-Match`. */
  version: number;
};
export type ClosureId = number;
export type DayClosure = {
  id: ClosureId;
  reason: string;
};
export type ScheduleDay = {
  closure: DayClosure | null;
  date: string;
};
export type HoursOfDay = {
  closes_at: ClockTime;
  member_id: MemberId | null;
  opens_at: ClockTime;
  /** The version of the member's whole list, for `If-Match`; null for the clinic's own hours, which are a setting. */
  version: number | null;
  /** Monday is 1, Sunday 7. */
  weekday: number;
};
export type ResourceKind = "Room" | "Device";
export type Resource = {
  id: ResourceId;
  /** Whether it can be booked. */
  is_active: boolean;
  kind: ResourceKind;
  name: string;
  /** For `If-Match`. */
  version: number;
};
export type Schedule = {
  blocks: Block[];
  days: ScheduleDay[];
  /** The clinic's hours first; they apply to members without their own. */
  hours: HoursOfDay[];
  resources: Resource[];
};
export type NewBlock = {
  ends_at: Line;
  member_id?: MemberId | null;
  reason: Line;
  resource_id?: ResourceId | null;
  /** `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC. */
  starts_at: Line;
};
export type BlockChange = {
  ends_at?: Line | null;
  member_id?: MemberId | null;
  reason?: Line | null;
  resource_id?: ResourceId | null;
  starts_at?: Line | null;
};
export type Closure = {
  first_date: string;
  id: ClosureId;
  last_date: string;
  reason: string;
};
export type NewClosure = {
  first_date: Day;
  /** The same day as the first, or a later one. */
  last_date: Day;
  reason: Line;
};
export type WorkingSpan = {
  closes_at: ClockTime;
  opens_at: ClockTime;
  /** Monday is 1, Sunday 7. */
  weekday: number;
};
export type WorkingHours = {
  hours: WorkingSpan[];
  member_id: MemberId;
  /** For `If-Match`. */
  version: number;
};
export type NewWorkingHours = {
  hours: WorkingSpan[];
};
export type NewResource = {
  /** Default: true. */
  is_active?: boolean | null;
  kind: ResourceKind;
  name: Name;
};
export type ResourceChange = {
  is_active?: boolean | null;
  kind?: ResourceKind | null;
  name?: Name | null;
};
export type FoundPatient = {
  birth_date: string | null;
  first_name: string;
  id: PatientId;
  is_archived: boolean;
  last_name: string;
  phone: string | null;
  preferred_name: string | null;
};
export type Found = {
  /** At most eight; patients with a name that begins with the search come first. */
  patients: FoundPatient[];
};
export type NeededConsent = {
  id: ConsentTemplateId;
  name: string;
  /** How many months a signature is valid; null: for one treatment. */
  valid_months: number | null;
};
export type Performer = {
  id: MemberId;
  name: string;
};
export type Service = {
  /** How long the provider and the room stay reserved after the service. */
  buffer_minutes: number;
  category: string | null;
  /** `#rrggbb`, only to tell services apart. */
  color: string | null;
  /** The consents that it needs. */
  consents: NeededConsent[];
  id: ServiceId;
  /** After how many days it is usually repeated. */
  interval_days: number | null;
  minutes: number;
  name: string;
  /** Whether it is a treatment, which is recorded after an exam; other services are visits. */
  needs_exam: boolean;
  /** The members who perform it; empty: every member who takes appointments. */
  performers: Performer[];
  price: number | null;
  /** The unit of the price, such as a syringe; null: the service. */
  price_unit: string | null;
  /** When it was retired. It cannot be chosen any more, but existing records still show it. */
  retired_at: string | null;
  taxable: boolean;
  updated_at: string;
  /** Who changed it last; null for a service that came with the clinic. */
  updated_by_name: string | null;
  /** The version; sent back as `If-Match` it keeps a change from overwriting another one. */
  version: number;
};
export type Title = string;
export type Color = string;
export type ConsentRule = {
  id: ConsentTemplateId;
  /** How many months a signature is valid; absent or null: for one treatment. */
  valid_months?: number | null;
};
export type Unit = string;
export type NewService = {
  /** Default: 0. */
  buffer_minutes?: number | null;
  category?: Title | null;
  color?: Color | null;
  consents?: ConsentRule[] | null;
  interval_days?: number | null;
  minutes: number;
  name: Title;
  needs_exam?: boolean | null;
  performer_ids?: MemberId[] | null;
  price?: Quantity | null;
  price_unit?: Unit | null;
  taxable?: boolean | null;
};
export type ServiceOrder = {
  /** Every service that can be chosen, in the new order. */
  ids: ServiceId[];
  /** The order that was seen. If it is not the present one, nothing is changed. */
  seen?: ServiceId[] | null;
};
export type ServiceChange = {
  /** Cleared: 0. */
  buffer_minutes?: number | null;
  category?: Title | null;
  color?: Color | null;
  consents?: ConsentRule[] | null;
  interval_days?: number | null;
  /** Cannot be cleared. */
  minutes?: number | null;
  name?: Title | null;
  /** Cannot be cleared. */
  needs_exam?: boolean | null;
  /** Cleared: every member who takes appointments. */
  performer_ids?: MemberId[] | null;
  price?: Quantity | null;
  price_unit?: Unit | null;
  /** Cannot be cleared. */
  taxable?: boolean | null;
};
export type CheckoutSession = {
  checkout_url: string;
};
export type Cycle = "monthly" | "annual";
export type SubscriptionId = number;
export type NewCheckout = {
  billing: Cycle;
  plan: PlanId;
  subscription_id?: SubscriptionId | null;
};
export type PortalSession = {
  url: string;
};
export type NoDetails = object;
export type Refreshed = {
  /** If false, the server tries again by itself. */
  refreshed: boolean;
};
export type PaymentMethod =
  | "Card on file (Stripe)"
  | "New card entry (Stripe Checkout)"
  | "Other (manual)";
export type Subscription = {
  /** When it will end; null if it will not. */
  cancel_at: string | null;
  created_at: string;
  ended_at: string | null;
  id: SubscriptionId;
  /** Whether the status comes from Stripe, because the subscription exists there, or from the form. */
  is_at_stripe: boolean;
  sub_billing: Cycle;
  sub_features: string[];
  sub_first_charge_amount: Quantity;
  /** Null if it has ended or will end. */
  sub_next_bill_date: string | null;
  sub_notes: string | null;
  sub_payment_method: PaymentMethod;
  sub_plan: PlanId;
  sub_price: Quantity;
  sub_recurring_amount: Quantity;
  sub_sig: string | null;
  /** Null if it was started on the pricing page. */
  sub_sig_date: string | null;
  sub_start_date: string;
  sub_status: SubscriptionStatus;
  sub_stripe_price_id: string;
  sub_terms: boolean;
  sub_trial_days: number;
  sub_trial_enabled: boolean;
  sub_trial_end: string;
};
export type TrialDays = number;
export type NewSubscription = {
  sub_notes?: Note | null;
  sub_payment_method: PaymentMethod;
  sub_plan: PlanId;
  sub_sig: Signature;
  sub_sig_date: Day;
  sub_start_date: Day;
  sub_status?: SubscriptionStatus | null;
  /** Must be true. */
  sub_terms: boolean;
  sub_trial_days?: TrialDays | null;
  /** Default: with a trial. */
  sub_trial_enabled?: boolean | null;
};
export type StatusSource = "manual" | "stripe";
export type StatusChange = {
  changed_at: string;
  from_status: SubscriptionStatus | null;
  id: number;
  source: StatusSource;
  to_status: SubscriptionStatus;
};
export type Department =
  "Clinical" | "Administrative" | "Management" | "Support";
export type MemberStatus = "active" | "inactive";
export type TeamMember = {
  /** Whether the member is a Medical Director whose role is not in force until the owner or another director has confirmed the
    person. */
  awaits_confirmation: boolean | null;
  credential: Credential | null;
  department: Department;
  email: string | null;
  first_name: string;
  /** Whether the member signs in with a second factor. */
  has_second_factor: boolean | null;
  /** Whether the member has chosen a password. */
  has_signed_in: boolean | null;
  hire_date: string | null;
  id: MemberId;
  /** Whether the member was invited and has not signed in, and the invitation is invalid: it was canceled, or the member is
    inactive. */
  invitation_cancelled: boolean | null;
  is_owner: boolean | null;
  last_name: string;
  /** The last day on which the license is valid. An expired license is shown; it blocks signing exams and, while Protocols is
    on, treatments. */
  license_expires_on: string | null;
  license_number: string | null;
  license_state: UsState | null;
  notes: string | null;
  /** The National Provider Identifier, which is printed on estimates. */
  npi: string | null;
  phone: string | null;
  role: Role;
  specialties: string | null;
  status: MemberStatus;
  /** Whether the member can be booked. */
  takes_appointments: boolean | null;
  /** When the member was last changed. */
  updated_at: string | null;
  /** Who made that change; null if it was before this was stored. */
  updated_by: string | null;
  /** The version; sent back as `If-Match` it keeps a change from overwriting another one. */
  version: number | null;
};
export type InvitedMember = {
  /** The link for choosing a password. Set only if the deployment sends no mail, because its holder can sign in as the member. */
  invite_url: string | null;
  member: TeamMember;
};
export type NewTeamMember = {
  credential?: Credential | null;
  department: Department;
  email: Email;
  first_name: MailedName;
  hire_date: Day;
  last_name: MailedName;
  license_expires_on?: Day | null;
  license_number?: Line | null;
  license_state?: UsState | null;
  notes?: Note | null;
  npi?: Npi | null;
  phone?: Phone | null;
  role: Role;
  specialties?: Line | null;
  status: MemberStatus;
  /** Whether the member can be booked. Absent: unchanged, and for a new member the role's default. */
  takes_appointments?: boolean | null;
};
export type FormerMember = {
  email: string;
  first_name: string;
  id: MemberId;
  last_name: string;
  removed_at: string;
  role: Role;
  /** The version; sent back as `If-Match` it keeps a change from overwriting another one. */
  version: number;
};
export type Invitation = {
  expires_at: string;
  /** The link; set only if the deployment sends no mail. */
  invite_url: string | null;
};
export type NewTreatment = {
  areas?: Line | null;
  /** Whether the patient reports a change since the exam. Required while the module Exam clearance is on, and not stored while
    it is off. */
  changed_since_exam?: boolean | null;
  lot?: Line | null;
  notes?: Note | null;
  patient_id: PatientId;
  provider_signature: Signature;
  treatment_type?: Line | null;
  units?: Quantity | null;
  volumes_ml?: Line | null;
};
export type PendingTreatment = {
  approval_refusal: ApprovalRefusal | null;
  areas: string | null;
  created_at: string;
  id: TreatmentId;
  /** Whether the signed-in member recorded it. */
  is_own: boolean;
  /** Whether the signed-in member may approve it. */
  may_approve: boolean;
  patient_id: PatientId;
  patient_name: string;
  provider_name: string;
  treatment_type: string;
};
export type Approval = {
  director_signature: Signature;
};
export type PortalVisit = {
  /** The address as printed on the clinic's estimates, in one line. */
  clinic_address: string | null;
  clinic_name: string;
  clinic_phone: string | null;
  /** In the clinic's zone, in words: Tuesday, December 1, 2026. */
  date: string;
  first_name: string;
  /** Whether the patient can move the visit to a free time here. */
  may_move: boolean;
  /** Whether the patient has asked for another time and the clinic has not answered yet. */
  move_asked: boolean;
  /** The provider's name; null if the visit has no provider. */
  provider: string | null;
  /** Whether the visit was requested online and the clinic has not answered yet. */
  requested: boolean;
  starts_at: string;
  status: AppointmentStatus;
  /** 9:30 AM EST */
  time: string;
  /** The clinic's time zone, in which the page writes the time. */
  time_zone: string;
  /** For `If-Match`. */
  version: number;
};
export type VisitAnswer = "confirm" | "reschedule" | "cancel";
export type AnswerVisit = {
  answer: VisitAnswer;
  note?: Line | null;
};
export type MoveVisit = {
  /** One of the times that are listed. */
  starts_at: Line;
};
export type VisitTimes = {
  /** The value of `from` for the next call; null if there are no later times. */
  next_from: string | null;
  times: string[];
};
export type WaitlistEntryId = number;
export type PartOfDay = "Morning" | "Afternoon" | "Evening";
export type WaitlistStatus = "Waiting" | "Booked" | "Removed";
export type WaitlistEntry = {
  created_at: string;
  /** The member's name. */
  created_by: string;
  first_name: string | null;
  id: WaitlistEntryId;
  last_name: string | null;
  note: string | null;
  part_of_day: PartOfDay | null;
  patient_id: PatientId | null;
  provider_id: MemberId | null;
  provider_name: string | null;
  /** The service's name when it was chosen. */
  service: string;
  status: WaitlistStatus;
  /** The last wanted day. Null: no limit. */
  until: string | null;
  updated_at: string;
  /** The member's name. */
  updated_by: string;
  /** For `If-Match`. */
  version: number;
  /** Monday is 1, Sunday 7. Empty: any day. */
  weekdays: number[];
};
export type NewWaitlistEntry = {
  note?: Line | null;
  part_of_day?: PartOfDay | null;
  patient_id: PatientId;
  provider_id?: MemberId | null;
  service?: Line | null;
  until?: Day | null;
  /** Monday is 1, Sunday 7. Default: any day. */
  weekdays?: number[] | null;
};
export type WaitlistChange = {
  note?: Line | null;
  part_of_day?: PartOfDay | null;
  provider_id?: MemberId | null;
  service?: Line | null;
  status?: WaitlistStatus | null;
  until?: Day | null;
  /** Cleared: any day. */
  weekdays?: number[] | null;
};
