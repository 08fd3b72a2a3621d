import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';

/** The state's colours: the ground, the text on it, the left edge and the line around. */
const states = {
  '&[data-status="Requested"]': {
    borderStyle: 'dashed',
    '--card-edge': 'var(--mui-palette-warning-main)',
    '--card-line': 'var(--mui-palette-warning-main)',
    '& .state': { color: 'var(--card-careful)' },
  },
  '&[data-status="Confirmed"]': {
    '--card-ground': 'var(--confirmed)',
    '--card-edge': 'var(--mui-palette-primary-main)',
    '--card-line': 'color-mix(in srgb, var(--mui-palette-primary-main) 30%, var(--card-ground))',
  },
  '&[data-status="Arrived"]': {
    '--card-ground': 'var(--arrived)',
    '--card-edge': 'var(--mui-palette-primary-main)',
    '--card-line': 'color-mix(in srgb, var(--mui-palette-primary-main) 40%, var(--card-ground))',
  },
  '&[data-status="In room"]': {
    '--card-ground': 'var(--mui-palette-primary-main)',
    '--card-ink': 'var(--mui-palette-primary-contrastText)',
    '--card-quiet': 'var(--mui-palette-primary-contrastText)',
    '--card-edge': 'var(--mui-palette-primary-main)',
    '--card-line': 'var(--mui-palette-primary-main)',
    '--card-good': 'var(--card-ink)',
    '--card-careful': 'var(--card-ink)',
    '--card-bad': 'var(--card-ink)',
  },
  '&[data-status="Completed"]': { '--card-ground': 'var(--mui-palette-background-sidebar)', '--card-ink': 'var(--mui-palette-text-onSidebar)' },
  '&[data-status="No-show"]': {
    '--card-ground': 'var(--mui-palette-error-light)',
    '--card-edge': 'var(--mui-palette-error-main)',
    '--card-line': 'color-mix(in srgb, var(--mui-palette-error-main) 30%, var(--card-ground))',
  },
  '&[data-status="Cancelled"]': { borderStyle: 'dashed', '--card-ink': 'var(--mui-palette-text-secondary)', '& .name': { textDecoration: 'line-through' } },
} as const;

/** What a card has room for: a quarter of an hour, half an hour, more, or a row of a list as wide as the screen. */
const sizes = {
  // Mark, name, time.
  '&[data-size="short"]': {
    gridTemplate: "'state name when' 1fr / auto minmax(0, 1fr) auto",
    alignContent: 'center',
    alignItems: 'center',
    gap: 5,
    paddingBlock: 0,
    lineHeight: '16px',
    '& .service, & .word, & .facts': { display: 'none' },
  },
  // Name and state; time, service and the worst mark.
  '&[data-size="middle"]': {
    gridTemplate: "'name name' auto 'when facts' auto / minmax(0, 1fr) auto",
    columnGap: 6,
    '& .word': { display: 'none' },
    '& .name': { paddingInlineEnd: 20 },
    '& .state': { position: 'absolute', insetBlockStart: 5, insetInlineEnd: 7 },
  },
  // A line for each.
  '&[data-size="tall"]': { gridTemplate: "'name' max-content 'when' max-content 'state' max-content 'facts' max-content / minmax(0, 1fr)" },
  '&[data-size="wide"]': {
    gridTemplate: "'name state' auto 'when facts' auto / minmax(0, 1fr) auto",
    columnGap: 8,
    minHeight: 56,
    padding: '8px 12px',
    '& .word': { display: 'inline' },
    '& .state, & .facts': { justifySelf: 'end' },
  },
} as const;

/** The button that a card is; `data-status` and `data-size` choose its colours and its layout. */
export const CardFrame = styled(ButtonBase)({
  '--card-ground': 'var(--mui-palette-background-paper)',
  '--card-ink': 'var(--mui-palette-text-primary)',
  '--card-quiet': 'var(--mui-palette-text-onSidebar)',
  '--card-edge': 'var(--mui-palette-fieldBorder)',
  '--card-line': 'var(--mui-palette-divider)',
  '--card-good': 'var(--mui-palette-success-main)',
  '--card-careful': 'var(--mui-palette-warning-main)',
  '--card-bad': 'var(--mui-palette-error-main)',
  position: 'relative',
  display: 'grid',
  alignContent: 'start',
  justifyContent: 'normal',
  alignItems: 'normal',
  width: '100%',
  height: '100%',
  minWidth: 0,
  padding: '3px 6px 3px 8px',
  overflow: 'hidden',
  border: '1px solid var(--card-line)',
  borderInlineStart: '4px solid var(--card-edge)',
  borderRadius: 8,
  background: 'var(--card-ground)',
  color: 'var(--card-ink)',
  font: '13px/18px var(--sans)',
  textAlign: 'start',
  containerType: 'inline-size',
  userSelect: 'none',
  WebkitTouchCallout: 'none',
  ...states,
  '&[aria-pressed="true"]': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: -1 },
  '&[aria-pressed="true"][data-status="In room"]': { outlineColor: 'var(--card-ink)', outlineOffset: -4 },
  // A card stays as it is while it is dragged.
  '&:active': { opacity: 1 },
  '&:focus-visible': { outline: '3px solid var(--mui-palette-text-primary)', outlineOffset: -3 },
  '&[data-status="In room"]:focus-visible': { outlineColor: 'var(--card-ink)' },
  '& > span': { minWidth: 0, overflow: 'hidden' },
  '& .name': { gridArea: 'name', fontWeight: 600, whiteSpace: 'nowrap', textOverflow: 'ellipsis' },
  '& .when': { gridArea: 'when', color: 'var(--card-quiet)', whiteSpace: 'nowrap', textOverflow: 'ellipsis' },
  '& .state': { gridArea: 'state', display: 'flex', alignItems: 'center', gap: 5, color: 'var(--card-ink)', fontWeight: 600, fontSize: 12 },
  '& .facts': { gridArea: 'facts', display: 'flex', flexWrap: 'wrap', gap: '0 8px', fontSize: 12, fontWeight: 600 },
  '& .facts > span': { display: 'inline-flex', alignItems: 'center', gap: 4, whiteSpace: 'nowrap' },
  '& .good': { color: 'var(--card-good)' },
  '& .careful': { color: 'var(--card-careful)' },
  '& .bad': { color: 'var(--card-bad)' },
  '& .plain': { color: 'var(--card-quiet)' },
  '& .glyph': { flex: 'none' },
  // The color of a service, beside its name.
  '& .bar': {
    display: 'inline-block',
    width: 5,
    height: 12,
    marginInlineEnd: 5,
    border: '1px solid var(--card-ground)',
    outline: '1px solid var(--card-line)',
    borderRadius: 2,
    verticalAlign: -1,
    forcedColorAdjust: 'none',
  },
  ...sizes,
  // A narrow column: of the worst mark the shape alone.
  '@container (max-width: 128px)': { '&[data-size="middle"] .words': { display: 'none' } },
  // Side by side with another: the name on two lines, the time and the mark.
  '@container (max-width: 84px)': {
    '&[data-size="tall"] .name': { whiteSpace: 'normal', overflowWrap: 'normal' },
    '&:not([data-size="wide"]) :is(.service, .word, .words)': { display: 'none' },
    '&[data-size="middle"] .name': { paddingInlineEnd: 16 },
    '&[data-size="short"] .when': { display: 'none' },
  },
  '@media (forced-colors: active)': { borderColor: 'ButtonText', '&[aria-pressed="true"]': { outlineColor: 'Highlight' } },
  '@media print': { printColorAdjust: 'exact' },
});
