import type { TypographyVariantsOptions } from '@mui/material/styles';

import { font } from '@/theme/tokens';

const serif = { fontFamily: font.serif, fontWeight: 400 };

/** Marcellus for headings, Figtree for all that is read and counted; nothing is smaller than 12 px. */
export const staffTypography: TypographyVariantsOptions = {
  fontFamily: font.sans,
  h1: { ...serif, fontSize: '1.5rem', lineHeight: 32 / 24 },
  h2: { ...serif, fontSize: '1.125rem', lineHeight: 24 / 18 },
  h3: { fontSize: '0.9375rem', lineHeight: 20 / 15, fontWeight: 600 },
  body1: { fontSize: '0.875rem', lineHeight: 20 / 14 },
  body2: { fontSize: '0.8125rem', lineHeight: 18 / 13 },
  caption: { fontSize: '0.75rem', lineHeight: 16 / 12 },
  button: { fontSize: '0.875rem', lineHeight: 20 / 14, fontWeight: 600, textTransform: 'none' },
};

/** Larger, for the public pages, which are read once and not worked in all day. */
export const publicTypography: TypographyVariantsOptions = {
  ...staffTypography,
  h1: { ...serif, fontSize: '2.125rem', lineHeight: 41 / 34 },
  h2: { ...serif, fontSize: '1.5rem', lineHeight: 31 / 24 },
  h3: { fontSize: '1.0625rem', lineHeight: 1.4, fontWeight: 600 },
  body1: { fontSize: '1rem', lineHeight: 1.5 },
  body2: { fontSize: '0.9375rem', lineHeight: 1.5 },
  button: { ...staffTypography.button, fontSize: '0.9375rem' },
};
