import type { PaletteOptions } from '@mui/material/styles';

import type { Colours } from '@/theme/tokens';

declare module '@mui/material/styles' {
  interface TypeBackground {
    sidebar: string;
  }
  interface TypeText {
    onSidebar: string;
  }
  interface Palette {
    /** The line between rows; `divider` is the border of a panel. */
    rule: string;
    fieldBorder: string;
    /** Decorative lines. */
    ornament: string;
  }
  interface PaletteOptions {
    rule: string;
    fieldBorder: string;
    ornament: string;
  }
}

/** The colours in MUI's palette. Other than in MUI's own, `light` is the tint behind text of that colour; `dark` is the colour on hover. */
export function paletteOf(mode: 'light' | 'dark', of: Colours): PaletteOptions {
  const on = { contrastText: of.paper };
  return {
    mode,
    primary: { main: of.eucalyptus, light: of.eucalyptusTint, dark: of.eucalyptusDark, ...on },
    secondary: { main: of.rosewood, light: of.rosewoodTint, dark: of.rosewoodDark, ...on },
    error: { main: of.error, light: of.errorTint, dark: of.errorDark, ...on },
    warning: { main: of.warning, light: of.warningTint, ...on },
    success: { main: of.success, light: of.successTint, ...on },
    info: { main: of.info, light: of.infoTint, ...on },
    background: { default: of.porcelain, paper: of.paper, sidebar: of.sidebar },
    text: { primary: of.ink, secondary: of.muted, onSidebar: of.mutedOnSidebar },
    divider: of.hairline,
    rule: of.rule,
    fieldBorder: of.fieldBorder,
    ornament: of.champagne,
  };
}
