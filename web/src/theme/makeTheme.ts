import { createTheme, type Theme, type TypographyVariantsOptions } from '@mui/material/styles';

import { baseline } from '@/theme/baseline';
import { buttons } from '@/theme/buttons';
import { fields } from '@/theme/fields';
import { paletteOf } from '@/theme/palette';
import { surfaces } from '@/theme/surfaces';
import { colour, darkColour } from '@/theme/tokens';

/** The design as a MUI theme: paper and ink, one accent, a light and a dark scheme, no shadows but under dialogs. */
export const makeTheme = (typography: TypographyVariantsOptions) =>
  withLightPrint(
    createTheme({
      // ground.css sets `color-scheme`.
      cssVariables: { colorSchemeSelector: 'data-color-scheme', disableCssColorScheme: true },
      colorSchemes: {
        light: { palette: paletteOf('light', colour) },
        dark: { palette: paletteOf('dark', darkColour) },
      },
      focusVisible: { outlineColor: 'var(--mui-palette-primary-main)', outlineOffset: 2 },
      // A phone, a tablet (700) and a desktop (1200): the three widths of the navigation.
      breakpoints: { values: { xs: 0, sm: 700, md: 900, lg: 1200, xl: 1536 } },
      shape: { borderRadius: 10 },
      transitions: {
        duration: {
          shortest: 100,
          shorter: 120,
          short: 150,
          standard: 150,
          complex: 150,
          enteringScreen: 150,
          leavingScreen: 120,
        },
      },
      typography,
      components: { MuiCssBaseline: baseline, ...buttons, ...fields, ...surfaces },
    }),
  );

/** The dark scheme is for screens only: a page printed from it has the light one. */
function withLightPrint(made: Theme): Theme {
  const generate = made.generateStyleSheets;
  made.generateStyleSheets = () =>
    generate().map((sheet) =>
      Object.fromEntries(
        Object.entries(sheet).map(([selector, rules]) =>
          selector === '[data-color-scheme="dark"]'
            ? ['@media screen', { [selector]: rules }]
            : [selector, rules],
        ),
      ),
    );
  return made;
}
