import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { asFailure } from '@/api/failure';
import { useListConsentsQuery, useRevokeConsentMutation, type Consent } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { EmptyState } from '@/components/EmptyState';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { RecordTable, type Column } from '@/components/RecordTable';
import { StatusChip } from '@/components/StatusChip';
import { awaitsSigning, canBeRevoked, consentTone } from '@/features/consents/consentStatus';
import { useIsWatching } from '@/features/consents/useIsWatching';
import { formatInstantDate } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

const ConsentDialog = lazyDialog(async () => (await import('@/features/consents/ConsentDialog')).ConsentDialog);

const pollingPause = 5_000;

interface Props {
  patientId: number;
  onRevoked: (id: number) => void;
}

/** This patient's consents. While one awaits its signature, the list polls. */
export function ConsentList({ patientId, onRevoked }: Props) {
  const watching = useIsWatching();
  const [awaiting, setAwaiting] = useState(false);
  const query = useListConsentsQuery(patientId, {
    pollingInterval: awaiting && watching ? pollingPause : 0,
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const { currentData: consents, isError } = query;
  if (awaiting !== awaitsSigning(consents)) setAwaiting(!awaiting);
  const zone = useTimeZone();
  const { may } = usePermissions();
  const [opened, setOpened] = useState<Consent | null>(null);
  const [revoking, setRevoking] = useState<Consent | null>(null);

  const failure = <QueryFailure what="The consents could not be loaded." of={query} />;
  if (!consents) return isError ? failure : <Skeleton variant="rounded" height={120} aria-label="Loading the consents" />;
  if (consents.length === 0) return <>{failure}<EmptyState title="No consents issued yet" /></>;

  const [mayOpen, mayRevoke] = [may('consent.read'), may('consent.revoke')];
  const columns: Column<Consent>[] = [
    { key: 'name', header: 'Consent', render: ({ template_name }) => template_name },
    {
      key: 'status',
      header: 'Status',
      render: (consent) => (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, my: -1 }}>
          <StatusChip tone={consentTone[consent.status]} label={consent.status} />
          {mayOpen && (
            <Button onClick={() => setOpened(consent)} aria-label={`Open ${consent.template_name}`} style={{ paddingInline: 12 }}>Open</Button>
          )}
          {mayRevoke && canBeRevoked(consent) && (
            <Button onClick={() => setRevoking(consent)} aria-label={`Revoke ${consent.template_name}`} style={{ paddingInline: 12 }}>Revoke</Button>
          )}
        </Stack>
      ),
    },
    { key: 'issued', header: 'Issued', render: ({ issued_at }) => formatInstantDate(issued_at, zone) },
    { key: 'signed', header: 'Signed on', render: ({ signed_at }) => formatInstantDate(signed_at, zone) },
  ];

  return (
    <>
      {failure}
      <RecordTable caption="Consents" columns={columns} rows={consents} rowKey={({ id }) => id} />
      {opened && <ConsentDialog consent={opened} zone={zone} onClose={() => setOpened(null)} />}
      {revoking && <RevokeDialog consent={revoking} onClose={() => setRevoking(null)} onRevoked={onRevoked} />}
    </>
  );
}

function RevokeDialog({ consent, onClose, onRevoked }: { consent: Consent; onClose: () => void; onRevoked: (id: number) => void }) {
  const [revoke, { isLoading }] = useRevokeConsentMutation();
  // Named, because another try opens a new dialog, whose notice replaces this one's.
  const notify = useNotify(`revoke consent ${consent.id}`);
  const confirm = async () => {
    try {
      await revoke(consent.id).unwrap();
      onRevoked(consent.id);
      notify({ tone: 'success', text: 'The consent link was revoked.' });
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('Revoking the consent failed', failure);
      notify({ tone: 'error', text: failure.status === 409 ? failure.message : 'The consent was not revoked. Please try again.' });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      question={`Revoke the link for ${consent.template_name}?`}
      detail="The patient can no longer open or sign it. You can issue a new one at any time."
      confirmLabel="Revoke"
      busy={isLoading}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
