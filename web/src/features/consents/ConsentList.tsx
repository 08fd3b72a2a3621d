import MoreHoriz from '@mui/icons-material/MoreHoriz';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { asFailure } from '@/api/failure';
import {
  useListConsentsQuery,
  useRevokeConsentMutation,
  type Consent,
  type IssuedConsent,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { EmptyState } from '@/components/EmptyState';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { RecordTable, type Column } from '@/components/RecordTable';
import { StatusChip } from '@/components/StatusChip';
import { actionsFor, isOutdated, type ConsentAction } from '@/features/consents/consentActions';
import {
  awaitsSigning,
  canBeRevoked,
  canBeWithdrawn,
  consentTone,
} from '@/features/consents/consentStatus';
import { useIsWatching } from '@/features/consents/useIsWatching';
import { formatInstantDate } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

const ConsentDialog = lazyDialog(
  async () => (await import('@/features/consents/ConsentDialog')).ConsentDialog,
);

const ConsentMenu = lazyDialog(
  async () => (await import('@/features/consents/ConsentMenu')).ConsentMenu,
);
const ConsentActionDialog = lazyDialog(
  async () => (await import('@/features/consents/ConsentActionDialog')).ConsentActionDialog,
);

const WithdrawDialog = lazyDialog(
  async () => (await import('@/features/consents/WithdrawDialog')).WithdrawDialog,
);

const pollingPause = 5_000;

interface Props {
  patientId: number;
  onRevoked: (id: number) => void;
  /** Called with a new link, which is shown only once. */
  onIssued: (issued: IssuedConsent) => void;
}

/** This patient's consents. While one awaits its signature, the list polls. */
export function ConsentList({ patientId, onRevoked, onIssued }: Props) {
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
  const [withdrawing, setWithdrawing] = useState<Consent | null>(null);
  const [menu, setMenu] = useState<{ consent: Consent; anchor: HTMLElement } | null>(null);
  const [acting, setActing] = useState<{ consent: Consent; action: ConsentAction } | null>(null);

  const failure = <QueryFailure what="The consents could not be loaded." query={query} />;
  if (!consents)
    return isError ? failure : <PartSkeleton label="Loading the consents" height={120} />;
  if (consents.length === 0)
    return (
      <>
        {failure}
        <EmptyState title="No consents issued yet" />
      </>
    );

  const [mayOpen, mayRevoke, mayIssue] = [
    may('consent.read'),
    may('consent.revoke'),
    may('consent.issue'),
  ];
  const columns: Column<Consent>[] = [
    {
      key: 'name',
      header: 'Consent',
      render: (consent) => (
        <>
          {consent.template_name}
          {isOutdated(consent, consents) && (
            <Typography variant="body2" color="textSecondary">
              The template has a newer text
            </Typography>
          )}
        </>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      render: (consent) => (
        <Stack
          direction="row"
          sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, my: -1 }}
        >
          <StatusChip tone={consentTone[consent.status]} label={consent.status} />
          {mayOpen && (
            <Button
              onClick={() => setOpened(consent)}
              aria-label={`Open ${consent.template_name}`}
              style={{ paddingInline: 12 }}
            >
              Open
            </Button>
          )}
          {mayRevoke && canBeRevoked(consent) && (
            <Button
              onClick={() => setRevoking(consent)}
              aria-label={`Revoke ${consent.template_name}`}
              style={{ paddingInline: 12 }}
            >
              Revoke
            </Button>
          )}
          {mayRevoke && canBeWithdrawn(consent) && (
            <Button
              onClick={() => setWithdrawing(consent)}
              aria-label={`Withdraw ${consent.template_name}`}
              style={{ paddingInline: 12 }}
            >
              Withdraw
            </Button>
          )}
          {mayIssue && actionsFor(consent, consents).length > 0 && (
            <IconButton
              aria-label={`More for ${consent.template_name}`}
              aria-haspopup="menu"
              onClick={({ currentTarget }) => setMenu({ consent, anchor: currentTarget })}
            >
              <MoreHoriz />
            </IconButton>
          )}
          {consent.withdrawn_at !== null && (
            <Typography
              variant="body2"
              color="textSecondary"
              sx={{ flexBasis: '100%', whiteSpace: 'pre-line' }}
            >{`${formatInstantDate(consent.withdrawn_at, zone)}, recorded by ${consent.withdrawn_by ?? ''}: “${consent.withdrawal_reason ?? ''}”`}</Typography>
          )}
          {consent.decline_reason !== null && (
            <Typography
              variant="body2"
              color="textSecondary"
              sx={{ flexBasis: '100%', whiteSpace: 'pre-line' }}
            >{`“${consent.decline_reason}”`}</Typography>
          )}
        </Stack>
      ),
    },
    {
      key: 'issued',
      header: 'Issued',
      render: ({ issued_at }) => formatInstantDate(issued_at, zone),
    },
    {
      key: 'signed',
      header: 'Signed on',
      render: ({ signed_at }) => formatInstantDate(signed_at, zone),
    },
  ];

  return (
    <>
      {failure}
      <RecordTable caption="Consents" columns={columns} rows={consents} rowKey={({ id }) => id} />
      {opened && <ConsentDialog consent={opened} zone={zone} onClose={() => setOpened(null)} />}
      {menu && (
        <ConsentMenu
          {...menu}
          actions={actionsFor(menu.consent, consents)}
          onChoose={(action) => {
            setMenu(null);
            setActing({ consent: menu.consent, action });
          }}
          onClose={() => setMenu(null)}
        />
      )}
      {acting && (
        <ConsentActionDialog
          {...acting}
          onIssued={onIssued}
          onVoided={onRevoked}
          onClose={() => setActing(null)}
        />
      )}
      {withdrawing && <WithdrawDialog consent={withdrawing} onClose={() => setWithdrawing(null)} />}
      {revoking && (
        <RevokeDialog consent={revoking} onClose={() => setRevoking(null)} onRevoked={onRevoked} />
      )}
    </>
  );
}

function RevokeDialog({
  consent,
  onClose,
  onRevoked,
}: {
  consent: Consent;
  onClose: () => void;
  onRevoked: (id: number) => void;
}) {
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
      notify({
        tone: 'error',
        text:
          failure.status === 409
            ? failure.message
            : 'The consent was not revoked. Please try again.',
      });
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
