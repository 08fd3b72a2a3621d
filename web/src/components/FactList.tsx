import Box from '@mui/material/Box';

export type Fact = readonly [label: string, text: string | null | undefined];

/** Names with their values, beside each other; unknown values are left out. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'max-content minmax(0, 1fr)',
        gap: '4px 16px',
      }}
    >
      {facts
        .filter(([, text]) => text)
        .map(([label, text]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Box>
          </Box>
        ))}
    </Box>
  );
}
