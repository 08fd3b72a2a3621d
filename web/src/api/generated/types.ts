// Generated from server/openapi.json by `npm run api`; do not edit.
export type ListAdverseEventsApiResponse =
  /** status 200 undefined */ ListedAdverseEvent[];
export type ListAdverseEventsApiArg = {
  /** Those alone that go on. */
  open?: boolean;
  severity?: Severity;
  /** The first and the last day on which it began. */
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
  /** Only those with this provider. */
  providerId?: number;
  /** Cancelled appointments as well. Default: false. */
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
export type CreateAppointmentSeriesApiResponse =
  /** status 201 undefined */ AppointmentSeries;
export type CreateAppointmentSeriesApiArg = NewSeries;
export type PreviewAppointmentSeriesApiResponse =
  /** status 200 undefined */ SeriesDate[];
export type PreviewAppointmentSeriesApiArg = NewSeries;
export type ListFreeSlotsApiResponse = /** status 200 undefined */ FreeSlots;
export type ListFreeSlotsApiArg = {
  /** A service of the clinic's catalogue, or of the fixed list while it has none. Default: Botox. */
  service?: string;
  /** Only with this provider. Default: with everybody who performs the service. */
  providerId?: number;
  /** Only while this room or device is free. */
  resourceId?: number;
  /** The first day in the clinic's time zone, or the time to go on from. Default: now. */
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
  "If-Match"?: string;
  appointmentChange: AppointmentChange;
};
export type AcceptRequestApiResponse = /** status 200 undefined */ Appointment;
export type AcceptRequestApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
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
  "If-Match"?: string;
  newAppointmentStatus: NewAppointmentStatus;
};
export type ListActivityApiResponse =
  /** status 200 undefined */ ActivityEntry[];
export type ListActivityApiArg = {
  /** About this patient. */
  patientId?: number;
  /** By, or about the sign-in of, this member. */
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
  /** One of the services that are offered. */
  service: string;
  /** Only with this provider. Default: with anybody. */
  providerId?: number;
  /** The first day in the clinic's time zone, or the time to go on from. Default: as early as the clinic allows. */
  from?: string;
};
export type ShowBookingSettingsApiResponse =
  /** status 200 undefined */ BookingSettings;
export type ShowBookingSettingsApiArg = void;
export type UpdateBookingSettingsApiResponse =
  /** status 200 undefined */ BookingSettings;
export type UpdateBookingSettingsApiArg = {
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
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
  "If-Match"?: string;
  newClearanceSettings: NewClearanceSettings;
};
export type ListApiTokensApiResponse = /** status 200 undefined */ ApiToken[];
export type ListApiTokensApiArg = void;
export type CreateApiTokenApiResponse = /** status 201 undefined */ NewApiToken;
export type CreateApiTokenApiArg = CreateApiToken;
export type RevokeApiTokenApiResponse = /** status 200 undefined */ ApiToken;
export type RevokeApiTokenApiArg = number;
export type ListModulesApiResponse = /** status 200 undefined */ ClinicModule[];
export type ListModulesApiArg = void;
export type SwitchModuleApiResponse = /** status 200 undefined */ ClinicModule;
export type SwitchModuleApiArg = {
  module: Module;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
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
export type ListRemovedConsentTemplatesApiResponse =
  /** status 200 undefined */ RemovedConsentTemplate[];
export type ListRemovedConsentTemplatesApiArg = void;
export type UpdateConsentTemplateApiResponse =
  /** status 200 undefined */ ConsentTemplate;
export type UpdateConsentTemplateApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
  newConsentTemplate: NewConsentTemplate;
};
export type DeleteConsentTemplateApiResponse = unknown;
export type DeleteConsentTemplateApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
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
  /** Those that were closed, in place of those that are open. */
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
  "If-Match"?: string;
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
  /** The record's id; none for settings. */
  id?: number;
};
export type ListFollowUpsApiResponse = /** status 200 undefined */ FollowUp[];
export type ListFollowUpsApiArg =
  | /** Those that are done, instead of those that are not. */ boolean
  | undefined;
export type ChangeFollowUpApiResponse = /** status 200 undefined */ FollowUp;
export type ChangeFollowUpApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
  followUpChange: FollowUpChange;
};
export type CreateExamApiResponse = /** status 201 undefined */ Exam;
export type CreateExamApiArg = NewExam;
export type CreateEstimateApiResponse = /** status 201 undefined */ Estimate;
export type CreateEstimateApiArg = NewEstimate;
export type DownloadRightToEstimateApiResponse =
  /** status 200 undefined */ string;
export type DownloadRightToEstimateApiArg = void;
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
  "If-Match"?: string;
  newEstimateSettings: NewEstimateSettings;
};
export type ShowEstimateApiResponse =
  /** status 200 undefined */ Estimate | null;
export type ShowEstimateApiArg = number;
export type UpdateEstimateApiResponse = /** status 200 undefined */ Estimate;
export type UpdateEstimateApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
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
  "If-Match"?: string;
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
  "If-Match"?: string;
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
  "If-Match"?: string;
  newExamTemplate: NewExamTemplate;
};
export type DeleteExamTemplateApiResponse = unknown;
export type DeleteExamTemplateApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
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
  "If-Match"?: string;
};
export type MatchImportColumnsApiResponse =
  /** status 200 undefined */ ClientImport;
export type MatchImportColumnsApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
  fileReading: FileReading;
};
export type ListImportRowsApiResponse = /** status 200 undefined */ ImportRow[];
export type ListImportRowsApiArg = {
  id: number;
  /** Default: all. */
  kind?: "all" | "problems" | "very_likely" | "possible" | "in_file";
  /** The most rows of the page, up to 1,000. */
  limit?: number;
  /** The id of the last row of the page before. */
  after?: number;
};
export type ForgetImportRowsApiResponse = unknown;
export type ForgetImportRowsApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
};
export type RunImportApiResponse = /** status 200 undefined */ ClientImport;
export type RunImportApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
  importRun: ImportRun;
};
export type UndoImportApiResponse = /** status 200 undefined */ ClientImport;
export type UndoImportApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
  newLoyaltyRule: NewLoyaltyRule;
};
export type DeleteLoyaltyRuleApiResponse = unknown;
export type DeleteLoyaltyRuleApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
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
  "If-Match"?: string;
  newMessageSettings: NewMessageSettings;
};
export type ListMessageTemplatesApiResponse =
  /** status 200 undefined */ MessageTemplate[];
export type ListMessageTemplatesApiArg = void;
export type UpdateMessageTemplateApiResponse =
  /** status 200 undefined */ MessageTemplate;
export type UpdateMessageTemplateApiArg = {
  kind: MessageKind;
  /** Left out: the kind's own channel. `text` of what is otherwise mailed: the text that is sent in place of the mail. */
  channel?: MessageChannel;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
  newMessageTemplate: NewMessageTemplate;
};
export type ResetMessageTemplateApiResponse =
  /** status 200 undefined */ MessageTemplate;
export type ResetMessageTemplateApiArg = {
  kind: MessageKind;
  /** Left out: the kind's own channel. `text` of what is otherwise mailed: the text that is sent in place of the mail. */
  channel?: MessageChannel;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
};
export type PreviewMessageTemplateApiResponse =
  /** status 200 undefined */ MessagePreview;
export type PreviewMessageTemplateApiArg = {
  kind: MessageKind;
  /** Left out: the kind's own channel. `text` of what is otherwise mailed: the text that is sent in place of the mail. */
  channel?: MessageChannel;
  newMessageTemplate: NewMessageTemplate;
};
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
  /** Where the page before ended, from its Link header. */
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
  "If-Match"?: string;
};
export type ChangePatientApiResponse =
  /** status 200 undefined */ PatientRecord;
export type ChangePatientApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
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
  "If-Match"?: string;
  newClinicalAnswer: NewClinicalAnswer;
};
export type WithdrawClinicalAnswerApiResponse = unknown;
export type WithdrawClinicalAnswerApiArg = {
  id: number;
  kind: ClinicalKind;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
};
export type ShowContactPreferencesApiResponse =
  /** status 200 undefined */ ContactPreferences;
export type ShowContactPreferencesApiArg = number;
export type UpdateContactPreferencesApiResponse =
  /** status 200 undefined */ ContactPreferences;
export type UpdateContactPreferencesApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
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
  /** Counts from 1, which is the default. */
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
  "If-Match"?: string;
};
export type ChangePatientNoteApiResponse =
  /** status 200 undefined */ PatientNote;
export type ChangePatientNoteApiArg = {
  id: number;
  note: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
  patientNoteChange: PatientNoteChange;
};
export type RestorePatientNoteApiResponse =
  /** status 200 undefined */ PatientNote;
export type RestorePatientNoteApiArg = {
  id: number;
  note: number;
};
export type RestorePatientApiResponse =
  /** status 200 undefined */ PatientRecord;
export type RestorePatientApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
};
export type ShowSummaryApiResponse = /** status 200 undefined */ RecordSummary;
export type ShowSummaryApiArg = number;
export type ShowTextReachApiResponse = /** status 200 undefined */ TextReach;
export type ShowTextReachApiArg = number;
export type ShowTimelineApiResponse =
  /** status 200 undefined */ TimelineEntry[];
export type ShowTimelineApiArg = {
  id: number;
  /** Kinds with commas between them; all but `removed` where it is missing. */
  kinds?: string;
  /** Where the page before ended, from its Link header. */
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
  "If-Match"?: string;
  changedProtocolDraft: ChangedProtocolDraft;
};
export type DeleteProtocolDraftApiResponse = unknown;
export type DeleteProtocolDraftApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
};
export type SignProtocolDraftApiResponse =
  /** status 201 undefined */ ProtocolVersion;
export type SignProtocolDraftApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
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
  "If-Match"?: string;
  newReviewSettings: NewReviewSettings;
};
export type ListSettledChartsApiResponse =
  /** status 200 undefined */ SettledChart[];
export type ListSettledChartsApiArg = {
  /** Without it both. */
  state?: "approved" | "not_selected";
  providerId?: number;
  /** The director who has approved it. */
  approvedBy?: number;
  /** The first and the last day on which it was recorded, in the clinic's zone. */
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
  "If-Match"?: string;
};
export type ChangeBlockApiResponse = /** status 200 undefined */ Block;
export type ChangeBlockApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
  newWorkingHours: NewWorkingHours;
};
export type AddResourceApiResponse = /** status 201 undefined */ Resource;
export type AddResourceApiArg = NewResource;
export type ChangeResourceApiResponse = /** status 200 undefined */ Resource;
export type ChangeResourceApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
  resourceChange: ResourceChange;
};
export type SearchApiResponse = /** status 200 undefined */ Found;
export type SearchApiArg =
  | /** As in the list of patients; without it the patients whose records one opened last. */ string
  | undefined;
export type ListServicesApiResponse = /** status 200 undefined */ Service[];
export type ListServicesApiArg =
  | /** Whether the retired services are listed among the others. */ boolean
  | undefined;
export type CreateServiceApiResponse = /** status 201 undefined */ Service;
export type CreateServiceApiArg = NewService;
export type OrderServicesApiResponse = /** status 200 undefined */ Service[];
export type OrderServicesApiArg = ServiceOrder;
export type DeleteServiceApiResponse = unknown;
export type DeleteServiceApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
};
export type ChangeServiceApiResponse = /** status 200 undefined */ Service;
export type ChangeServiceApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
  serviceChange: ServiceChange;
};
export type RestoreServiceApiResponse = /** status 200 undefined */ Service;
export type RestoreServiceApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
};
export type RetireServiceApiResponse = /** status 200 undefined */ Service;
export type RetireServiceApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
  newTeamMember: NewTeamMember;
};
export type DeleteTeamMemberApiResponse = unknown;
export type DeleteTeamMemberApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
};
export type ConfirmTeamMemberApiResponse =
  /** status 200 undefined */ TeamMember;
export type ConfirmTeamMemberApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
};
export type InviteTeamMemberApiResponse =
  /** status 201 undefined */ Invitation;
export type InviteTeamMemberApiArg = number;
export type CancelInvitationApiResponse =
  /** status 200 undefined */ TeamMember;
export type CancelInvitationApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
};
export type ReactivateTeamMemberApiResponse =
  /** status 200 undefined */ InvitedMember;
export type ReactivateTeamMemberApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
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
  "If-Match"?: string;
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
  "If-Match"?: string;
  answerVisit: AnswerVisit;
};
export type DownloadVisitApiResponse = /** status 200 undefined */ string;
export type DownloadVisitApiArg = string;
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
  /** How long it is, at most 720. */
  minutes: number;
  /** With whom; left out: with anybody. */
  providerId?: number;
};
export type ChangeWaitlistEntryApiResponse =
  /** status 200 undefined */ WaitlistEntry;
export type ChangeWaitlistEntryApiArg = {
  id: number;
  /** When it is not the current one, nothing is changed. */
  "If-Match"?: string;
  waitlistChange: WaitlistChange;
};
export type AdverseEventKind =
  | "vascular_occlusion"
  | "infection"
  | "hypersensitivity"
  | "nodule"
  | "ptosis"
  | "burn"
  | "other";
export type Severity = "mild" | "moderate" | "severe" | "life_threatening";
export type AdverseEventStatus =
  "open" | "resolving" | "resolved" | "resolved_with_sequelae";
export type ListedAdverseEvent = {
  /** When a director has acknowledged it; null while none has. */
  acknowledged_at: string | null;
  /** By name. */
  acknowledged_by: string | null;
  /** By the clinic's calendar. */
  began_on: string;
  /** When it is looked at next, by the clinic's calendar. */
  follow_up_on: string | null;
  id: number;
  kind: AdverseEventKind;
  patient_id: number;
  patient_name: string;
  reported_at: string;
  /** By name. */
  reported_by: string;
  /** As it was reported, or as it was corrected last. */
  severity: Severity;
  status: AdverseEventStatus;
  treatment_id: number | null;
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
  /** The patient whom the warning is about, if not the one in the request. */
  patient_id: number | null;
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
export type AdverseEventEntryKind =
  "follow_up" | "correction" | "acknowledgement";
export type AdverseEventEntry = {
  at: string;
  /** The name and the role at that moment. */
  by: string;
  /** Of a follow-up. */
  follow_up_on: string | null;
  id: number;
  kind: AdverseEventEntryKind;
  /** Of a correction. */
  reason: string | null;
  role: string;
  severity: Severity | null;
  status: AdverseEventStatus | null;
  /** Null for an acknowledgement. */
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
export type Id = number;
export type NewAdverseEvent = {
  /** What was done about it. */
  action: Note;
  /** By the clinic's calendar, not in the future. */
  began_on: Day;
  /** What happened. */
  details: Note;
  follow_up_on?: Day | null;
  kind: AdverseEventKind;
  patient_id: Id;
  severity: Severity;
  treatment_id?: Id | null;
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
  /** How many consents the patient has been issued and has neither signed nor declined. */
  consents_pending: number | null;
  exam: ClearanceStatus | null;
  /** The last day of that clearance; null while the module is off, and for a service that was never cleared. */
  exam_until: string | null;
  has_alert: boolean | null;
  /** Whether the patient has no earlier visit and no treatment before it. */
  is_first_visit: boolean | null;
};
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
  /** Who booked it although the provider was booked, by name. */
  booked_anyway_by: string | null;
  /** Why it was cancelled. */
  cancel_reason: string | null;
  ends_at: string;
  first_name: string | null;
  id: number;
  last_name: string | null;
  marks: Marks;
  /** When the patient asked for another time, which is not settled yet. */
  move_asked_at: string | null;
  notes: string | null;
  patient_id: number | null;
  /** Whether the patient is archived; null where the patient is. */
  patient_is_archived: boolean | null;
  provider_id: number | null;
  provider_name: string | null;
  /** When the patient asked for it online, which the clinic has not answered yet; it occupies its time. */
  requested_at: string | null;
  /** The room or the device that it occupies. */
  resource_id: number | null;
  resource_name: string | null;
  /** The same for those that were booked together. */
  series_id: string | null;
  /** The name that the service had when it was booked. */
  service: string;
  starts_at: string;
  status: AppointmentStatus;
  /** When it got its status; null for one that was only ever booked. */
  status_at: string | null;
  /** When it was changed last; null for one that was never changed. */
  updated_at: string | null;
  /** Who changed it last, by name. */
  updated_by: string | null;
  /** For `If-Match`. */
  version: number;
};
export type Confirmed = string[];
export type NewAppointment = {
  /** Book even if the provider is booked at that time. Who did is kept. */
  allow_overlap?: boolean | null;
  /** `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC. */
  appointment_time: Line;
  confirmed?: Confirmed | null;
  notes?: Note | null;
  patient_id: Id;
  provider_id?: Id | null;
  resource_id?: Id | null;
  service?: Line | null;
};
export type ProviderAhead = {
  appointments: number;
  first_starts_at: string;
  /** Whether the provider can still be booked; also true for any provider. */
  is_bookable: boolean;
  /** Null for those that any provider may take. */
  provider_id: number | null;
  provider_name: string | null;
};
export type AppointmentChanges = {
  /** Differs from an earlier mark when an appointment was booked, moved, changed or got another status since. 0 when
    none ever was. */
  mark: number;
};
export type ProviderChoice = {
  id: number;
  name: string;
};
export type Reassigned = {
  /** Why not, for programs, as the change of one appointment says it; `unconfirmed` with `warnings`. */
  code: string | null;
  id: number;
  is_given: boolean;
  /** Why not, as a sentence for the person. */
  message: string | null;
  warnings: Warning[];
};
export type AppointmentRef = {
  /** As for a change of one appointment. */
  allow_overlap?: boolean | null;
  confirmed?: Confirmed | null;
  id: number;
  /** As it was seen; nothing happens to one that somebody has changed since. */
  version: number;
};
export type Reassignment = {
  appointments: AppointmentRef[];
  provider_id?: Id | null;
};
export type AppointmentSeries = {
  /** By their start. */
  appointments: Appointment[];
  series_id: string;
};
export type OtherTime = {
  /** When it is: as for the first one. */
  appointment_time: string;
  /** The day on which it would be. */
  date: string;
};
export type NewSeries = {
  /** Of the first one: `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC. The others are at the same
    time by the clinic's clock. */
  appointment_time: Line;
  confirmed?: Confirmed | null;
  /** How many weeks lie between two of them. */
  every_weeks: number;
  /** The days of the series that are skipped. */
  left_out?: string[] | null;
  notes?: Note | null;
  /** Those that are at another time than the others. */
  other_times?: OtherTime[] | null;
  patient_id: Id;
  provider_id?: Id | null;
  resource_id?: Id | null;
  service?: Line | null;
  /** How many there are. */
  times: number;
};
export type SeriesDate = {
  /** Why it cannot be booked; null: it can. */
  conflict: string | null;
  /** The day on which it would be, by which `other_times` and `left_out` name it. */
  date: string;
  /** When it would be; null for a time that does not exist on that day. */
  starts_at: string | null;
  /** What is unusual about it and has to be confirmed, the most important first. */
  unusual: string[];
};
export type FreeSlot = {
  ends_at: string;
  provider_id: number;
  provider_name: string;
  starts_at: string;
};
export type FreeSlots = {
  /** `from` of the call that goes on where this answer ends. */
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
  /** Null also for any provider. */
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
  | "complained";
export type MessageChannel = "email" | "text";
export type Outlook = {
  cancelled: MessageReason | null;
  channel: MessageChannel;
  moved: MessageReason | null;
  not_texted: MessageReason | null;
  /** The address or the number. */
  to: string | null;
};
export type AppointmentDetail = Appointment & {
  /** Newest first. Empty for an appointment booked before history was stored. */
  events: AppointmentEvent[];
  outlook: Outlook | null;
};
export type AppointmentChange = {
  /** Move it even if the provider is booked at that time. Who did is kept. Default: false; unchanged, if provider
    and time stay the same. */
  allow_overlap?: boolean | null;
  appointment_time?: Line | null;
  confirmed?: Confirmed | null;
  /** How long it takes. Left out, it stays as long as it is, or takes as long as the new service. Cannot be cleared. */
  minutes?: number | null;
  notes?: Note | null;
  /** Cleared: any provider. */
  provider_id?: number | null;
  /** Cleared: no room or device. */
  resource_id?: number | null;
  service?: Line | null;
  /** Whether the patient gets a message about the new time, where the clinic sends such messages. Default: true. With
    false the patient is assumed to know. */
  tell?: boolean | null;
};
export type Quantity = number;
export type Charge = {
  /** Null for what belongs to no visit. */
  appointment_id: number | null;
  discount: Quantity;
  id: number;
  patient_id: number;
  provider_id: number;
  /** By the name of that moment. */
  provider_name: string;
  quantity: Quantity;
  recorded_at: string;
  recorded_by: string;
  service: string;
  /** When the visit begins. */
  starts_at: string | null;
  /** Quantity times unit price, half up at two decimals, less the discount. */
  total: Quantity;
  unit_price: Quantity;
  void_reason: string | null;
  /** When it was voided; null while it counts. */
  voided_at: string | null;
  voided_by: string | null;
};
export type Dispute = {
  /** Null while it is open, which freezes the charges. */
  closed_at: string | null;
  closed_by: string | null;
  closing_note: string | null;
  disputed_on: string;
  id: number;
  note: string;
  opened_at: string;
  opened_by: string;
};
export type WatchedEstimate = {
  estimate_id: number;
  issued_at: string;
  total: Quantity;
  /** Counts the issued versions. */
  version: number;
};
export type Level = "quiet" | "near" | "excess";
export type WatchedProvider = {
  charged: Quantity;
  expected: Quantity | null;
  level: Level;
  /** By how many dollars the charges are above; less than 0 where they are below; null without an issued estimate. */
  over: number | null;
  provider: string;
};
export type ChargeWatch = {
  appointment_id: number;
  /** When the visit was billed first; null while nobody has noted it. */
  billed_on: string | null;
  /** The first one first, with those that were voided. */
  charges: Charge[];
  /** The last day on which the patient may dispute the bill; null without a bill. */
  disputable_until: string | null;
  /** The latest first. */
  disputes: Dispute[];
  estimate: WatchedEstimate | null;
  /** Whether a dispute is open: nothing is charged or voided then. */
  is_frozen: boolean;
  /** The last day on which a new estimate is in time, by the clinic's calendar; null once that is over. */
  issue_until: string | null;
  /** The highest of the providers'. */
  level: Level;
  patient_id: number;
  providers: WatchedProvider[];
};
export type NoChart = {
  reason: Line;
};
export type DeclineRequest = {
  /** For the clinic's own history; the patient does not read it. */
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
  reason?: Line | null;
  status: AppointmentStatus;
  /** Whether the patient gets a message about the cancellation, or about a reopened appointment, where the clinic
    sends such messages. Default: true. With false the patient is assumed to know. */
  tell?: boolean | null;
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
  /** For programs. */
  action: string;
  actor: ActorKind;
  at: string;
  /** What was changed about a member, with the values before and after. */
  changes: Change[];
  group: ActionGroup | null;
  id: number;
  /** The IP address. */
  ip: string;
  member: PersonRef | null;
  outcome: Outcome;
  /** How many patients' data it was. */
  patient_count: number;
  /** The patients whose data it was: the first ten. */
  patients: PersonRef[];
  /** For people. */
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
  id: number;
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
  id: number;
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
  id: number;
  name: string;
};
export type OfferedService = {
  category: string | null;
  minutes: number;
  name: string;
  /** With whom; empty where the clinic chooses. */
  providers: OfferedProvider[];
};
export type BookingOffer = {
  clinic_name: string;
  /** Nothing starts later than so many days from now. */
  horizon_days: number;
  mode: BookingMode;
  policy: OfferedPolicy | null;
  services: OfferedService[];
  /** In which the page writes times. */
  time_zone: string;
};
export type BookingHold = {
  ends_at: string;
  expires_at: string;
  /** With whom; null where the clinic chooses. */
  provider_name: string | null;
  service: string;
  starts_at: string;
  /** The token with which the visitor books or moves it. */
  token: string;
};
export type NewHold = {
  provider_id?: Id | null;
  replaces?: Token | null;
  /** One of the services that are offered. */
  service: Line;
  /** One of the times that are listed. */
  starts_at: Line;
};
export type CodeSent = {
  channel: MessageChannel;
  code_expires_at: string;
  /** Until when the time is held. */
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
  /** The path of the visit as a calendar's file. */
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
  /** The version of the policy that was accepted; required where the clinic has one. */
  policy_version?: number | null;
};
export type BookingTimes = {
  /** `from` of the call that goes on where this answer ends; null where nothing later can be booked. */
  next_from: string | null;
  times: string[];
};
export type BookingSettings = {
  /** Where patients book. */
  address: string;
  /** Whether patients see with whom, and can choose. */
  chooses_provider: boolean;
  /** Nothing can be booked that starts later than so many days from now. */
  horizon_days: number;
  /** Nothing can be booked that starts earlier than so many hours from now. */
  lead_hours: number;
  /** The members who can be booked; null: everybody who takes appointments. */
  member_ids: number[] | null;
  /** Whether a booking is a request that the clinic answers, or booked at once. */
  mode: BookingMode;
  /** What patients accept; null: nothing. */
  policy: string | null;
  /** The version of that text. */
  policy_version: number | null;
  /** The services of the catalogue that can be booked; null: all of them. */
  service_ids: number[] | null;
  updated_at: string | null;
  updated_by: string | null;
  /** For `If-Match`; 0 while nothing was changed. */
  version: number;
};
export type NewBookingSettings = {
  chooses_provider: boolean;
  horizon_days: number;
  lead_hours: number;
  member_ids?: number[] | null;
  mode: BookingMode;
  policy?: Note | null;
  service_ids?: number[] | null;
};
export type CalendarFeed = {
  /** When a calendar program has read it last, to the minute. */
  last_read_at: string | null;
  /** Null while there is none. */
  made_at: string | null;
};
export type NewCalendarFeed = {
  feed: CalendarFeed;
  /** Null where the request was repeated: only the first response contains the link. */
  url: string | null;
};
export type MembersCalendarFeed = {
  last_read_at: string | null;
  made_at: string;
  member_id: number;
  name: string;
};
export type CalendarFeedSettings = {
  /** The patient's full name; else the initials. */
  shows_name: boolean;
  /** The name of the service. */
  shows_service: boolean;
  updated_at: string | null;
  updated_by: string | null;
  /** For `If-Match`; 0 while nothing was changed. */
  version: number;
};
export type NewCalendarFeedSettings = {
  shows_name: boolean;
  shows_service: boolean;
};
export type NewCharge = {
  appointment_id?: Id | null;
  discount?: Quantity | null;
  patient_id: Id;
  provider_id: Id;
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
  /** For `If-Match`; 0 while nothing was changed. */
  version: number;
};
export type NewClearanceSettings = {
  allows_video: boolean;
  credentials: Credential[];
  uncleared: Uncleared;
};
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
  id: number;
  /** Whether it opens anything: it was not revoked and has not expired. */
  is_in_force: boolean;
  /** To the minute; null when it was never used. */
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
export type ClinicModule = {
  /** Whether it can be switched on. A module that cannot is still to come. */
  available: boolean;
  changed_at: string | null;
  /** Who switched it last, and when; null for one that was never switched. */
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
  /** Null: unlimited. */
  limit: number | null;
  used: number;
};
export type PlanId = "basic" | "plus" | "pro";
export type SubscriptionStatus =
  "Trialing" | "Active" | "Past Due" | "Canceled";
export type CurrentPlan = {
  access: PlanAccess | null;
  /** Whether a plan can be bought here. */
  can_buy: boolean;
  cancel_at: string | null;
  enforcement: Limiting;
  /** Until when a failed payment changes nothing. */
  grace_until: string | null;
  /** No money moves: test keys, or the stand-in for Stripe. */
  is_test: boolean;
  /** A sentence for the person, when there is something to say. */
  notice: string | null;
  /** The owner has not confirmed the e-mail address yet: mails to anybody else wait. */
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
export type SecondFactor = "optional" | "required";
export type ClinicSettings = {
  /** Where the head of the audit's chain is published each day. */
  audit_heads: AuditHeads;
  closes_at: ClockTime;
  /** How long a consent's link is valid. */
  consent_link_days: number;
  /** How long an exam clears a patient. */
  exam_valid_months: number;
  findings: Findings;
  /** How long a session lasts without a request. */
  idle_minutes: number;
  /** What happens to a treatment when a consent that its service needs is not signed. */
  missing_consents: MissingConsents;
  name: string;
  /** When the clinic usually sees patients, in its own time. Booking outside these hours is confirmed first. */
  opens_at: ClockTime;
  /** How long points can be used after they were given. */
  points_expire_months: number;
  second_factor: SecondFactor;
  subdomain: string;
  /** An IANA name. */
  time_zone: string;
  /** The version; sent back as `If-Match` it keeps a change from overwriting another one. */
  version: number;
};
export type MailedName = string;
export type Zone = string;
export type NewClinicSettings = {
  audit_heads?: AuditHeads | null;
  closes_at?: ClockTime | null;
  consent_link_days: number;
  exam_valid_months: number;
  findings: Findings;
  idle_minutes: number;
  missing_consents?: MissingConsents | null;
  name: MailedName;
  opens_at?: ClockTime | null;
  /** Absent: unchanged. */
  points_expire_months?: number | null;
  second_factor: SecondFactor;
  time_zone: Zone;
};
export type SupportAccess = {
  /** When somebody ended it. */
  ended_at: string | null;
  /** When it ends, unless somebody ends it earlier. */
  ends_at: string;
  granted_at: string;
  /** Whether it is in force now. */
  holds: boolean;
  id: number;
  /** When the link was opened; null if it was not. */
  opened_at: string | null;
  /** Who looks. */
  operator: string;
  reason: string;
};
export type UndeliveredMail = {
  /** What the mail is about, in a few words. */
  about: string;
  asked_at: string;
  given_up_at: string;
  id: number;
  /** Why, in a sentence for the person. */
  reason: string;
  /** The name of the member or patient it is for. */
  recipient: string | null;
};
export type SignedUp = {
  /** The clinic's address from then on. */
  clinic_url: string;
  /** Works once, for 60 seconds. */
  url: string;
};
export type SignUp = {
  email: Email;
  /** The owner's. */
  first_name: MailedName;
  last_name: MailedName;
  license_number?: Line | null;
  /** The clinic's name. */
  name: MailedName;
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
  /** In the form of an address: lower case. */
  subdomain: string;
  /** What the clinic's address would be. */
  url: string;
};
export type Find = {
  email: Email;
};
export type ConsentStatus =
  "Pending" | "Signed" | "Expired" | "Declined" | "Revoked";
export type Consent = {
  /** In the patient's own words. */
  decline_reason: string | null;
  declined_at: string | null;
  /** Until when the newest link is valid. */
  expires_at: string;
  /** Whether the template on the list has another text by now, which can be issued instead. */
  has_newer_version: boolean;
  id: number;
  issued_at: string;
  patient_id: number;
  signed_at: string | null;
  signed_by_patient: boolean;
  status: ConsentStatus;
  template_id: number;
  template_name: string;
  template_version: number;
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
  /** Where a link was sent, masked. */
  address: string | null;
  at: string;
  /** The name at that moment; null for the holder of the link, for consents from before names were stored, and for
    a reminder that the clinic's settings sent. */
  by: string | null;
  channel: MessageChannel | null;
  /** Such as `Safari on an iPhone`. */
  device: string | null;
  /** The IP address of the link's holder; null for what the staff or the server did. */
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
  /** The SHA-256 of the copy that the signer receives, in hexadecimal digits; null until it is made, and for a consent that
    was signed before copies were. */
  copy_sha256: string | null;
  /** Such as `Safari on an iPhone`. */
  device: string;
  /** Whether the patient agreed to an electronic record; null if the request did not say. */
  electronic_consent: boolean | null;
  /** The IP address that it was signed from. */
  ip: string;
  /** The version of the notice of electronic records that was shown; null if the request did not say. */
  notice_version: number | null;
  /** What was drawn: a PNG as a data URL. */
  picture: string | null;
  signed_at: string;
  /** The patient's name at that moment. */
  signer_name: string;
  typed_name: string | null;
  /** The browser's own description, the `User-Agent` header. */
  user_agent: string;
  /** The notice and the meaning of the button, in those versions. */
  wording: string | null;
};
export type OpenedConsent = Consent & {
  /** Sanitized HTML, as it was issued and, if it was, signed. */
  body: string;
  /** What has happened to it, oldest first. */
  history: ConsentEvent[];
  issued_by: Issuer | null;
  /** As in the clinic's record today. */
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
  /** The link, for the camera of the patient's phone. */
  qr: QrPicture;
};
export type ConsentTexted = {
  /** When it is sent: at once, or when the quiet hours end. */
  due_at: string;
  /** The number, masked. */
  to: string;
};
export type NeededStatus =
  "Signed" | "Waiting" | "Declined" | "Expired" | "Missing";
export type ConsentRequirement = {
  /** The issued consent that the status is about; null where there is none. */
  consent_id: number | null;
  name: string;
  status: NeededStatus;
  template_id: number;
  /** For how many months a signature counts; null: for one treatment. */
  valid_months: number | null;
  /** Until when the signature counts; null where it does not. */
  valid_until: string | null;
};
export type ConsentTemplate = {
  /** Sanitized HTML. */
  body: string;
  created_at: string;
  id: number;
  name: string;
  updated_at: string;
  /** The version; an issued consent names the one it was issued from. Sent back as `If-Match` it keeps a change
    from overwriting another one. */
  version: number;
};
export type Html = string;
export type NewConsentTemplate = {
  body: Html;
  name: Name;
};
export type RemovedConsentTemplate = {
  id: number;
  name: string;
  removed_at: string;
};
export type ConsentTemplateVersion = {
  name: string;
  saved_at: string;
  /** By name; null for a text that came with the clinic, and for those from before versions were kept. */
  saved_by: string | null;
  version: number;
};
export type IssueConsent = {
  templateId: Id;
};
export type AdverseEventToSee = {
  event_id: number;
  /** The day of the next follow-up, where it has come. */
  follow_up_on: string | null;
  kind: AdverseEventKind;
  patient_id: number;
  patient_name: string;
  reported_at: string;
  /** By name. */
  reported_by: string;
  severity: Severity;
  /** Whether it waits for a director. */
  to_acknowledge: boolean;
};
export type AccessToAssess = {
  id: number;
  member_name: string;
  opened_at: string;
  patient_id: number;
  patient_name: string;
};
export type ClockCause = "scheduled" | "asked" | "changed";
export type DueWhen = "overdue" | "today" | "next";
export type EstimateClockDue = {
  /** The visit of the estimate that is due first; null for a question about none. */
  appointment_id: number | null;
  cause: ClockCause;
  due_on: string;
  /** How many estimates are due for this client. */
  estimates: number;
  patient_id: number;
  patient_name: string;
  starts_at: string | null;
  when: DueWhen;
};
export type EstimateClocksDue = {
  /** The one that is due first comes first. */
  clients: EstimateClockDue[];
  /** How many clients there are. */
  total: number;
};
export type EstimateQuestion = {
  /** When a member noted that it is answered. */
  answered_at: string | null;
  answered_by: string | null;
  asked_at: string;
  id: number;
  question: string;
};
export type OpenQuestion = EstimateQuestion & {
  estimate_id: number;
  patient_id: number;
  patient_name: string;
  /** The issued version that it is about. */
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
  patient_id: number;
  patient_name: string;
  starts_at: string;
};
export type ExamNeeded = {
  appointment_id: number;
  exam: ClearanceStatus;
  patient_id: number;
  patient_name: string;
  service: string;
  starts_at: string;
};
export type TimeToOffer = {
  minutes: number;
  /** Whoever waits longest. */
  patient_id: number;
  patient_name: string;
  provider_id: number;
  provider_name: string;
  starts_at: string;
  /** How many wait for a time like this. */
  waiting: number;
};
export type EndingLicense = {
  expires_on: string;
  member_id: number;
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
  patient_id: number;
  patient_name: string;
  reason: MessageReason | null;
  /** When the visit starts, as the message says. */
  starts_at: string;
};
export type MoveAsked = {
  appointment_id: number;
  asked_at: string;
  patient_id: number;
  patient_name: string;
  starts_at: string;
};
export type ProtocolTask = "sign" | "ends" | "ended";
export type ProtocolDue = {
  number: number;
  protocol_id: number;
  service: string;
  task: ProtocolTask;
  valid_until: string;
  version_id: number;
};
export type ReturnedToYou = {
  comment: string;
  patient_id: number;
  patient_name: string;
  returned_at: string;
  /** The director's name at that moment. */
  returned_by: string;
  treatment_id: number;
  treatment_type: string;
};
export type ExamToSign = {
  created_at: string;
  exam_id: number;
  examiner_name: string;
  patient_id: number;
  patient_name: string;
};
export type UnfinishedKind = "visit" | "returned" | "exam";
export type UnfinishedChart = {
  /** The appointment's, the treatment's or the exam's own. */
  id: number;
  kind: UnfinishedKind;
  /** Whose it is; null for a visit without a provider. */
  member_name: string | null;
  patient_id: number;
  patient_name: string;
  /** When the visit was completed, the treatment was returned, or the exam was written. */
  since: string;
  /** The service or the treatment; null for an exam. */
  what: string | null;
};
export type UnfinishedCharts = {
  /** The oldest first. */
  charts: UnfinishedChart[];
  /** How many there are. */
  total: number;
};
export type Attention = {
  /** Adverse events that no director has acknowledged, for directors, and those whose follow-up is due, for whoever treats. */
  adverse_events: AdverseEventToSee[];
  /** Records that were opened by emergency access and that no Medical Director has looked at, the oldest first. */
  emergency: AccessToAssess[];
  /** Clients to whom an estimate is owed until the next business day, or was before. */
  estimate_clocks: EstimateClocksDue;
  /** What patients ask on the pages of their estimates, for who may issue one. */
  estimate_questions: OpenQuestions;
  /** Clients whose coverage nobody has asked about, for whom an estimate would be due within three days, or would have been before. */
  estimates: EstimateDue[];
  /** How many such clients there are. */
  estimates_total: number;
  /** Visits of today and the seven days after it whose client has no exam that counts then, by their start. */
  exams: ExamNeeded[];
  /** Times that became free and that somebody on the waitlist waits for, by their start. */
  freed: TimeToOffer[];
  /** Licenses that end within sixty days, or have ended. One's own alone for roles that do not see the team's. */
  licenses: EndingLicense[];
  /** Messages about coming visits that did not reach the client; `/api/messages/failed` lists all of them. */
  messages: MessageToSee[];
  /** Visits for which another time was asked for. */
  moves: MoveAsked[];
  /** Protocols that wait for the signature of the member who looks, and for directors those that end within thirty days or have
    ended, while the clinic keeps protocols. */
  protocols: ProtocolDue[];
  /** Appointments ahead with those who cannot be booked any more. */
  providers: ProviderAhead[];
  /** Treatments that a director returned to the member who looks, the latest first. */
  returned: ReturnedToYou[];
  /** Exams that wait for a prescriber's signature, the oldest first, while the clinic clears service by service. */
  to_sign: ExamToSign[];
  /** Charts that were not finished within 24 hours: everybody's for directors and managers, one's own for who treats. */
  unfinished: UnfinishedCharts;
};
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
  id: number;
  kind: DocumentKind;
  /** A sentence about why it failed. */
  problem: string | null;
  requested_at: string;
  state: DocumentState;
};
export type NewDocument = {
  /** The record's own id; the patient's for `patient` and `statement`. */
  id: Id;
  kind: DocumentKind;
  /** An earlier version of an estimate; default: the newest. */
  version?: number | null;
};
export type VerifiedDocument = {
  /** Whether this clinic has made a copy with exactly these bytes, which is unchanged in its records. */
  is_known: boolean;
  /** When it was signed; null for an unknown document. */
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
  id: number;
  /** Opened by the signed-in member, who cannot assess it. */
  is_own: boolean;
  /** The member's name and role at that moment. */
  member_name: string;
  member_role: string;
  opened_at: string;
  patient_id: number;
  patient_name: string;
  reason: string;
};
export type OwnEmergencyAccess = {
  ends_at: string;
  id: number;
  patient_id: number;
};
export type OpenEmergencyAccess = {
  patient_id: Id;
  /** A Medical Director reads it. */
  reason: Line;
};
export type NewAssessment = {
  assessment: EmergencyAssessment;
  note?: Note | null;
};
export type ClockEnding = "issued" | "cancelled" | "insured" | "by_hand";
export type EstimateClock = {
  /** The visit; null for a question about none. */
  appointment_id: number | null;
  /** When the patient asked what it costs. */
  asked_at: string | null;
  cause: ClockCause;
  closed_at: string | null;
  closed_by: string | null;
  /** The last day, by the clinic's calendar. */
  due_on: string;
  ending: ClockEnding | null;
  /** Why somebody closed it by hand. */
  ending_note: string | null;
  /** The estimate and its issued version that closed it. */
  estimate_id: number | null;
  estimate_version: number | null;
  id: number;
  patient_id: number;
  patient_name: string;
  service: string | null;
  started_at: string;
  /** By the name of that moment; null for a patient who booked online. */
  started_by: string | null;
  starts_at: string | null;
};
export type MailedMember = {
  id: number;
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
export type FollowUp = {
  /** The visit that it follows. */
  appointment_id: number;
  done_at: string | null;
  /** By name. */
  done_by: string | null;
  /** By the clinic's calendar. */
  due_on: string;
  first_name: string;
  id: number;
  last_name: string;
  note: string | null;
  patient_id: number;
  phone: string | null;
  /** The name that the service had when the visit was booked. */
  service: string;
  /** For `If-Match`. */
  version: number;
  visited_at: string;
};
export type FollowUpChange = {
  /** Whether it is done; false takes that back. */
  done?: boolean | null;
  note?: Line | null;
};
export type Exam = {
  created_at: string;
  examiner_id: number;
  examiner_name: string;
  id: number;
  patient_id: number;
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
  /** When it stops clearing the patient, by the clinic's settings. */
  valid_until: string;
  vitals: string | null;
};
export type NewExam = {
  patient_id: Id;
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
  /** The name of who voided it, at that moment. */
  by: string;
  reason: string;
  /** What was drawn: a PNG as a data URL. Null in a list of exams, for a role that may not see an estimate's
    signatures, and for a void from before signatures were asked for. */
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
  id: number;
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
  patient_id: number;
  prov_is_signed: boolean;
  prov_name: string;
  prov_sig: string | null;
  prov_sig_date: string;
  prov_signed_at: string | null;
  /** Who was signed in when the provider's signature was given, with the name of that moment. */
  prov_signed_by: string | null;
  pt_dob: string;
  /** Shown to every role; the picture is not. */
  pt_is_signed: boolean;
  pt_name: string;
  pt_sig: string | null;
  pt_sig_date: string;
  /** Null for a signature from before this was stored. */
  pt_signed_at: string | null;
  /** When this version was written. */
  updated_at: string;
  /** By whom; null for a version from before this was stored. */
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
  patient_id: Id;
  prov_name: Name;
  prov_sig?: Signature | null;
  prov_sig_date: Day;
  pt_dob: Day;
  pt_name: Name;
  pt_sig?: Signature | null;
  pt_sig_date: Day;
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
  /** Beside what is scheduled separately. */
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
  /** The last day on which it holds. */
  valid_until: string;
};
export type EstimateGiven = "paper" | "link" | "email";
export type Delivery = {
  at: string;
  /** Null for what the server sent. */
  by: string | null;
  how: EstimateGiven;
  /** Masked; null for what was handed over. */
  to: string | null;
};
export type EstimateState = "Draft" | "Issued" | "Superseded" | "Void";
export type IssuedVersion = {
  /** What differs from the version before, by the rule that asks for a new estimate. */
  changes: EstimateChange[];
  /** The version of the specification's fields that was issued. */
  estimate_version: number;
  given: Delivery[];
  /** Whether the PDF is made. */
  has_file: boolean;
  id: number;
  issued_at: string;
  issued_by: string;
  /** Until when the newest link opens it; null without one. */
  link_until: string | null;
  /** When a link of it was opened first. */
  opened_at: string | null;
  questions: EstimateQuestion[];
  /** When the patient signed that it was received. */
  received_at: string | null;
  received_by: string | null;
  service_date: string | null;
  /** SHA-256 of what was issued, in hexadecimal digits. */
  sha256: string;
  state: EstimateState;
  /** Dollars as text with two decimals. */
  total: string;
  valid_until: string;
  version: number;
};
export type MissingPart = {
  /** The field that it is entered in. */
  field: string;
  /** Whether it is entered in the clinic's settings and not in the estimate. */
  in_settings: boolean;
  words: string;
};
export type EstimateDraft = {
  /** What differs from the version that was issued last, by the rule that asks for a new estimate; empty when nothing does, or
    nothing was issued. */
  changes: EstimateChange[];
  content: EstimateContent;
  /** What the patient would be given now. */
  document: EstimateDocument;
  estimate_id: number;
  /** Of the specification's fields. */
  estimate_version: number;
  /** Newest first. */
  issues: IssuedVersion[];
  /** Where a mail to the patient would go, masked; null when none can be sent. */
  mail_to: string | null;
  /** What a complete estimate still needs. */
  missing: MissingPart[];
  state: EstimateState;
  updated_at: string | null;
  updated_by: string | null;
  /** Of the content; sent back as `If-Match` it keeps a change from overwriting another one. 0 while nothing was entered. */
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
  /** Of the file, in hexadecimal digits. */
  sha256: string;
  /** The number of the version. */
  version: number;
};
export type GivenEstimate = {
  draft: EstimateDraft;
  /** The patient's page, told once; null unless the link is handed over. */
  portal_url: string | null;
};
export type GiveEstimate = {
  how: EstimateGiven;
};
export type IssueEstimate = {
  /** The warnings that were read: `incomplete_estimate`, where something is missing for a complete estimate. */
  confirmed?: Confirmed;
  /** The version of the content that was on the screen; another one is refused. */
  content_version?: number | null;
  /** How the patient is given it. */
  how: EstimateGiven;
};
export type IssuedEstimate = {
  document: EstimateDocument;
  issue: IssuedVersion;
  /** What the patient signed that it was received with: a PNG as a data URL. */
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
  /** With the name of that moment; null for a version from before this was stored. */
  written_by: string | null;
};
export type NewVoid = {
  reason: Line;
  signature: Signature;
};
export type OpenedExam = Exam & {
  /** How many addenda it has. */
  addenda: number;
  /** Whether it is the one that counts: the newest that was not voided. */
  counts: boolean;
  /** Whether the signed-in member may void it now. */
  may_void: boolean;
  voided: Voided | null;
};
export type Addendum = {
  /** The author's name and role at that moment. */
  author_name: string;
  author_role: string;
  created_at: string;
  id: number;
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
  /** Of the file, in hexadecimal digits. */
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
  exam_id: number;
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
  /** A treatment of the clinic's catalogue, or of the fixed list while it has none. */
  service: Line;
  valid_until?: Day | null;
};
export type NewExamSignature = {
  /** What is decided about each service; services that are left out keep what was decided before. */
  decisions: NewDecision[];
  mode: ExamMode;
  /** Where the patient was. */
  patient_state: UsState;
  signature: Signature;
};
export type ExamTemplate = {
  created_at: string;
  description: string | null;
  id: number;
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
  id: number;
  name: string;
  removed_at: string;
};
export type ExamTemplateVersion = {
  name: string;
  saved_at: string;
  /** By name; null for a template that came with the clinic, and for those from before versions were kept. */
  saved_by: string | null;
  version: number;
};
export type ExamEntry = {
  /** How many addenda it has. */
  addenda: number;
  /** Whether it is the one that counts: the newest that was not voided. */
  counts: boolean;
  created_at: string;
  examiner_name: string;
  id: number;
  /** Whether the signed-in member may void it now. */
  may_void: boolean;
  /** When it stops clearing the patient, by the clinic's settings. */
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
export type ImportEncoding = "utf-8" | "utf-16" | "windows-1252";
export type ImportChoice = "skip" | "add" | "fill";
export type ImportScope = "all" | "good";
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
  /** Who began it, by name. */
  created_by: string;
  date_order: DateOrder | null;
  /** How many rows are done in the present state. */
  done_rows: number;
  encoding: ImportEncoding | null;
  /** The size of the file. */
  file_bytes: number;
  file_name: string;
  filled: number;
  /** Whether the first row names the columns. */
  has_header: boolean | null;
  id: number;
  imported_at: string | null;
  /** Rows without a problem about somebody of an earlier row and no patient. */
  in_file: number;
  /** Whether it was stopped while it brought in rows. */
  is_cancelled: boolean;
  /** Patients whom undoing has kept. */
  kept: number;
  may_undo: boolean;
  on_in_file: ImportChoice | null;
  on_possible: ImportChoice | null;
  on_very_likely: ImportChoice | null;
  /** Rows without a problem about somebody who may be a patient. */
  possible: number;
  /** Why the file cannot be read or the import stopped, in a sentence. */
  problem: string | null;
  /** Patients whom undoing has removed, and records that it has emptied again. */
  removed: number;
  rows: number;
  scope: ImportScope | null;
  skipped: number;
  /** Until when the rows that were not brought in can be downloaded; null when they are deleted. */
  staged_until: string | null;
  state: ImportState;
  undo_until: string | null;
  undone_at: string | null;
  /** For `If-Match`. */
  version: number;
  /** Rows without a problem about somebody who very likely is a patient. */
  very_likely: number;
  with_problems: number;
};
export type FileBytes = number;
export type NewImport = {
  file_bytes: FileBytes;
  file_name: Line;
};
export type Fields = (ImportField | null)[];
export type ColumnMatching = {
  /** The order of day, month and year. */
  date_order: DateOrder;
  fields: Fields;
};
export type ImportKept = "changed" | "merged" | "records";
export type KeptPatient = {
  first_name: string;
  last_name: string;
  patient_id: number;
  reason: ImportKept;
};
export type PartBytes = string;
export type ImportPart = {
  data: PartBytes;
};
export type FileReading = {
  encoding?: ImportEncoding | null;
  /** Whether the first row names the columns. */
  has_header?: boolean | null;
};
export type RowProblem = {
  /** Null where it is about the row as a whole. */
  column: string | null;
  sentence: string;
};
export type RowSuspect = {
  birth_date: string | null;
  first_name: string;
  is_very_likely: boolean;
  last_name: string;
  patient_id: number;
  /** What both share. */
  reason: string;
};
export type ImportRow = {
  cells: string[];
  /** Its number in the file, as a spreadsheet shows it. */
  number: number;
  problems: RowProblem[];
  /** An earlier row that may be about the same person. */
  same_as: number | null;
  suspect: RowSuspect | null;
};
export type ImportRun = {
  /** For rows about somebody of an earlier row: skip or add. */
  on_in_file: ImportChoice;
  /** For rows about somebody who may be a patient. */
  on_possible: ImportChoice;
  /** For rows about somebody who very likely is a patient. */
  on_very_likely: ImportChoice;
  scope: ImportScope;
};
export type KioskDocumentStatus =
  "waiting" | "signed" | "declined" | "withdrawn";
export type KioskDocument = {
  name: string;
  status: KioskDocumentStatus;
  /** Opens it at the calls of a consent's link, as long as the tablet is with the patient. */
  token: string;
};
export type Kiosk = {
  clinic_name: string;
  documents: KioskDocument[];
  /** Until when the documents can be opened. */
  ends_at: string;
  /** Who handed the tablet over. */
  member_name: string;
  patient_first_name: string;
};
export type StartKiosk = {
  patient_id: Id;
};
export type KioskReturned = {
  patient_id: number;
};
export type ReturnKiosk = {
  password?: Password | null;
  pin?: Password | null;
};
export type LoyaltyBalance = {
  first_name: string;
  is_archived: boolean;
  last_name: string;
  patient_id: number;
  points: number;
};
export type LoyaltyKind =
  "earned" | "redeemed" | "adjusted" | "reversed" | "expired";
export type LoyaltyEntry = {
  at: string;
  /** The balance after it. */
  balance: number;
  /** The name of the member who gave the treatment or made the entry; null for what expired. */
  by: string | null;
  id: number;
  /** Whether another entry has taken this one back. */
  is_reversed: boolean;
  kind: LoyaltyKind;
  patient_id: number;
  /** Less than zero when it takes points. */
  points: number;
  reason: string | null;
  /** The entry that this one takes back. */
  reverses: number | null;
  /** The service that earned it. */
  service: string | null;
  /** The treatment that earned it. */
  treatment_id: number | null;
};
export type ReverseEntry = {
  reason: Line;
};
export type ExpiringPoints = {
  /** The last day on which they can be used, by the clinic's calendar. */
  last_day: string;
  points: number;
};
export type PatientPoints = {
  /** The fewest points that can be redeemed. One point is a dollar of credit. */
  fewest_redeemed: number;
  next_to_expire: ExpiringPoints | null;
  patient_id: number;
  /** Less than zero when points were taken back that had been used. */
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
export type LoyaltyRule = {
  id: number;
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
  appointment_id: number | null;
  /** Whether sending it again makes sense: the visit has not begun, or the message is not about one to come, and there is
    somewhere to send it. */
  can_be_sent: boolean;
  channel: MessageChannel;
  /** Of a reminder of a form. */
  consent_id: number | null;
  due_at: string;
  first_name: string;
  id: number;
  kind: MessageKind;
  last_name: string;
  patient_id: number;
  reason: MessageReason | null;
  /** When the visit starts, as the message says; of a reminder of a form when that was issued. */
  starts_at: string;
  /** `Failed` or `Bounced`; `Dropped` where the address gets no more mail; `Waiting` where it should have been sent long ago. */
  status: MessageStatus;
};
export type Recall = {
  /** The last completed visit. */
  appointment_id: number;
  /** Since when it is time. */
  due_on: string;
  email: string | null;
  first_name: string;
  last_name: string;
  last_visit_at: string;
  message_reason: MessageReason | null;
  message_status: MessageStatus | null;
  patient_id: number;
  phone: string | null;
  /** Who performed it. */
  provider_id: number | null;
  sent_at: string | null;
  /** Its name. */
  service: string;
  service_id: number;
};
export type ServiceMessages = {
  /** What is mailed when a visit is completed; null: nothing. */
  aftercare: string | null;
  /** After how many days of a completed visit somebody is asked to follow up; null: as the clinic's settings say. */
  follow_up_days: number | null;
  /** Nobody is asked to follow up, whatever the clinic's settings say. */
  no_follow_up: boolean;
  /** After how many weeks a patient without a further visit is reminded of the next one; null: never. */
  recall_weeks: number | null;
  /** Whether a visit is reminded of, by mail and text, as the clinic's settings say. */
  reminder: boolean;
  /** Its name. */
  service: string;
  service_id: number;
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
  /** The parts in which it is sent, each of which is paid for. */
  segments: number;
  /** A letter that phones send in a longer form: with it a part has 70 characters, without it 160. */
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
  /** The texts that services send after a visit. */
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
  /** After how many days of a completed visit somebody is asked to follow up, where its service says nothing of its own;
    null: never. Counts also while no messages are sent. */
  follow_up_days: number | null;
  /** Reminders of forms that are not signed: five days after they were issued, then every two days, at most five. */
  form_reminders: boolean;
  moved: boolean;
  /** Patients who cannot be mailed are texted that a visit is booked, moved or cancelled. */
  news_by_text: boolean;
  /** Nothing is sent from `quiet_from` to `quiet_to`; no time at all where both are equal. */
  quiet_from: ClockTime;
  quiet_to: ClockTime;
  /** Reminders that it is time for the next visit, at `reminder_at` of the day on which a service says so. */
  recall: boolean;
  /** A mail before the visit. */
  reminder: boolean;
  reminder_at: ClockTime;
  /** How many days before the visit. */
  reminder_days: number;
  /** Where answers to mails go; null: nowhere. */
  reply_to: string | null;
  /** Whom mails are from by name; null: the clinic's name. */
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
  sender_name?: MailedName | null;
};
export type MessageTemplate = {
  body: string;
  channel: MessageChannel;
  /** Whether these are the product's own words. */
  is_default: boolean;
  kind: MessageKind;
  /** Null for a text. */
  subject: string | null;
  subject_variables: string[];
  updated_at: string | null;
  updated_by: string | null;
  /** What may stand in braces in the body, and in the subject. */
  variables: string[];
  /** For `If-Match`; 0 for the product's own words. */
  version: number;
};
export type NewMessageTemplate = {
  /** Plain text, at most 4,000 characters for a mail and 320 for a text. */
  body: Note;
  subject?: Line | null;
};
export type Patient = {
  /** When the patient was archived; null for one who is in the lists. */
  archived_at: string | null;
  birth_date: string | null;
  created_at: string | null;
  email: string | null;
  first_name: string;
  id: number;
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
  id: number;
  is_archived: boolean;
  last_name: string;
  phone: string | null;
  preferred_name: string | null;
};
export type PossibleDuplicate = {
  likeness: Likeness;
  patient: ComparedPatient;
  /** What both share and what differs, such as `Same birth date and phone, similar name`. */
  reason: string;
};
export type DuplicateCheck = {
  birth_date?: Day | null;
  email?: Email | null;
  first_name: Name;
  last_name: Name;
  patient_id?: Id | null;
  phone?: Phone | null;
  preferred_name?: Name | null;
};
export type SuspectedPair = {
  /** Who was added first. */
  first: ComparedPatient;
  likeness: Likeness;
  /** What both share and what differs, such as `Same birth date and phone, similar name`. */
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
  /** Who answers for a minor. */
  guardian_name: string | null;
  guardian_relation: string | null;
  mail_stopped: MailStopReason | null;
  may_call: boolean;
  may_email: boolean;
  /** Whether the patient wants to hear of offers; everything else is about their own visits. */
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
  /** The patient whose record holds this one's since both were merged. */
  merged_into: number | null;
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
  /** By name, as it was then. */
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
  /** How many days are left after today; negative once it has ended. */
  days_left: number | null;
  decision: ClearanceDecision | null;
  exam_id: number | null;
  reason: string | null;
  service: string;
  /** Null for one of the fixed list. */
  service_id: number | null;
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
  /** For how many months a decision counts at most, from the day of the exam. */
  valid_months: number;
};
export type WaitingExam = {
  created_at: string;
  exam_id: number;
  examiner_name: string;
};
export type PatientClearance = {
  changed: HealthChange | null;
  /** Whether the clinic clears service by service. While it does not, everything below is empty. */
  on: boolean;
  /** Every treatment that can be chosen, in the clinic's order. */
  services: ServiceClearance[];
  signing: Signing;
  /** What happens to a treatment with a service that is not cleared. */
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
  /** Who asked, by name. */
  asked_by: string;
  /** Empty unless the answer is `listed`. */
  entries: ClinicalEntry[];
  kind: ClinicalKind;
  /** For `If-Match`. */
  version: number;
  /** When whoever asked took it back, because it was a mistake; such an answer does not count. */
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
  /** `listed` with entries or `none_known`; about a pregnancy one of the other three. */
  answer: ClinicalAnswer;
  /** Up to 100; only with `listed`. */
  entries?: NewClinicalEntry[];
};
export type ContactPreferences = {
  email_reminders: boolean;
  /** Whether the patient may be mailed and texted at all, which is a part of the record; without that nothing is sent. */
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
  /** The open clocks by the day on which they are due, and after them the latest closed ones. */
  clocks: EstimateClock[];
  coverage: Coverage;
  noted_at: string | null;
  /** By the name of that moment. */
  noted_by: string | null;
  /** Today, by the clinic's calendar. */
  today: string;
  /** For `If-Match`; 0 while nobody has asked. */
  version: number;
};
export type CostQuestion = {
  appointment_id?: Id | null;
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
  id: number;
  lot: string | null;
  notes: string | null;
  provider_name: string;
  treatment_type: string;
  units: Quantity | null;
  volumes_ml: string | null;
};
export type EmergencyRecord = {
  access_id: number;
  /** The newest ten with what was written about them, newest first. */
  adverse_events: AdverseEvent[];
  /** Newest first. */
  alerts: string[];
  /** The newest answer to each question that was asked. */
  answers: EmergencyAnswer[];
  birth_date: string | null;
  /** Whom to call: name, relation and phone, as far as they are known. */
  emergency_contact: string | null;
  /** Until when it can be read. */
  ends_at: string;
  exam: OpenedExam | null;
  first_name: string;
  last_name: string;
  phone: string | null;
  /** The newest twenty that were not voided, newest first. */
  treatments: EmergencyTreatment[];
};
export type PatientExportEntry = {
  /** How many records are made. */
  done: number;
  /** Until when it can be downloaded. */
  expires_at: string;
  /** How many files it has. A record of more than 64 MB is in several, each a ZIP of its own. */
  files: number;
  id: number;
  /** Whether the signed-in member may download it: whoever asked for it. */
  is_own: boolean;
  /** A sentence about why it failed. */
  problem: string | null;
  requested_at: string;
  /** By name. */
  requested_by: string;
  state: DocumentState;
  /** How many there are; null before the first is made. */
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
  /** The patient whose records the survivor's record holds from then on. */
  other_id: Id;
  /** The other patient's, as it was seen. */
  other_version: Version;
  /** The survivor's, as it was seen. */
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
  /** Who merged it, by name. */
  by: string;
  first_name: string;
  last_name: string;
  may_undo: boolean;
  patient_id: number;
  undo_until: string;
};
export type UndoPreview = {
  /** The fields of the survivor that go back to what they held. */
  fields: Change[];
  /** The other patient's points afterwards. */
  other_points: number;
  /** Why the merge cannot be undone, as a sentence; null where it can. */
  refusal: string | null;
  /** What was recorded under the other patient's number, which goes back. */
  returns: RecordCounts;
  /** What was recorded in the survivor's record since the merge, which stays there. */
  stays: RecordCounts;
  /** The survivor's points afterwards. */
  survivor_points: number;
};
export type PatientMessage = {
  appointment_id: number | null;
  /** As it was sent, but for the patient's own link; null before that. */
  body: string | null;
  channel: MessageChannel;
  /** Of a reminder of a form. */
  consent_id: number | null;
  due_at: string;
  id: number;
  kind: MessageKind;
  reason: MessageReason | null;
  sent_at: string | null;
  /** When the visit starts, as the message says; of a reminder of a form when that was issued. */
  starts_at: string;
  status: MessageStatus;
  /** As it was sent; null before that, and for a text. */
  subject: string | null;
};
export type NoteKind = "note" | "alert";
export type PatientNote = {
  /** Who wrote it, by name. */
  author: string;
  body: string;
  changed_at: string | null;
  /** Who changed it last, by name; null for a note as it was written. */
  changed_by: string | null;
  created_at: string;
  id: number;
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
  /** Who wrote it, by name. */
  author: string;
  body: string;
  created_at: string;
  id: number;
  kind: NoteKind;
  removed_at: string;
  /** Who removed it, by name; null for one that was removed before this was stored. */
  removed_by: string | null;
};
export type PatientNoteChange = {
  body?: Note | null;
  /** Cannot be cleared. */
  pinned?: boolean | null;
};
export type Alert = {
  author: string;
  body: string;
  created_at: string;
  id: number;
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
  /** Those whose link can still be signed. */
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
  points: number | null;
  visits: Visits | null;
};
export type TextReach = {
  /** The number, masked; null where the patient cannot be texted. */
  to: string | null;
  /** Why not, in a sentence; null: they can. */
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
  /** The examiner, provider, issuer, author, or who removed a note by the name of that moment; for an appointment, the provider by today's. */
  by: string | null;
  /** The appointment's, exam's, treatment's, consent's, estimate's, note's, addendum's, ledger entry's, message's, adverse event's, change's or log entry's own;
    an issued version's, question's, void's, clock's, charge's or dispute's own. */
  id: number;
  kind: TimelineKind;
  of: TimelineTarget | null;
  /** Of an entry of points; less than zero when it takes some. */
  points: number | null;
  /** `past`, `booked`, `cancelled` or `no_show`; `voided`; `pending`, `approved` or `voided`; `pending`, `signed`, `declined`, `expired` or `revoked`;
    `signed` or `voided`; `note` or `alert`; the kind of an entry of points; the status of a message about a visit, such as
    `Waiting` or `Sent`, and after `Dropped` or `Failed` the reason: `Dropped: no_address`; how an adverse
    event stands; `issued`, `superseded` or `voided`, `received`, `asked` or `answered`, or `void`, of an estimate that was issued;
    `coverage`, `asked`, or how a clock ended: `issued`, `cancelled`, `insured` or `by_hand`; `recorded` or `voided`, `void`,
    `disputed` or `dispute_closed`, of charges. */
  state: string | null;
  /** The service, the treatment's type, the name of the consent that was issued or mailed, the estimate's version, the
    beginning of a note or of what has changed, why an addendum or an entry of points was made, or the kind of a message about a visit or of an adverse event.
    How an issued version was given (`email`, `link`, `paper`, with commas between them), a question, why an estimate was voided, the
    coverage, the service that was asked about, a charge's service and total (and why it was voided), or the note of a dispute. */
  title: string | null;
  /** Of an estimate; of an issued one the number of the issued version. */
  version: number | null;
};
export type Plan = {
  /** The price a month when a year is paid at once. */
  annual_monthly_price: number;
  annual_savings: number;
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
  /** What pressing the button means. */
  act: string;
  act_version: number;
  /** The paragraphs of the notice. */
  notice: string[];
  /** The day of the notice's version. */
  notice_dated: string;
  notice_version: number;
};
export type PortalConsent = {
  clinic_name: string;
  declined_at: string | null;
  electronic_records: ElectronicRecords | null;
  patient_first_name: string;
  /** The full name at the time of signing. */
  patient_name: string | null;
  /** What was drawn: a PNG as a data URL. */
  signature: string | null;
  signed_at: string | null;
  /** Sanitized HTML. */
  template: string;
  template_name: string;
  /** The clinic's, in which the page writes times. */
  time_zone: string;
  typed_name: string | null;
};
export type PortalCopy = {
  /** Null before it is ready. */
  bytes: number | null;
  is_ready: boolean;
  /** Until when the link opens it. */
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
  signature: string | null;
  signed_at: string;
  typed_name: string | null;
};
export type SignConsent = {
  /** The version of the wording of the act that was shown. */
  act_version?: number | null;
  electronic_consent?: boolean | null;
  /** The version of the notice of electronic records that was shown. */
  notice_version?: number | null;
  signature?: Signature | null;
  typed_name?: Name | null;
};
export type PortalEstimate = {
  clinic_name: string;
  document: EstimateDocument;
  expires_at: string;
  /** Whether the PDF is made. */
  has_file: boolean;
  issued_at: string;
  /** How many questions were asked and not answered yet. */
  open_questions: number;
  /** What pressing the button means. */
  receipt_act: string;
  received_at: string | null;
  /** The clinic's, in which the page writes times. */
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
  typed_name?: Name | null;
};
export type ProtocolOverride = {
  given_at: string;
  given_by: string;
  id: number;
  provider_id: number;
  provider_name: string;
  reason: string;
  service: string;
  /** The clinic's day on which it counts. */
  valid_on: string;
};
export type ProtocolMember = {
  member_id: number;
  name: string;
};
export type ProtocolPerformer = {
  member_id: number;
  name: string;
  /** When they have signed the version; null while they have not. */
  signed_at: string | null;
};
export type ProtocolState =
  "none" | "scheduled" | "in_force" | "expiring" | "expired" | "retired";
export type ProtocolVersion = {
  id: number;
  number: number;
  /** Null for one that was not retired. */
  retired_at: string | null;
  retired_by: string | null;
  retired_for: string | null;
  signed_at: string;
  /** The director by the name of that moment. */
  signed_by: string;
  title: string;
  valid_from: string;
  /** The last day on which it counts. */
  valid_until: string;
};
export type ServiceProtocol = {
  /** How many days are left after today; negative once it has ended. */
  days_left: number | null;
  /** How many versions wait for a director's signature. */
  drafts: number;
  /** Whether it can be chosen for a treatment. */
  offered: boolean;
  /** Everybody who performs the service, with when they have signed the version. */
  performers: ProtocolPerformer[];
  /** Null where nobody has begun one. */
  protocol_id: number | null;
  service: string;
  /** Null for one of the fixed list. */
  service_id: number | null;
  state: ProtocolState;
  version: ProtocolVersion | null;
};
export type Protocols = {
  /** Whether the module is on. While it is off, everything below is empty. */
  on: boolean;
  /** What directors let pass today, the newest first. */
  overrides: ProtocolOverride[];
  /** Who records treatments, by name. */
  providers: ProtocolMember[];
  /** Every treatment in the clinic's order, then those with a protocol that can no longer be chosen. */
  services: ServiceProtocol[];
};
export type ProtocolDraft = {
  /** Sanitized HTML. */
  body: string;
  /** The number of the newest signed version when it was last saved; 0 while there was none. */
  follows: number;
  id: number;
  protocol_id: number;
  title: string;
  updated_at: string;
  updated_by: string;
  /** Null: from the day on which it is signed. */
  valid_from: string | null;
  valid_until: string;
  /** The version of the draft; sent back as `If-Match` it keeps a change from overwriting another one, and a director from signing
    what they have not read. */
  version: number;
};
export type NewProtocolDraft = {
  body: Html;
  /** A treatment of the clinic's catalogue, or of the fixed list while it has none. */
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
  provider_id: Id;
  reason: Line;
  service: Line;
};
export type OwnProtocol = {
  /** When the signed-in member has signed it; null while they have not. */
  agreed_at: string | null;
  /** Whether the version waits for the signed-in member's signature: it is in force or comes into force, they perform the
    service, and they have not signed it. */
  awaits: boolean;
  days_left: number | null;
  lifted: ProtocolOverride | null;
  /** Why a treatment of theirs with the service would be refused now, if no director let it pass. */
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
  /** Whether a treatment is refused whose service has no protocol in force. */
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
  /** When the signed-in member has signed it; null while they have not. */
  agreed_at: string | null;
  /** Sanitized HTML. */
  body: string;
  /** Whether the signed-in member may sign it now. */
  may_agree: boolean;
  protocol_id: number;
  service: string;
  /** The director's. */
  signature: string;
  version: ProtocolVersion;
};
export type NewProtocolRetirement = {
  reason: Line;
};
export type Protocol = {
  /** What waits for a director's signature, the newest first. */
  drafts: ProtocolDraft[];
  id: number;
  service: string;
  versions: ProtocolVersion[];
};
export type ApprovalRefusal = "own_treatment" | "invited_by_provider";
export type ReturnAnswer = "Resubmitted" | "Withdrawn";
export type Returned = {
  /** What the provider answered, or why the director took it back. */
  answer: string | null;
  answered_at: string | null;
  at: string;
  /** The director's name at that moment. */
  by: string;
  comment: string;
  ended: ReturnAnswer | null;
  id: number;
};
export type ReviewState =
  "Waiting" | "Returned" | "Resubmitted" | "Not selected";
export type Tick = "present" | "missing" | "not_needed";
export type Ticks = {
  /** Every consent that the service needs was signed before, and counted then. */
  consent: Tick;
  /** The exam that cleared the patient counts: it was not voided, and while the clinic clears service by service, the service was
    cleared on the treatment's day. What was recorded while the clinic did not needs the exam alone. */
  exam: Tick;
  /** The lot and the dose, where the treatment has them. */
  lot: Tick;
  /** The treatment has notes, or an addendum. */
  notes: Tick;
  /** Not needed as long as treatments have no photos. */
  photos: Tick;
  /** The provider's. */
  signature: Tick;
};
export type ReviewRow = {
  approval_refusal: ApprovalRefusal | null;
  areas: string | null;
  created_at: string;
  /** Until when it is to be approved. */
  due_at: string;
  /** The treatment's. */
  id: number;
  /** All six are there or not needed. */
  is_complete: boolean;
  /** The signed-in member has recorded it. */
  is_own: boolean;
  /** Whether the signed-in member may approve it, once it does not wait for its provider. */
  may_approve: boolean;
  /** The first part that is missing, such as `No lot`. */
  missing: string | null;
  patient_id: number;
  patient_name: string;
  provider_id: number;
  provider_name: string;
  returned: Returned | null;
  state: ReviewState;
  ticks: Ticks;
  treatment_type: string;
  units: Quantity | null;
  /** Increases with everything that is added to the chart. Sent back with an approval, it keeps a chart that was changed
    meanwhile from being approved. */
  version: number;
};
export type Absence = {
  /** Whether the alternate may still approve treatments. */
  alternate_approves: boolean;
  alternate_id: number;
  alternate_name: string;
  director_id: number;
  director_name: string;
  from_day: string;
  id: number;
  to_day: string;
};
export type Director = {
  id: number;
  name: string;
};
export type Absences = {
  absences: Absence[];
  directors: Director[];
};
export type NewAbsence = {
  /** Somebody else who may approve treatments. */
  alternate_id: Id;
  director_id: Id;
  from_day: Day;
  /** The same day, or a later one. */
  to_day: Day;
};
export type SeenChart = {
  id: number;
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
  /** Who reviews for the signed-in member, where that member is away today. */
  away: Away[];
  /** Within how many hours a chart is to be approved. */
  chart_due_hours: number;
  /** Directors who are away today and for whom the signed-in member reviews. */
  covering: Covered[];
};
export type Punctuality = {
  approved: number;
  /** Approved too late, or waiting longer than the clinic's hours. */
  late: number;
  /** How long half of them took at most to be approved; null where none is. */
  median_hours: number | null;
  /** Approved in time. */
  on_time: number;
  /** What was approved in time, in percent of what was due; null where nothing was. */
  on_time_percent: number | null;
  provider_id: number;
  provider_name: string;
  /** What was recorded and not voided. */
  recorded: number;
  /** Returned at least once. */
  returned: number;
  /** Of these, what the clinic's share selects, and what was approved or returned though it does not. */
  reviewed: number;
};
export type ProviderShare = {
  provider_id: number;
  provider_name: string;
  /** In percent; null: the clinic's. */
  share: number | null;
};
export type ReviewSettings = {
  /** Within how many hours a chart is to be approved. */
  chart_due_hours: number;
  /** The members who record treatments. */
  providers: ProviderShare[];
  /** The percent of everybody's treatments that is reviewed, of those without a share of their own. */
  share: number;
  /** For `If-Match`. */
  version: number;
};
export type NewShare = {
  provider_id: number;
  /** In percent; null: the clinic's. */
  share: number | null;
};
export type NewReviewSettings = {
  chart_due_hours: number;
  /** Who is left out keeps the share. */
  providers: NewShare[];
  share: number;
};
export type SettledState = "approved" | "not_selected";
export type SettledChart = {
  /** Null for what the clinic's share leaves out. */
  approved_at: string | null;
  /** The director's name at that moment. */
  approved_by: string | null;
  areas: string | null;
  created_at: string;
  /** The treatment's. */
  id: number;
  patient_id: number;
  patient_name: string;
  provider_id: number;
  provider_name: string;
  state: SettledState;
  treatment_type: string;
  units: Quantity | null;
};
export type TreatmentReview = {
  /** Whether the signed-in member may answer it now. */
  may_answer: boolean;
  returned: Returned | null;
  state: ReviewState;
  treatment_id: number;
};
export type ChartConsent = {
  /** Sanitized HTML, as it was signed. */
  body: string;
  id: number;
  /** What was drawn: a PNG as a data URL. */
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
  id: number;
  lot: string | null;
  treatment_type: string;
  units: Quantity | null;
};
export type TreatmentProtocol = {
  number: number | null;
  overridden_by: string | null;
  /** Why a director let it pass although the protocol or the license did not; null where nothing stood in the way. */
  override_reason: string | null;
  title: string | null;
  /** The last day on which that version counts. */
  valid_until: string | null;
  /** The version of the service's protocol then; null where it had none. */
  version_id: number | null;
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
  id: number;
  lot: string | null;
  /** Whether the signed-in member may approve it now. */
  may_approve: boolean;
  /** Whether the signed-in member may void it now. */
  may_void: boolean;
  notes: string | null;
  patient_id: number;
  protocol: TreatmentProtocol | null;
  provider_id: number;
  provider_name: string;
  provider_signature: string;
  /** The name that the service had when it was recorded. */
  treatment_type: string;
  units: Quantity | null;
  voided: Voided | null;
  volumes_ml: string | null;
};
export type ReviewChart = ReviewRow & {
  /** The first ten addenda of the treatment, oldest first. */
  addenda: Addendum[];
  birth_date: string | null;
  /** The consents that were signed for it: those that its service needs, or where it needs none, what the patient signed
    within the 30 days before; at most four. */
  consents: ChartConsent[];
  /** The ten treatments before, newest first. */
  earlier: EarlierTreatment[];
  /** The exam that cleared the patient. */
  exam: OpenedExam;
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
export type Block = {
  ends_at: string;
  id: number;
  member_id: number | null;
  reason: string;
  resource_id: number | null;
  starts_at: string;
  /** For `If-Match`. */
  version: number;
};
export type DayClosure = {
  id: number;
  reason: string;
};
export type ScheduleDay = {
  closure: DayClosure | null;
  date: string;
};
export type HoursOfDay = {
  closes_at: ClockTime;
  /** Null for the clinic's own. */
  member_id: number | null;
  opens_at: ClockTime;
  /** Of the member's whole list, for `If-Match`; null for the clinic's own, which are a setting. */
  version: number | null;
  /** Monday is 1, Sunday 7. */
  weekday: number;
};
export type ResourceKind = "Room" | "Device";
export type Resource = {
  id: number;
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
  /** Those of the clinic first, which hold for members who have none of their own. */
  hours: HoursOfDay[];
  resources: Resource[];
};
export type NewBlock = {
  ends_at: Line;
  member_id?: Id | null;
  reason: Line;
  resource_id?: Id | null;
  /** `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC. */
  starts_at: Line;
};
export type BlockChange = {
  ends_at?: Line | null;
  member_id?: number | null;
  reason?: Line | null;
  resource_id?: number | null;
  starts_at?: Line | null;
};
export type Closure = {
  first_date: string;
  id: number;
  last_date: string;
  reason: string;
};
export type NewClosure = {
  first_date: Day;
  /** The same day, or a later one. */
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
  member_id: number;
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
  id: number;
  is_archived: boolean;
  last_name: string;
  phone: string | null;
  preferred_name: string | null;
};
export type Found = {
  /** At most eight, those with a name that begins as typed first. */
  patients: FoundPatient[];
};
export type NeededConsent = {
  id: number;
  name: string;
  /** For how many months a signature counts; null: for one treatment. */
  valid_months: number | null;
};
export type Performer = {
  id: number;
  name: string;
};
export type Service = {
  /** How long the provider and the room are kept after it. */
  buffer_minutes: number;
  category: string | null;
  /** `#rrggbb`, to tell services apart; it means nothing. */
  color: string | null;
  /** The consents that it needs. */
  consents: NeededConsent[];
  id: number;
  /** After how many days it is usually done again. */
  interval_days: number | null;
  minutes: number;
  name: string;
  /** A treatment, which is recorded after an exam; others are visits. */
  needs_exam: boolean;
  /** Who performs it; nobody named: everybody who takes appointments. */
  performers: Performer[];
  price: number | null;
  /** What the price is for, such as a syringe; null: for the service. */
  price_unit: string | null;
  /** Since when it cannot be chosen any more; what was recorded with it still shows it. */
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
  id: Id;
  /** For how many months a signature counts; absent or null: for one treatment. */
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
  performer_ids?: number[] | null;
  price?: Quantity | null;
  price_unit?: Unit | null;
  taxable?: boolean | null;
};
export type ServiceOrder = {
  /** Every service that can be chosen, in the new order. */
  ids: number[];
  /** The order that was seen: when it is not the current one, nothing is changed. */
  seen?: number[] | null;
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
  /** Cleared: everybody who takes appointments. */
  performer_ids?: number[] | null;
  price?: Quantity | null;
  price_unit?: Unit | null;
  /** Cannot be cleared. */
  taxable?: boolean | null;
};
export type CheckoutSession = {
  checkout_url: string;
};
export type Cycle = "monthly" | "annual";
export type NewCheckout = {
  billing: Cycle;
  plan: PlanId;
  /** The row of the form that it is for: payment method 'New card entry (Stripe Checkout)'. */
  subscription_id?: number | null;
};
export type PortalSession = {
  url: string;
};
export type NoDetails = object;
export type Refreshed = {
  /** False: the server tries again by itself. */
  refreshed: boolean;
};
export type PaymentMethod =
  | "Card on file (Stripe)"
  | "New card entry (Stripe Checkout)"
  | "Other (manual)";
export type Subscription = {
  /** When it will end, if it will. */
  cancel_at: string | null;
  created_at: string;
  ended_at: string | null;
  id: number;
  /** Where the status comes from: Stripe, once the subscription exists there, or the form. */
  is_at_stripe: boolean;
  sub_billing: Cycle;
  sub_features: string[];
  sub_first_charge_amount: Quantity;
  /** Null when it has ended or will end. */
  sub_next_bill_date: string | null;
  sub_notes: string | null;
  sub_payment_method: PaymentMethod;
  sub_plan: PlanId;
  sub_price: Quantity;
  sub_recurring_amount: Quantity;
  sub_sig: string | null;
  /** Null when it was started on the pricing page. */
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
  /** A Medical Director whose role is not in force until the owner or another director has confirmed
    the person. */
  awaits_confirmation: boolean | null;
  credential: Credential | null;
  department: Department;
  email: string | null;
  first_name: string;
  /** Signs in with a second factor. */
  has_second_factor: boolean | null;
  /** Has chosen a password. */
  has_signed_in: boolean | null;
  hire_date: string | null;
  id: number;
  /** Was invited and has not signed in, and the invitation is void: it was cancelled, or the member is inactive. */
  invitation_cancelled: boolean | null;
  is_owner: boolean | null;
  last_name: string;
  /** The last day on which the license is valid. An expired one is shown; it blocks signing exams and, while
    Protocols is on, treatments. */
  license_expires_on: string | null;
  license_number: string | null;
  license_state: UsState | null;
  notes: string | null;
  /** The National Provider Identifier, which estimates name. */
  npi: string | null;
  phone: string | null;
  role: Role;
  specialties: string | null;
  status: MemberStatus;
  /** Can be booked. */
  takes_appointments: boolean | null;
  /** When the member was last changed. */
  updated_at: string | null;
  /** By whom; null for a change from before this was stored. */
  updated_by: string | null;
  /** The version; sent back as `If-Match` it keeps a change from overwriting another one. */
  version: number | null;
};
export type InvitedMember = {
  /** The link for choosing a password: only where the deployment sends no mail, because its holder can sign in as
    the member. */
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
  id: number;
  last_name: string;
  removed_at: string;
  role: Role;
  /** The version; sent back as `If-Match` it keeps a change from overwriting another one. */
  version: number;
};
export type Invitation = {
  expires_at: string;
  /** The link, only where the deployment sends no mail. */
  invite_url: string | null;
};
export type NewTreatment = {
  areas?: Line | null;
  /** Whether the patient says that something has changed since the exam: required while the module Exam clearance is on, and not
    stored while it is off. */
  changed_since_exam?: boolean | null;
  lot?: Line | null;
  notes?: Note | null;
  patient_id: Id;
  provider_signature: Signature;
  treatment_type?: Line | null;
  units?: Quantity | null;
  volumes_ml?: Line | null;
};
export type PendingTreatment = {
  approval_refusal: ApprovalRefusal | null;
  areas: string | null;
  created_at: string;
  id: number;
  /** Recorded by the signed-in member. */
  is_own: boolean;
  /** Whether the signed-in member may approve it. */
  may_approve: boolean;
  patient_id: number;
  patient_name: string;
  provider_name: string;
  treatment_type: string;
};
export type Approval = {
  director_signature: Signature;
};
export type PortalVisit = {
  clinic_name: string;
  /** In the clinic's zone, in words: Tuesday, December 1, 2026. */
  date: string;
  first_name: string;
  /** Whether another time was asked for, and the clinic has not settled that yet. */
  move_asked: boolean;
  /** Whether it was asked for online, and the clinic has not answered yet. */
  requested: boolean;
  starts_at: string;
  status: AppointmentStatus;
  /** 9:30 AM EST */
  time: string;
  /** The clinic's, in which the page writes the time. */
  time_zone: string;
  /** For `If-Match`. */
  version: number;
};
export type VisitAnswer = "confirm" | "reschedule" | "cancel";
export type AnswerVisit = {
  answer: VisitAnswer;
  note?: Line | null;
};
export type PartOfDay = "Morning" | "Afternoon" | "Evening";
export type WaitlistStatus = "Waiting" | "Booked" | "Removed";
export type WaitlistEntry = {
  created_at: string;
  /** By name. */
  created_by: string;
  first_name: string | null;
  id: number;
  last_name: string | null;
  note: string | null;
  part_of_day: PartOfDay | null;
  patient_id: number | null;
  /** Null for any provider. */
  provider_id: number | null;
  provider_name: string | null;
  /** The name that the service had when it was chosen. */
  service: string;
  status: WaitlistStatus;
  /** The last day that is wanted. Null: as long as it takes. */
  until: string | null;
  updated_at: string;
  /** By name. */
  updated_by: string;
  /** For `If-Match`. */
  version: number;
  /** Monday is 1, Sunday 7. Empty: any day. */
  weekdays: number[];
};
export type NewWaitlistEntry = {
  note?: Line | null;
  part_of_day?: PartOfDay | null;
  patient_id: Id;
  provider_id?: Id | null;
  service?: Line | null;
  until?: Day | null;
  /** Monday is 1, Sunday 7. Default: any day. */
  weekdays?: number[] | null;
};
export type WaitlistChange = {
  note?: Line | null;
  part_of_day?: PartOfDay | null;
  provider_id?: number | null;
  service?: Line | null;
  status?: WaitlistStatus | null;
  until?: Day | null;
  /** Cleared: any day. */
  weekdays?: number[] | null;
};
