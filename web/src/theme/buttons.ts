import type { Components, Theme } from '@mui/material/styles';

import { control, target } from '@/theme/tokens';

/** How much of a thing is left to see while it is pressed. */
const pressed = 0.75;
/** Where colours are the user's, a ground of our own is not drawn: a line says where a button is. */
const lineInForcedColors = { '@media (forced-colors: active)': { border: '1px solid ButtonText', '&.Mui-disabled': { borderColor: 'GrayText' } } } as const;

/** What is pressed: a finger high, round, in the words of a sentence. */
export const buttons: Components<Theme> = {
  // What is pressed says so at once and without the work of drawing a wave over it, which a slow tablet feels.
  MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { '&:active': { opacity: pressed } } } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: target,
        padding: '6px 20px',
        borderRadius: 999,
        // One that says so without losing the focus.
        '&[aria-disabled="true"]': { color: theme.vars.palette.action.disabled, pointerEvents: 'none' },
        ...lineInForcedColors,
        variants: [
          { props: { variant: 'outlined' }, style: { paddingBlock: 5 } },
          { props: { size: 'large' }, style: { minHeight: control, fontSize: '0.9375rem' } },
          // Twice as strong where it is the main one.
          { props: { variant: 'contained' }, style: { '@media (forced-colors: active)': { border: '2px solid Highlight' } } },
        ],
      }),
    },
  },
  MuiIconButton: { styleOverrides: { root: { minWidth: target, minHeight: target, ...lineInForcedColors } } },
  MuiToggleButton: { styleOverrides: { root: { minHeight: target, paddingInline: 16, color: 'inherit' } } },
  MuiListItemButton: { styleOverrides: { root: { minHeight: target } } },
  MuiLink: { styleOverrides: { root: { '&:focus-visible': { outlineOffset: 2 } } } },
};
