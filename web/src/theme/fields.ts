import type { Components, Theme } from '@mui/material/styles';

import { control } from '@/theme/tokens';

/** The line height in em of a field's text, which is 16 px: with smaller text an iPad zooms in when the field gets the focus. */
export const fieldLine = 1.4375;
/** The space above and below one line, in px. */
const above = (control - 16 * fieldLine) / 2;
const padding = `${above}px 14px`;

/** Fields, 48 px high. */
export const fields: Components<Theme> = {
  MuiFormControl: { defaultProps: { fullWidth: true } },
  MuiInputLabel: {
    styleOverrides: {
      root: {
        fontSize: '1rem',
        lineHeight: fieldLine,
        variants: [
          { props: { variant: 'outlined' }, style: { transform: `translate(14px, ${above}px)` } },
          {
            props: { variant: 'outlined', shrink: true },
            style: { transform: 'translate(14px, -9px) scale(0.75)' },
          },
        ],
      },
    },
  },
  // The keyframes by which MUI detects autofill are in baseline.ts, once for all fields.
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
        // The browser's own is blue.
        '&::-webkit-search-cancel-button': { filter: 'grayscale(1)' },
        variants: [
          {
            props: { multiline: true },
            // The browser fits the height to the text; one that cannot lets the user resize it.
            style: {
              height: 'auto',
              padding: 0,
              fieldSizing: 'content',
              resize: 'none',
              '@supports not (field-sizing: content)': { resize: 'vertical' },
            },
          },
        ],
      }),
    },
  },
  // A disabled field's hint says why it is disabled, so it stays legible.
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.body2,
        marginTop: 4,
        '&.Mui-disabled': { color: theme.vars.palette.text.secondary },
      }),
    },
  },
  MuiInputAdornment: {
    styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.text.secondary }) },
  },
};
