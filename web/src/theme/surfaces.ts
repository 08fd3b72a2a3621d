import type { Components, Theme } from '@mui/material/styles';

import { chosenInForcedColors } from '@/theme/forcedColors';
import { target } from '@/theme/tokens';

const severities = ['error', 'warning', 'success', 'info'] as const;

/** Papers, alerts, menus, tables, chips and lists. */
export const surfaces: Components<Theme> = {
  // No lighter overlay on dialogs in the dark scheme.
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      root: { backgroundImage: 'none' },
      outlined: ({ theme }) => ({ borderColor: theme.vars.palette.divider }),
    },
  },
  MuiAlert: {
    styleOverrides: {
      // The action wraps below the text where there is no room beside it.
      root: ({ theme }) => ({
        ...theme.typography.body1,
        flexWrap: 'wrap',
        variants: severities.map((severity) => ({
          props: { severity },
          style: {
            color: theme.vars.palette[severity].main,
            backgroundColor: theme.vars.palette[severity].light,
            '& .MuiAlert-icon': { color: 'inherit' },
          },
        })),
      }),
      message: { flex: '1 1 0', minWidth: 'min(200px, 60%)' },
      action: { whiteSpace: 'nowrap' },
    },
  },
  // MUI puts a menu at the end of the body, outside of every landmark: without one of its own, who goes from landmark to landmark misses it.
  MuiMenu: {
    defaultProps: { slotProps: { root: { role: 'region', 'aria-label': 'Menu' } } },
    // In the dark scheme a shadow alone does not set it off.
    styleOverrides: {
      paper: ({ theme }) => ({ border: '1px solid', borderColor: theme.vars.palette.divider }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: target,
        [theme.breakpoints.up('sm')]: { minHeight: target },
      }),
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.body1,
        borderColor: theme.vars.palette.rule,
        paddingBlock: 14,
      }),
      head: ({ theme }) => ({
        ...theme.typography.caption,
        color: theme.vars.palette.text.secondary,
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }),
    },
  },
  // A chip that shows a state has the tint of its colour.
  MuiChip: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontWeight: 600,
        variants: [
          { props: { size: 'medium' }, style: { height: 28 } },
          {
            props: { color: 'default' },
            style: {
              color: theme.vars.palette.text.onSidebar,
              backgroundColor: theme.vars.palette.background.sidebar,
            },
          },
          ...severities.map((color) => ({
            props: { color },
            style: {
              color: theme.vars.palette[color].main,
              backgroundColor: theme.vars.palette[color].light,
            },
          })),
        ],
      }),
      icon: { color: 'inherit', fontSize: 18 },
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      paper: ({ theme }) => ({
        marginTop: 4,
        border: '1px solid',
        borderColor: theme.vars.palette.divider,
      }),
      listbox: ({ theme }) => ({
        maxHeight: 360,
        '& .MuiAutocomplete-option': {
          minHeight: target,
          '&[aria-selected="true"], &[aria-selected="true"].Mui-focused': {
            backgroundColor: theme.vars.palette.primary.light,
            ...chosenInForcedColors,
          },
        },
      }),
    },
  },
};
