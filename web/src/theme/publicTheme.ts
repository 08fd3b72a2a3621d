import { makeTheme } from '@/theme/makeTheme';
import { publicTypography } from '@/theme/typography';

/** The theme of the platform's public pages. */
export const publicTheme = makeTheme(publicTypography);
