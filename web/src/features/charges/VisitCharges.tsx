import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { useCloseChargeDisputeMutation, useShowChargeWatchQuery } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { ChargeDialog, DayDialog, ReasonDialog } from '@/features/charges/dialogs';
import { WatchLines } from '@/features/charges/WatchLines';
import { longestNotes } from '@/lib/formRules';

interface Props {
  visitId: number;
  patientId: number;
  service: string;
  providerId: number | null;
}

type Act = 'charge' | 'bill' | 'dispute' | 'close';

/** The charges of a visit beside its estimate, and what can be noted about them. */
export function VisitCharges({ visitId, patientId, service, providerId }: Props) {
  const { may, mayLimited } = usePermissions();
  const query = useShowChargeWatchQuery(visitId, {
    skip: !may('estimate.read'),
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const { currentData: watch, isError } = query;
  const [close] = useCloseChargeDisputeMutation();
  const [act, setAct] = useState<Act>();
  if (!may('estimate.read')) return null;
  const stop = () => setAct(undefined);
  return (
    <Box component="section" aria-label="Charges" sx={{ display: 'grid', gap: 1 }}>
      <Typography component="h3" variant="caption" color="textSecondary" sx={{ fontWeight: 600 }}>
        Charges
      </Typography>
      <QueryFailure what="The charges could not be loaded." query={query} />
      {!watch && !isError && <PartSkeleton label="Loading the charges" height={48} />}
      {watch && <WatchLines watch={watch} />}
      {watch && mayLimited('estimate.write') && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {!watch.is_frozen && (
            <Button variant="outlined" onClick={() => setAct('charge')}>
              Add a charge
            </Button>
          )}
          {watch.billed_on === null && watch.charges.length > 0 && (
            <Button onClick={() => setAct('bill')}>First bill</Button>
          )}
          {!watch.is_frozen && watch.charges.length > 0 && (
            <Button onClick={() => setAct('dispute')}>Disputed</Button>
          )}
          {watch.is_frozen && (
            <Button variant="outlined" onClick={() => setAct('close')}>
              Close the dispute
            </Button>
          )}
        </Box>
      )}
      {act === 'charge' && (
        <ChargeDialog
          patientId={patientId}
          visitId={visitId}
          service={service}
          providerId={providerId}
          onClose={stop}
        />
      )}
      {(act === 'bill' || act === 'dispute') && (
        <DayDialog visitId={visitId} act={act} onClose={stop} />
      )}
      {act === 'close' && (
        <ReasonDialog
          title="Close the dispute"
          detail="Charges can be added and voided again. The note stays with the dispute."
          label="How it ended"
          submitLabel="Close the dispute"
          most={longestNotes}
          field="note"
          send={(note) => close({ id: visitId, disputeClosing: { note } }).unwrap()}
          success="The dispute is closed."
          onClose={stop}
        />
      )}
    </Box>
  );
}
