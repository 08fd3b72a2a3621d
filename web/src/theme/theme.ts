import { makeTheme } from '@/theme/makeTheme';
import { staffTypography } from '@/theme/typography';

/** The theme of the clinic's staff. */
export const theme = makeTheme(staffTypography);
