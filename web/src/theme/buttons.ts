import type { Components, Theme } from '@mui/material/styles';

import { control, target } from '@/theme/tokens';

/** The opacity of what is pressed. */
const pressed = 0.75;
/** Forced colours draw no backgrounds of ours: a border shows that it is a button. */
const lineInForcedColors = {
  '@media (forced-colors: active)': {
    border: '1px solid ButtonText',
    '&.Mui-disabled': { borderColor: 'GrayText' },
  },
} as const;

/** In rows of 48 px: its frame is 36 px high within the 44 that can be pressed. */
const lowToTheEye = {
  minWidth: target,
  paddingInline: 12,
  fontSize: '0.875rem',
  '&.MuiButton-outlined': {
    zIndex: 0,
    border: '0 !important',
    paddingInline: 15,
    background: 'none',
    '&::before': {
      content: '""',
      position: 'absolute',
      zIndex: -1,
      inset: '4px 0',
      border: '1px solid var(--variant-outlinedBorder)',
      borderRadius: 'inherit',
      backgroundColor: 'var(--variant-outlinedBg)',
    },
    '&.Mui-disabled::before': { borderColor: 'currentColor' },
  },
} as const;

/** Buttons and other things to press: at least 44 px high, round, without capitals. */
export const buttons: Components<Theme> = {
  // Opacity instead of a ripple, which costs a slow tablet frames.
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&:active': { opacity: pressed } } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: target,
        padding: '6px 20px',
        borderRadius: 999,
        // For a button that is disabled without losing the focus.
        '&[aria-disabled="true"]': {
          color: theme.vars.palette.action.disabled,
          pointerEvents: 'none',
        },
        ...lineInForcedColors,
        variants: [
          { props: { variant: 'outlined' }, style: { paddingBlock: 5 } },
          { props: { size: 'small' }, style: lowToTheEye },
          { props: { size: 'large' }, style: { minHeight: control, fontSize: '0.9375rem' } },
          // Stronger for the main button of a form.
          {
            props: { variant: 'contained' },
            style: { '@media (forced-colors: active)': { border: '2px solid Highlight' } },
          },
        ],
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: { root: { minWidth: target, minHeight: target, ...lineInForcedColors } },
  },
  MuiToggleButton: {
    styleOverrides: { root: { minHeight: target, paddingInline: 16, color: 'inherit' } },
  },
  MuiListItemButton: { styleOverrides: { root: { minHeight: target } } },
  MuiLink: { styleOverrides: { root: { '&:focus-visible': { outlineOffset: 2 } } } },
};
