import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';

import type { Estimate, Session } from '@/api/generated';
import { Button } from '@/components/Button';
import { VoidedNote } from '@/features/corrections';
import { fromEstimate } from '@/features/estimates/estimateRecord';
import { EstimateSheet } from '@/features/estimates/EstimateSheet';
import { EstimateVersions, hasVersionsToShow } from '@/features/estimates/EstimateVersions';
import { useDraft } from '@/features/estimates/issuing/useDraft';
import { SheetBeyond } from '@/features/estimates/sheet/SheetBeyond';
import { SheetHead } from '@/features/estimates/sheet/SheetHead';
import { SheetPaper } from '@/features/estimates/sheet/SheetPaper';
import { TwoPanes } from '@/features/estimates/TwoPanes';

interface Props {
  estimate: Estimate;
  session: Session;
  /** Begin a new estimate beside this one; absent for those who may only read. */
  onCopy?: (() => void) | undefined;
  onBlank?: (() => void) | undefined;
}

/** An estimate that is not changed here: it was voided, or this role may only read it. */
export function ReadEstimate({ estimate, session: { clinic }, onCopy, onBlank }: Props) {
  const { voided } = estimate;
  const document = useDraft(estimate.id)?.document;
  return (
    <TwoPanes patientId={estimate.patient_id} estimate={estimate} edited={false}>
      {voided && (
        <Box sx={{ displayPrint: 'none', display: 'grid', gap: 2 }}>
          <VoidedNote voided={voided} zone={clinic.time_zone}>
            {onCopy
              ? 'This estimate stays as it is. Make a new one instead, as a copy or blank.'
              : 'This estimate stays as it is.'}
          </VoidedNote>
          {onCopy && (
            <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>
              <Button variant="contained" onClick={onCopy}>
                Copy to a new estimate
              </Button>
              <Button variant="outlined" onClick={onBlank}>
                New blank estimate
              </Button>
            </Stack>
          )}
        </Box>
      )}
      <SheetPaper>
        <Box sx={{ displayPrint: 'none', mb: 2.5 }}>
          <SheetHead clinic={clinic.name} document={document} isSaved />
        </Box>
        <EstimateSheet
          form={fromEstimate(estimate)}
          onRecord={estimate}
          clinic={clinic.name}
          texts={document?.texts}
        />
        {document && (
          <Box sx={{ displayPrint: 'none' }}>
            <SheetBeyond document={document} />
          </Box>
        )}
      </SheetPaper>
      {hasVersionsToShow(estimate) && (
        <Box sx={{ displayPrint: 'none' }}>
          <EstimateVersions estimate={estimate} />
        </Box>
      )}
    </TwoPanes>
  );
}
