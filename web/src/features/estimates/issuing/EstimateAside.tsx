import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';

import type { Estimate } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { ChargesAgainst } from '@/features/charges';
import { EstimateActions } from '@/features/estimates/EstimateActions';
import { AsideSection } from '@/features/estimates/issuing/AsideSection';
import { IssuePanel } from '@/features/estimates/issuing/IssuePanel';
import { useDraft } from '@/features/estimates/issuing/useDraft';

interface Props {
  estimate: Estimate;
  /** Whether the form says something else than what is saved: that would not be issued. */
  edited: boolean;
  /** Absent where the sheet is only read. */
  onCopy: ((estimate: Estimate) => void) | undefined;
}

/** Beside the sheet: how it is given, what is missing for a complete one, its issued versions, and what was charged against it. */
export function EstimateAside({ estimate, edited, onCopy }: Props) {
  const { may } = usePermissions();
  const isIssued = (useDraft(estimate.id)?.issues.length ?? 0) > 0;
  return (
    <Paper component="section" variant="outlined" aria-label="For the patient">
      <IssuePanel estimateId={estimate.id} edited={edited} />
      {isIssued && may('estimate.read') && (
        <AsideSection title="Charges against it">
          <ChargesAgainst patientId={estimate.patient_id} estimateId={estimate.id} />
        </AsideSection>
      )}
      {onCopy && (
        <Box sx={{ px: 2, py: 1.75, borderTop: 1, borderColor: 'divider' }}>
          <EstimateActions estimate={estimate} edited={edited} onCopy={onCopy} />
        </Box>
      )}
    </Paper>
  );
}
