import Stack from '@mui/material/Stack';
import { useEffect } from 'react';
import { useParams } from 'react-router';

import { asFailure } from '@/api/failure';
import { useShowEmergencyRecordQuery } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { EmergencyRecordView } from '@/features/emergency-access/EmergencyRecordView';
import { OpenForm } from '@/features/emergency-access/OpenForm';
import { patientPath, paths } from '@/lib/paths';

/** One patient's clinical record by emergency access: the form that opens it, and while it is open the record. */
export function Component() {
  const id = Number(useParams().id);
  const { may } = usePermissions();
  const named = Number.isSafeInteger(id) && id > 0;
  const back = { to: named ? patientPath(id) : paths.patients, label: 'Back to the record' };
  if (!may('emergency.use'))
    return (
      <Stack spacing={2}>
        <PageHeader title="Emergency access" back={back} />
        <NoPermission what="records by emergency access" />
      </Stack>
    );
  if (!named)
    return (
      <Stack spacing={2}>
        <PageHeader title="Emergency access" back={back} />
        <EmptyState title="This patient was not found" />
      </Stack>
    );
  return <OpenOrRead key={id} patientId={id} back={back} />;
}

function OpenOrRead({
  patientId,
  back,
}: {
  patientId: number;
  back: { to: string; label: string };
}) {
  const query = useShowEmergencyRecordQuery(patientId, { refetchOnMountOrArgChange: true });
  const { data: record, isError, error, refetch } = query;
  const ends = record?.ends_at;
  useEffect(() => {
    if (ends === undefined || isError) return undefined;
    const over = setTimeout(() => void refetch(), Math.max(0, Date.parse(ends) - Date.now()));
    return () => clearTimeout(over);
  }, [ends, isError, refetch]);
  // Also while it is read again: the form keeps what was typed.
  const isClosed = error !== undefined && asFailure(error).code === 'no_emergency_access';
  // What was read before is not shown any more once the server refuses it.
  if (record && !isClosed)
    return (
      <Stack spacing={2}>
        <QueryFailure what="The record could not be loaded." query={query} />
        <EmergencyRecordView record={record} back={back} onEnded={() => void refetch()} />
      </Stack>
    );
  return (
    <Stack spacing={2}>
      <PageHeader title="Emergency access" back={back} />
      {isClosed ? (
        <OpenForm patientId={patientId} onOpened={() => void refetch()} />
      ) : (
        <QueryFailure what="The record could not be loaded." query={query} />
      )}
      {!error && <PageSkeleton />}
    </Stack>
  );
}
