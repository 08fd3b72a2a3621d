import Box from '@mui/material/Box';

import type { EstimateDocument } from '@/api/generated';
import { formatDate } from '@/lib/dates';

/** What the whole estimate is about: the main service, when it is first given, and how often. */
export function SheetFacts({ document: { primary_service, service_date, recurrence } }: { document: EstimateDocument }) {
  const facts = [
    ['Primary service', primary_service ?? 'Not given yet'],
    ['Date of service', service_date ? formatDate(service_date) : 'Not given yet'],
    ['Recurs', recurrence && recurs(recurrence)],
  ] as const;
  return (
    <Box component="dl" sx={grid}>
      {facts.map(([name, value]) => value && (
        <Box key={name} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>{name}</Box>
          <Box component="dd" sx={{ m: 0, fontWeight: value === primary_service ? 600 : undefined, overflowWrap: 'anywhere' }}>{value}</Box>
        </Box>
      ))}
    </Box>
  );
}

/** '3 times, every six weeks, from Dec 14, 2026 to Mar 8, 2027'. */
export function recurs({ number, frequency, from, until }: NonNullable<EstimateDocument['recurrence']>): string {
  return [number && `${number} times`, frequency, from && until && `from ${formatDate(from)} to ${formatDate(until)}`].filter(Boolean).join(', ');
}

const grid = { m: 0, mt: 2, display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', gap: '4px 16px' } as const;
