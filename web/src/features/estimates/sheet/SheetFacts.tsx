import Box from '@mui/material/Box';

import type { EstimateDocument } from '@/api/generated';
import { formatDate } from '@/lib/dates';
import { recurrenceWords } from '@/lib/estimateWords';

/** What the whole estimate is about: the main service, when it is first given, and how often. */
export function SheetFacts({
  document: { primary_service, service_date, recurrence },
}: {
  document: EstimateDocument;
}) {
  const facts = [
    ['Primary service', primary_service ?? 'Not given yet'],
    ['Date of service', service_date ? formatDate(service_date) : 'Not given yet'],
    ['Recurs', recurrence && recurrenceWords(recurrence)],
  ] as const;
  return (
    <Box component="dl" sx={grid}>
      {facts.map(
        ([name, value]) =>
          value && (
            <Box key={name} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {name}
              </Box>
              <Box
                component="dd"
                sx={{
                  m: 0,
                  fontWeight: value === primary_service ? 600 : undefined,
                  overflowWrap: 'anywhere',
                }}
              >
                {value}
              </Box>
            </Box>
          ),
      )}
    </Box>
  );
}

const grid = {
  m: 0,
  mt: 2,
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '4px 16px',
} as const;
