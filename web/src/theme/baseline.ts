import type { Components, Theme } from '@mui/material/styles';

import { dimmed, font } from '@/theme/tokens';

/** Global styles. */
export const baseline: Components<Theme>['MuiCssBaseline'] = {
  styleOverrides: ({ vars: { palette } }) => ({
    // consentText.css uses these variables; the patient's portal, which has no MUI, sets them itself.
    ':root': {
      '--paper': palette.background.paper,
      '--hairline': palette.divider,
      '--serif': font.serif,
      '--sans': font.sans,
    },
    // What takes the focus scrolls into view above a bar at the foot of the page, not below it. Of a text area the browser shows only
    // the line with the caret; the 24 px show what surrounds it.
    html: {
      scrollPaddingBottom:
        'calc(var(--bottom-bar, 0px) + var(--foot-bar, 0px) + var(--notices, 0px) + 24px)',
    },
    body: { overflowWrap: 'break-word', fontVariantNumeric: 'tabular-nums' },
    // A former answer stays, dimmed, until the new one is loaded.
    '[aria-busy]': { transition: 'opacity 150ms' },
    '[aria-busy="true"]': { opacity: dimmed },
    // A dialog ends above the notices.
    '.MuiDialog-container': { paddingBottom: 'var(--dialog-room)' },
    // MUI's keyframes, which fields.ts does not inject with each field.
    '@keyframes mui-auto-fill': { from: { display: 'block' } },
    '@keyframes mui-auto-fill-cancel': { from: { display: 'block' } },
    // Transitions last 0 s, not almost 0: with any duration each element that inherits a colour would start its own transition after its parent's has
    // ended, and text would keep the former scheme's colour for a frame or more. An animation's end is waited for, so it lasts a little.
    '@media (prefers-reduced-motion: reduce)': {
      '*, *::before, *::after': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0s !important',
      },
    },
  }),
};
