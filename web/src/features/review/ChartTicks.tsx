import Box from '@mui/material/Box';

import type { ReviewRow } from '@/api/generated';
import { ToneGlyph } from '@/components/ToneGlyph';
import { unseen } from '@/components/unseen';
import { completeness, parts, tickLooks } from '@/features/review/reviewWords';

type Judged = Pick<ReviewRow, 'ticks' | 'missing'>;

/** The ticks of a row, as small shapes with the first missing part in words. */
export function ChartTicks({ of }: { of: Judged }) {
  return (
    <Box component="span" sx={ticks}>
      <span role="img" aria-label={completeness(of)}>
        {parts.map(({ key }) => (
          <span key={key} className={tickLooks[of.ticks[key]].tone}>
            <ToneGlyph of={tickLooks[of.ticks[key]].glyph} />
          </span>
        ))}
      </span>
      {of.missing && <span aria-hidden>{of.missing}</span>}
    </Box>
  );
}

/** The same with each part's word. */
export function TicksInWords({ of }: { of: Judged }) {
  return (
    <Box component="ul" aria-label="Complete in" sx={words}>
      {parts.map(({ key, label }) => {
        const { glyph, tone, word } = tickLooks[of.ticks[key]];
        return (
          <li key={key} className={tone}>
            <ToneGlyph of={glyph} />
            <span>
              {label}
              {tone === 'good' ? <span className="sr">{`: ${word}`}</span> : `: ${word}`}
            </span>
          </li>
        );
      })}
    </Box>
  );
}

const tones = {
  '--card-ground': 'var(--mui-palette-background-paper)',
  '& .good': { color: 'success.main' },
  '& .bad': { color: 'error.main' },
  '& .none': { color: 'text.secondary' },
} as const;
const ticks = {
  ...tones,
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  typography: 'body2',
  color: 'error.main',
  fontWeight: 600,
  '& [role=img]': { display: 'flex', gap: 0.75, '& > span': { display: 'flex' } },
} as const;
const words = {
  ...tones,
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 14px',
  typography: 'body2',
  fontWeight: 600,
  '& li': { display: 'flex', alignItems: 'center', gap: 0.5 },
  '& .sr': unseen,
} as const;
