// Generated from server/openapi.json by `npm run api`; do not edit.
/** What cached answers are marked with: the tags of the document. */
export const tagTypes = ["activity","adverse-events","appointments","audit","auth","billing","booking","calendar","charges","clearance","clinic","consents","dashboard","documents","emergency","estimate-clocks","estimates","exams","fhir","follow-ups","imports","kiosk","loyalty","messages","patients","platform","portal","protocols","review","schedule","services","subscriptions","team","treatments","waitlist"] as const;
