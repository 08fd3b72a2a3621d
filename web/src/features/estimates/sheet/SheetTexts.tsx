import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { EstimateDocument } from '@/api/generated';
import { Unbroken } from '@/components/Unbroken';
import { disclaimers, meaningOf } from '@/features/estimates/disclaimers';
import { SheetSection } from '@/features/estimates/sheet/SheetSection';

/** What is scheduled separately, and what the law has the estimate say: in the clinic's wording once it is saved. */
export function SheetTexts({ document }: { document: EstimateDocument | undefined }) {
  const texts = document?.texts;
  const items = document?.separate_items ?? [];
  const meaning = texts ? meaningOf(texts) : disclaimers;
  return (
    <>
      {items.length > 0 && (
        <SheetSection title="Scheduled separately">
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </Box>
          <Typography color="textSecondary" sx={written}>
            {texts?.separate_items}
          </Typography>
        </SheetSection>
      )}
      <SheetSection title="What this estimate means">
        <Box component="ol" sx={numbered}>
          {meaning.map((text) => (
            <li key={text}>
              <Unbroken text={text} />
            </li>
          ))}
        </Box>
      </SheetSection>
      {texts && (
        <SheetSection title="How to dispute a bill">
          <Typography sx={written}>
            <Unbroken text={texts.how_to_dispute} />
          </Typography>
        </SheetSection>
      )}
    </>
  );
}

const written = { whiteSpace: 'pre-line', overflowWrap: 'anywhere', mt: 0.5 } as const;
const numbered = {
  m: 0,
  pl: 2.75,
  display: 'grid',
  gap: 0.75,
  '& li': { whiteSpace: 'pre-line', pl: 0.5 },
  '& li::marker': { color: 'primary.main', fontWeight: 700 },
} as const;
