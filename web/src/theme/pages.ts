import { colour, font, target } from '@/theme/tokens';

const wide = '@media (min-width: 700px)';

/** The head of a page and the sheets it is made of: rules the browser reads once, where each page has a handful of both. */
export const pages = {
  '.way-back': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    minHeight: target,
    color: colour.eucalyptus,
    fontWeight: 600,
    textDecoration: 'none',
    '&:hover': { textDecoration: 'underline' },
    '&:focus-visible': { outline: `2px solid ${colour.eucalyptus}`, outlineOffset: 2 },
  },
  '.page-head': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px 16px',
    '& > .page-title': { minWidth: 0 },
    '& h1': { margin: 0, font: `400 2.125rem/${41 / 34} ${font.serif}`, letterSpacing: '-0.01em' },
    '& .page-subtitle': { marginTop: 4, color: colour.muted },
    '& > .page-actions': { display: 'flex', flexWrap: 'wrap', gap: 12 },
  },
  '.panel': {
    padding: 16,
    border: `1px solid ${colour.hairline}`,
    borderRadius: 10,
    backgroundColor: colour.paper,
    [wide]: { padding: 24 },
    '& > .panel-head': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 12, marginBottom: 16 },
    '& > .panel-head > h2': { margin: 0, font: `400 1.5rem/${31 / 24} ${font.serif}` },
  },
} as const;
