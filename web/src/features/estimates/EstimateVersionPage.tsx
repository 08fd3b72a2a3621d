import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { useParams } from 'react-router';

import { isFailure } from '@/api/failure';
import { useShowEstimateVersionQuery, type Estimate } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useSession } from '@/api/useSession';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { VoidedNote } from '@/features/corrections';
import { PrintButton } from '@/features/documents';
import { fromEstimate } from '@/features/estimates/estimateRecord';
import { EstimateSheet } from '@/features/estimates/EstimateSheet';
import { formatInstant } from '@/lib/dates';
import { estimatePath } from '@/lib/paths';

/** One version of an estimate, as it was written and signed: to read and to print. */
export function Component() {
  const { patientId, estimateId, version: wanted } = useParams();
  const [id, version] = [Number(estimateId), Number(wanted)];
  const known = [id, version].every((number) => Number.isSafeInteger(number) && number > 0);
  const { may, mayLimited } = usePermissions();
  const session = useSession();
  const allowed = mayLimited('estimate.read');
  const query = useShowEstimateVersionQuery({ id, version }, { skip: !known || !allowed });
  const { currentData: estimate, error, isError } = query;

  const content = () => {
    if (!allowed) return <NoPermission what="cost estimates" />;
    if (estimate && session)
      return (
        <Version estimate={estimate} clinic={session.clinic.name} zone={session.clinic.time_zone} />
      );
    if (!known || (isFailure(error) && error.status === 404))
      return <EmptyState title="There is no such version." />;
    if (isError) return <QueryFailure what="The version could not be loaded." query={query} />;
    return <PageSkeleton />;
  };

  return (
    <Stack spacing={2}>
      <Box sx={{ displayPrint: 'none' }}>
        <PageHeader
          title={known ? `Good Faith Estimate, version ${version}` : 'Good Faith Estimate'}
          subtitle="This version is as it was saved, and is never changed."
          back={{ to: estimatePath(Number(patientId)), label: 'Cost estimate' }}
          actions={
            estimate && (
              <>
                <Button
                  variant="outlined"
                  startIcon={<PrintOutlined />}
                  onClick={() => window.print()}
                >
                  Print
                </Button>
                {may('estimate.read') && (
                  <PrintButton
                    kind="estimate"
                    id={id}
                    version={version}
                    what={`version ${version} of the estimate`}
                  />
                )}
              </>
            )
          }
        />
      </Box>
      {content()}
    </Stack>
  );
}

function Version({ estimate, clinic, zone }: { estimate: Estimate; clinic: string; zone: string }) {
  const { version, updated_at, updated_by } = estimate;
  const saved = `Version ${version}, saved ${formatInstant(updated_at, zone)}${updated_by ? ` by ${updated_by}` : ''}`;
  return (
    <>
      {estimate.voided && (
        <Box sx={{ displayPrint: 'none' }}>
          <VoidedNote voided={estimate.voided} zone={zone} />
        </Box>
      )}
      <Alert severity="info" role="note">
        {saved}
      </Alert>
      <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
        <EstimateSheet form={fromEstimate(estimate)} onRecord={estimate} clinic={clinic} />
      </Paper>
    </>
  );
}
