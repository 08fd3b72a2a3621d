import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { EstimateDocument } from '@/api/generated';
import { formatCents, hundredths } from '@/features/estimates/estimateTotals';
import { dollars } from '@/lib/dollars';

interface Props {
  document: EstimateDocument;
  /** Whether the form says something else by now: the sum of what is typed stands beside the button that saves it. */
  edited: boolean;
}

/** What the patient is told to expect: the sum of the charges with their discounts, and each provider's where there are several. */
export function SheetTotal({
  document: { lines, total, provider_totals: providers },
  edited,
}: Props) {
  const discounts = lines.reduce(
    (sum, { discount }) => sum + (hundredths(discount ?? '') ?? 0n),
    0n,
  );
  return (
    <Box sx={row}>
      <Box sx={{ color: 'text.secondary', minWidth: 0 }}>
        <div>
          {discounts > 0n
            ? `Discounts of ${formatCents(discounts)} are taken off.`
            : 'No discount applies.'}
        </div>
        {providers.length > 1 &&
          providers.map(({ provider, total: part }) => (
            <Typography
              key={provider}
              variant="body2"
            >{`${provider}: ${dollars(part)}`}</Typography>
          ))}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, ml: 'auto' }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {edited ? 'Total as saved' : discounts > 0n ? 'Total after discounts' : 'Total'}
        </Typography>
        <Typography
          component="span"
          sx={{ fontSize: '1.25rem', lineHeight: 28 / 20, fontWeight: 700 }}
        >
          {dollars(total)}
        </Typography>
      </Box>
    </Box>
  );
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  pt: 1.5,
  fontVariantNumeric: 'tabular-nums',
} as const;
