import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';

import {
  emergencyApi,
  useListEmergencyAccessesInfiniteQuery,
  type EmergencyAccess,
} from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { lazyDialog } from '@/components/lazyDialog';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { StatusChip } from '@/components/StatusChip';
import { formatInstant } from '@/lib/dates';
import { patientPath, paths } from '@/lib/paths';

const AssessDialog = lazyDialog(
  async () => (await import('@/features/emergency-access/AssessDialog')).AssessDialog,
);

export const loader = prefetchLoader(({ may }) => [
  may('audit.read') && emergencyApi.endpoints.listEmergencyAccesses.initiate({}),
]);

/** The records that were opened by emergency access, for those who read the log; a Medical Director assesses whether each was justified. */
export function Component() {
  const { may } = usePermissions();
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Emergency access"
        subtitle="Clinical records that members opened beyond their role, each for an hour."
        {...(may('audit.read') && { back: { to: paths.activity, label: 'To the activity log' } })}
      />
      {may('audit.read') ? <Accesses /> : <NoPermission what="emergency accesses" />}
    </Stack>
  );
}

function Accesses() {
  const query = useListEmergencyAccessesInfiniteQuery({});
  const { currentData, isError } = query;
  const [assessing, setAssessing] = useState<EmergencyAccess>();
  const columns = useColumns(setAssessing);
  const rows = rowsOf(currentData);
  return (
    <>
      <QueryFailure what="The emergency accesses could not be loaded." query={query} />
      {!rows && !isError && <PageSkeleton />}
      {rows?.length === 0 && <EmptyState title="No record was opened by emergency access" />}
      {rows && rows.length > 0 && (
        <RecordTable
          caption="Records that were opened"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
      <NextPageFailure what="The earlier accesses could not be loaded." query={query} />
      <NextPageButton query={query} variant="outlined" sx={{ alignSelf: 'center' }}>
        Show earlier accesses
      </NextPageButton>
      {assessing && <AssessDialog access={assessing} onClose={() => setAssessing(undefined)} />}
    </>
  );
}

function useColumns(assess: (access: EmergencyAccess) => void): Column<EmergencyAccess>[] {
  const { may } = usePermissions();
  const zone = useTimeZone();
  const mayAssess = may('emergency.assess');
  return useMemo(
    () => [
      {
        key: 'opened',
        header: 'Opened',
        nowrap: true,
        render: ({ opened_at }) => formatInstant(opened_at, zone),
      },
      {
        key: 'member',
        header: 'By',
        render: ({ member_name, member_role }) => (
          <>
            {member_name}
            <Typography variant="body2" color="textSecondary">
              {member_role}
            </Typography>
          </>
        ),
      },
      {
        key: 'patient',
        header: 'Client',
        render: ({ patient_id, patient_name }) => (
          <RowLink to={patientPath(patient_id)} strong>
            {patient_name}
          </RowLink>
        ),
      },
      {
        key: 'reason',
        header: 'Reason',
        render: ({ reason }) => <Box sx={{ overflowWrap: 'anywhere' }}>{reason}</Box>,
      },
      {
        key: 'assessment',
        header: 'Assessment',
        render: (access) => {
          const { assessment, assessed_by, assessment_note, is_own, member_name } = access;
          if (assessment === null)
            return mayAssess && !is_own ? (
              <Button
                variant="outlined"
                onClick={() => assess(access)}
                aria-label={`Assess the access of ${member_name}`}
              >
                Assess
              </Button>
            ) : (
              <StatusChip tone="warning" label="Waits for a director" />
            );
          return (
            <>
              <StatusChip
                tone={assessment === 'justified' ? 'success' : 'danger'}
                label={assessment === 'justified' ? 'Justified' : 'Not justified'}
              />
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {[assessed_by, assessment_note].filter(Boolean).join(': ')}
              </Typography>
            </>
          );
        },
      },
    ],
    [assess, mayAssess, zone],
  );
}
