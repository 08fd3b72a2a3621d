import { colour } from '@/theme/tokens';

/** Where colours are the user's (Windows' high contrast), our own grounds are not drawn: what is current or chosen takes the user's colours for it. */
export const chosenInForcedColors = { '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'Highlight', color: 'HighlightText' } } as const;

/** Ink is dark whatever the user's colours are: what is drawn on stays paper. */
export const paperForInk = { forcedColorAdjust: 'none', backgroundColor: colour.paper } as const;
