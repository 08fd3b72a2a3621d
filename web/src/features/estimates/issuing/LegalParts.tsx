import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { MissingPart } from '@/api/generated';
import { ToneGlyph } from '@/components/ToneGlyph';
import { unseen } from '@/components/unseen';
import { AsideSection } from '@/features/estimates/issuing/AsideSection';
import { legalParts } from '@/features/estimates/issuing/legalParts';

/** What the law asks for, part by part, and in full words what is missing. */
export function LegalParts({ missing }: { missing: readonly MissingPart[] }) {
  const parts = legalParts(missing);
  const there = parts.filter(({ isThere }) => isThere).length;
  return (
    <AsideSection
      title="Legal parts"
      beside={
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ fontWeight: 600 }}
        >{`${there} of ${parts.length}`}</Typography>
      }
    >
      <Box component="ul" aria-label="Parts of a complete estimate" sx={grid}>
        {parts.map(({ words, isThere }) => (
          <Box component="li" key={words} sx={{ color: isThere ? 'success.main' : 'error.main' }}>
            <ToneGlyph of={isThere ? 'good' : 'bad'} />
            <span>
              {words}
              <Box component="span" sx={unseen}>
                {isThere ? ': there' : ': missing'}
              </Box>
            </span>
          </Box>
        ))}
      </Box>
      {missing.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          Nothing is missing for a complete estimate.
        </Typography>
      ) : (
        <Box sx={{ mt: 1.25 }}>
          <Typography sx={{ fontWeight: 600 }}>Missing for a complete estimate</Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {missing.map(({ words, in_settings }) => (
              <li key={words}>{in_settings ? `${words} (in the settings)` : words}</li>
            ))}
          </Box>
        </Box>
      )}
    </AsideSection>
  );
}

const grid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '4px 8px',
  '--card-ground': 'var(--mui-palette-background-paper)',
  '& li': {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: 0.75,
    typography: 'body2',
    fontWeight: 600,
  },
  '& svg': { flex: 'none' },
} as const;

/** For screen readers: for others the shape says it. */
