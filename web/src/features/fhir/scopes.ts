import type { ApiScope, ApiToken } from '@/api/generated';

/** What each kind of resource is at the clinic, in the order of the form. */
export const scopeNames: Record<ApiScope, string> = {
  Patient: 'Clients: names, contact and address',
  Practitioner: 'Practitioners: names and licenses',
  Appointment: 'Appointments',
  Consent: 'Consents, with their text',
  Procedure: 'Treatments, with their notes',
  Observation: 'Vital signs of exams',
};

export const scopes = Object.keys(scopeNames) as ApiScope[];

/** The names of the resources in FHIR, as the settings of other programs have them. */
export const scopeList = (token: Pick<ApiToken, 'scopes'>): string => token.scopes.join(', ');
