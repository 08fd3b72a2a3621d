import { colour } from '@/theme/tokens';

/** In forced colours (Windows' high contrast) the browser does not draw our backgrounds: what is current or chosen takes the user's colours for it. */
export const chosenInForcedColors = {
  '@media (forced-colors: active)': {
    forcedColorAdjust: 'none',
    backgroundColor: 'Highlight',
    color: 'HighlightText',
  },
} as const;

/** Below a signature, which is evidence: dark ink on white in forced colours and in the dark scheme too. */
export const paperForInk = {
  forcedColorAdjust: 'none',
  colorScheme: 'only light',
  backgroundColor: colour.paper,
} as const;
