export const estimateUrl = (token: string) => `/api/portal/estimate/${encodeURIComponent(token)}`;
