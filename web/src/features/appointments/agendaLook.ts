import { target } from '@/theme/tokens';

/** The height in px of a row that has one line each for its name, its service and its notes; on a phone its time is a line of its own. */
export const rowHeight = { xs: 84, sm: 64 } as const;

/** How wide the list must be, in px, for a row in one line with its buttons, and for its time in one line. */
const [wide, wider] = [640, 760];

const button = {
  appearance: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minWidth: target,
  minHeight: target,
  px: 1,
  border: 0,
  borderRadius: 999,
  bgcolor: 'transparent',
  color: 'primary.main',
  font: 'inherit',
  fontWeight: 600,
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  '@media (forced-colors: active)': { border: '1px solid ButtonText' },
} as const;

/** A row in two columns: when, and in which state; who, and what can be done. */
const row = {
  '& .visits': {
    listStyle: 'none',
    p: 0,
    m: 0,
    '--card-ground': 'var(--mui-palette-background-paper)',
  },
  '& .visits > li': {
    display: 'grid',
    gridTemplate: '"when status" auto "who acts" auto / minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: 1.5,
    minHeight: rowHeight.sm,
    py: 0.5,
  },
  // With its line, a row is as high as the first.
  '& .visits > li + li': { borderTop: 1, borderColor: 'rule', pt: '3px' },
  '& p': { m: 0 },
  '& .when': { gridArea: 'when', fontWeight: 600 },
  '& .who': { gridArea: 'who', minWidth: 0, overflowWrap: 'anywhere' },
  '& .plain': { fontWeight: 600 },
  '& .what': { typography: 'body2' },
  '& .notes': { typography: 'body2', color: 'text.secondary', whiteSpace: 'pre-line' },
  '& .status, & .mark': { display: 'flex', alignItems: 'center', gap: 0.75, fontWeight: 600 },
  '& .status': { gridArea: 'status', justifySelf: 'end' },
  '& .mark': { typography: 'body2', fontWeight: 600 },
  '& .careful': { color: 'warning.main' },
  '& svg.glyph': { flex: 'none' },
} as const;

/** Who it is, its status, its three actions and its printing. */
const others = 'minmax(0, 1fr) repeat(5, auto)';

/** The days of the list. The styles are one element's, because some days have forty rows. */
export const agendaLook = {
  containerType: 'inline-size',
  ...row,
  '& .acts': { gridArea: 'acts', display: 'flex', justifyContent: 'end', mr: -1 },
  '& .each': { display: 'none' },
  '& .each button, & .more': button,
  '& .each .arrive': { px: 1.5, border: 1, borderColor: 'primary.main', mr: 0.5 },
  '& .each .cancel': { color: 'error.main' },
  [`@container (min-width: ${wide}px)`]: {
    // The rows of a day share their columns, so that its buttons stand below each other, whichever a row has.
    '& .visits': { display: 'grid', gridTemplateColumns: `6rem ${others}` },
    '& .visits > li': {
      gridColumn: '1 / -1',
      gridTemplateAreas: '"when who status arrive move cancel print"',
      gridTemplateColumns: 'subgrid',
      gridTemplateRows: 'auto',
      columnGap: 0,
    },
    '& .when, & .who, & .status': { pr: 1.5 },
    '& .status': { justifySelf: 'start' },
    '& .acts, & .each': { display: 'contents' },
    '& .arrive': { gridArea: 'arrive' },
    '& .move': { gridArea: 'move' },
    '& .cancel': { gridArea: 'cancel' },
    '& .print': { gridArea: 'print', mr: -1 },
    '& .more': { display: 'none' },
  },
  [`@container (min-width: ${wider}px)`]: {
    '& .visits': { gridTemplateColumns: `max-content ${others}` },
  },
} as const;
