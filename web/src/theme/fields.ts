import type { Components, Theme } from '@mui/material/styles';

import { control } from '@/theme/tokens';

/** The height of a line in a field, in em of its 16 px: smaller letters, and an iPad would zoom in on what is typed. */
export const fieldLine = 1.4375;
/** What is left above and below one line. */
const above = (control - 16 * fieldLine) / 2;
const padding = `${above}px 14px`;

/** What is typed in or chosen from: 48 high, its label on the border or in its place. */
export const fields: Components<Theme> = {
  MuiFormControl: { defaultProps: { fullWidth: true } },
  MuiInputLabel: {
    styleOverrides: {
      root: {
        fontSize: '1rem',
        lineHeight: fieldLine,
        variants: [
          { props: { variant: 'outlined' }, style: { transform: `translate(14px, ${above}px)` } },
          { props: { variant: 'outlined', shrink: true }, style: { transform: 'translate(14px, -9px) scale(0.75)' } },
        ],
      },
    },
  },
  // The keyframes that tell MUI of a field which the browser has filled in stand once in the baseline, and not with each field.
  MuiInputBase: { defaultProps: { disableInjectingGlobalStyles: true } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: control,
        fontSize: '1rem',
        lineHeight: `${fieldLine}em`,
        backgroundColor: theme.vars.palette.background.paper,
        variants: [{ props: { multiline: true }, style: { padding } }],
      }),
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.fieldBorder }),
      input: ({ theme }) => ({
        height: `${fieldLine}em`,
        padding,
        '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
        // The browser's own cross is blue.
        '&::-webkit-search-cancel-button': { filter: 'grayscale(1)' },
        variants: [
          {
            props: { multiline: true },
            // As high as its text: the browser sees to it, and one that cannot lets people pull.
            style: { height: 'auto', padding: 0, fieldSizing: 'content', resize: 'none', '@supports not (field-sizing: content)': { resize: 'vertical' } },
          },
        ],
      }),
    },
  },
  MuiFormHelperText: { styleOverrides: { root: ({ theme }) => ({ ...theme.typography.body2, marginTop: 4 }) } },
  MuiInputAdornment: { styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.text.secondary }) } },
};
