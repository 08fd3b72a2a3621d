import type { Components, Theme } from '@mui/material/styles';

import { font } from '@/theme/tokens';

/** What holds for the page as a whole. */
export const baseline: Components<Theme>['MuiCssBaseline'] = {
  styleOverrides: ({ vars: { palette } }) => ({
    // consentText.css has these names, because the patient's portal does without MUI.
    ':root': { '--paper': palette.background.paper, '--hairline': palette.divider, '--serif': font.serif, '--sans': font.sans },
    // What takes the focus comes into sight above a bar at the foot of the page, not beneath it.
    html: { scrollPaddingBottom: 'calc(var(--bottom-bar, 0px) + var(--foot-bar, 0px))' },
    body: { overflowWrap: 'break-word', fontVariantNumeric: 'tabular-nums' },
    // As MUI's own, which are kept out of the fields (fields.ts).
    '@keyframes mui-auto-fill': { from: { display: 'block' } },
    '@keyframes mui-auto-fill-cancel': { from: { display: 'block' } },
    '@media (prefers-reduced-motion: reduce)': {
      '*, *::before, *::after': { animationDuration: '0.01ms !important', animationIterationCount: '1 !important', transitionDuration: '0.01ms !important' },
    },
  }),
};
