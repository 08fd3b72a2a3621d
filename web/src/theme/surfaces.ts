import type { Components, Theme } from '@mui/material/styles';

import { chosenInForcedColors } from '@/theme/forcedColors';
import { target } from '@/theme/tokens';

const severities = ['error', 'warning', 'success', 'info'] as const;

/** What things lie on or are said in. */
export const surfaces: Components<Theme> = {
  // Dialogs in the dark are the paper of the page, not a lighter one.
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' }, outlined: ({ theme }) => ({ borderColor: theme.vars.palette.divider }) } },
  MuiAlert: {
    styleOverrides: {
      // What can be done stands beneath the words where there is no room beside them.
      root: ({ theme }) => ({
        ...theme.typography.body1,
        flexWrap: 'wrap',
        variants: severities.map((severity) => ({
          props: { severity },
          style: { color: theme.vars.palette[severity].main, backgroundColor: theme.vars.palette[severity].light, '& .MuiAlert-icon': { color: 'inherit' } },
        })),
      }),
      message: { flex: '1 1 0', minWidth: 'min(200px, 60%)' },
      action: { whiteSpace: 'nowrap' },
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ ...theme.typography.body1, borderColor: theme.vars.palette.rule, paddingBlock: 14 }),
      head: ({ theme }) => ({ ...theme.typography.caption, color: theme.vars.palette.text.secondary, fontWeight: 600, whiteSpace: 'nowrap' }),
    },
  },
  // A word or two in a small rounded frame; one that tells a state has its tint.
  MuiChip: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontWeight: 600,
        variants: [
          { props: { size: 'medium' }, style: { height: 28 } },
          ...severities.map((color) => ({ props: { color }, style: { color: theme.vars.palette[color].main, backgroundColor: theme.vars.palette[color].light } })),
        ],
      }),
      icon: { color: 'inherit', fontSize: 18 },
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      paper: ({ theme }) => ({ marginTop: 4, border: '1px solid', borderColor: theme.vars.palette.divider }),
      listbox: { maxHeight: 360 },
      option: ({ theme }) => ({
        '&&': { minHeight: target },
        '&&[aria-selected="true"], &&.Mui-focused': { backgroundColor: theme.vars.palette.primary.light, ...chosenInForcedColors },
      }),
    },
  },
};
