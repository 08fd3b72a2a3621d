/** The rows of a `ListPanel`: each is at least 48 px high and has a line above it. */
export const rows = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '--card-ground': 'var(--mui-palette-background-paper)',
  '& > li': {
    alignItems: 'center',
    minHeight: 48,
    py: 0.25,
    pl: 2,
    pr: 1,
    borderTop: 1,
    borderColor: 'rule',
  },
  '& p': { m: 0, typography: 'body2', color: 'text.secondary', textWrap: 'pretty' },
  '& strong': { fontWeight: 600 },
  // The link of a name is 44 px high between lines of text.
  '& .who > a': { py: 1.25, my: -1.25 },
  '& .good': { color: 'success.main' },
  '& .careful': { color: 'warning.main' },
  '& .bad': { color: 'error.main' },
  '& svg': { flex: 'none' },
} as const;
