// Generated from server/openapi.json by `npm run api`; do not edit.
import type { Api } from "@reduxjs/toolkit/query";

import type { activityApi } from "./activity";
import type { adverseEventsApi } from "./adverse-events";
import type { appointmentsApi } from "./appointments";
import type { auditApi } from "./audit";
import type { authApi } from "./auth";
import type { billingApi } from "./billing";
import type { bookingApi } from "./booking";
import type { calendarApi } from "./calendar";
import type { chargesApi } from "./charges";
import type { clearanceApi } from "./clearance";
import type { clinicApi } from "./clinic";
import type { consentsApi } from "./consents";
import type { dashboardApi } from "./dashboard";
import type { documentsApi } from "./documents";
import type { emergencyApi } from "./emergency";
import type { estimateClocksApi } from "./estimate-clocks";
import type { estimatesApi } from "./estimates";
import type { examsApi } from "./exams";
import type { fhirApi } from "./fhir";
import type { followUpsApi } from "./follow-ups";
import type { importsApi } from "./imports";
import type { kioskApi } from "./kiosk";
import type { loyaltyApi } from "./loyalty";
import type { messagesApi } from "./messages";
import type { patientsApi } from "./patients";
import type { platformApi } from "./platform";
import type { portalApi } from "./portal";
import type { protocolsApi } from "./protocols";
import type { reviewApi } from "./review";
import type { scheduleApi } from "./schedule";
import type { servicesApi } from "./services";
import type { subscriptionsApi } from "./subscriptions";
import type { teamApi } from "./team";
import type { treatmentsApi } from "./treatments";
import type { waitlistApi } from "./waitlist";

export type * from "./types";
export * from "./tagTypes";
export * from "./activity";
export * from "./adverse-events";
export * from "./appointments";
export * from "./audit";
export * from "./auth";
export * from "./billing";
export * from "./booking";
export * from "./calendar";
export * from "./charges";
export * from "./clearance";
export * from "./clinic";
export * from "./consents";
export * from "./dashboard";
export * from "./documents";
export * from "./emergency";
export * from "./estimate-clocks";
export * from "./estimates";
export * from "./exams";
export * from "./fhir";
export * from "./follow-ups";
export * from "./imports";
export * from "./kiosk";
export * from "./loyalty";
export * from "./messages";
export * from "./patients";
export * from "./platform";
export * from "./portal";
export * from "./protocols";
export * from "./review";
export * from "./schedule";
export * from "./services";
export * from "./subscriptions";
export * from "./team";
export * from "./treatments";
export * from "./waitlist";

type CallsOf<Part> = Part extends Api<infer _Query, infer Calls, infer _Path, infer _Tags> ? Calls : never;

/** The calls of all features; a page has loaded those of its own. */
export type EveryCall = CallsOf<typeof activityApi> &
  CallsOf<typeof adverseEventsApi> &
  CallsOf<typeof appointmentsApi> &
  CallsOf<typeof auditApi> &
  CallsOf<typeof authApi> &
  CallsOf<typeof billingApi> &
  CallsOf<typeof bookingApi> &
  CallsOf<typeof calendarApi> &
  CallsOf<typeof chargesApi> &
  CallsOf<typeof clearanceApi> &
  CallsOf<typeof clinicApi> &
  CallsOf<typeof consentsApi> &
  CallsOf<typeof dashboardApi> &
  CallsOf<typeof documentsApi> &
  CallsOf<typeof emergencyApi> &
  CallsOf<typeof estimateClocksApi> &
  CallsOf<typeof estimatesApi> &
  CallsOf<typeof examsApi> &
  CallsOf<typeof fhirApi> &
  CallsOf<typeof followUpsApi> &
  CallsOf<typeof importsApi> &
  CallsOf<typeof kioskApi> &
  CallsOf<typeof loyaltyApi> &
  CallsOf<typeof messagesApi> &
  CallsOf<typeof patientsApi> &
  CallsOf<typeof platformApi> &
  CallsOf<typeof portalApi> &
  CallsOf<typeof protocolsApi> &
  CallsOf<typeof reviewApi> &
  CallsOf<typeof scheduleApi> &
  CallsOf<typeof servicesApi> &
  CallsOf<typeof subscriptionsApi> &
  CallsOf<typeof teamApi> &
  CallsOf<typeof treatmentsApi> &
  CallsOf<typeof waitlistApi>;
