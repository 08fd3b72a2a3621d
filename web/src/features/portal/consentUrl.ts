/** The URL of the call for a consent. */
export const consentUrl = (token: string) => `/api/portal/consent/${encodeURIComponent(token)}`;
