import Box from '@mui/material/Box';

import type { EstimateDocument } from '@/api/generated';
import { areas } from '@/features/estimates/priceList';
import { LineDetails } from '@/features/estimates/sheet/LineDetails';
import { SheetFacts } from '@/features/estimates/sheet/SheetFacts';
import { SheetSection } from '@/features/estimates/sheet/SheetSection';
import { SheetTotal } from '@/features/estimates/sheet/SheetTotal';

/** What the law adds to the fields of an estimate, where it is only read. */
export function SheetBeyond({ document }: { document: EstimateDocument }) {
  return (
    <SheetSection title="What else the patient is told">
      <SheetFacts document={document} />
      {document.lines.map((line) => (
        <Box key={line.area} sx={row}>
          <Box sx={{ gridArea: 'name', fontWeight: 600 }}>
            {areas.find(({ key }) => key === line.area)?.label}
          </Box>
          <LineDetails line={line} edited={false} />
        </Box>
      ))}
      <SheetTotal document={document} edited={false} />
    </SheetSection>
  );
}

const row = {
  display: 'grid',
  columnGap: 2,
  alignItems: 'baseline',
  fontVariantNumeric: 'tabular-nums',
  gridTemplateColumns: '48px minmax(0, 1fr) auto',
  gridTemplateAreas: '"name details charge"',
} as const;
