import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import {
  useDeleteProtocolDraftMutation,
  useLazyShowProtocolVersionQuery,
  useShowProtocolQuery,
  type Protocol,
  type ProtocolDraft,
  type ProtocolVersion,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { asFailure } from '@/api/failure';
import { Button } from '@/components/Button';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { ViewDialog } from '@/components/ViewDialog';
import {
  DraftDialog,
  RetireDialog,
  SignDraftDialog,
  VersionDialog,
} from '@/features/protocols/dialogs';
import { htmlToTyped } from '@/features/consents';
import { formatDate, formatInstant, formatInstantDate } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

type Doing =
  | { kind: 'read' | 'retire'; version: ProtocolVersion }
  | { kind: 'edit' | 'sign' | 'discard'; draft: ProtocolDraft }
  | { kind: 'next'; from: { title: string; body: string } | undefined };

/** A protocol with its versions and what waits for a signature, and what can be done about it. */
export function ProtocolDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useShowProtocolQuery(id, { refetchOnMountOrArgChange: true });
  const { currentData: protocol } = query;
  const { may } = usePermissions();
  const [doing, setDoing] = useState<Doing | null>(null);
  const [fetchText, { isFetching }] = useLazyShowProtocolVersionQuery();
  const notify = useNotify('next version');
  const newest = protocol?.versions[0];
  const next = async () => {
    try {
      const text = newest && (await fetchText(newest.id).unwrap());
      setDoing({
        kind: 'next',
        from: text && { title: text.version.title, body: htmlToTyped(text.body) },
      });
    } catch (thrown) {
      notify({
        tone: 'error',
        text: `The present version could not be loaded. ${asFailure(thrown).message}`,
      });
    }
  };
  return (
    <ViewDialog
      title={protocol ? `Protocol for ${protocol.service}` : 'Protocol'}
      label="Protocol"
      actions={
        protocol && (
          <>
            {newest && !newest.retired_at && may('protocol.sign') && (
              <Button color="error" onClick={() => setDoing({ kind: 'retire', version: newest })}>
                Retire
              </Button>
            )}
            <Button variant="outlined" loading={isFetching} onClick={() => void next()}>
              Write the next version
            </Button>
          </>
        )
      }
      onClose={onClose}
    >
      {protocol ? (
        <Whole protocol={protocol} maySign={may('protocol.sign')} onDo={setDoing} />
      ) : query.isError ? (
        <QueryFailure what="The protocol could not be loaded." query={query} />
      ) : (
        <PartSkeleton label="Loading the protocol" height={200} />
      )}
      {protocol && doing && (
        <Dialogs doing={doing} service={protocol.service} onClose={() => setDoing(null)} />
      )}
    </ViewDialog>
  );
}

function Dialogs({
  doing,
  service,
  onClose,
}: {
  doing: Doing;
  service: string;
  onClose: () => void;
}) {
  const [discard] = useDeleteProtocolDraftMutation();
  switch (doing.kind) {
    case 'read':
      return <VersionDialog id={doing.version.id} onClose={onClose} />;
    case 'retire':
      return <RetireDialog version={doing.version} service={service} onClose={onClose} />;
    case 'edit':
      return <DraftDialog service={service} draft={doing.draft} onClose={onClose} />;
    case 'sign':
      return <SignDraftDialog service={service} draft={doing.draft} onClose={onClose} />;
    case 'next':
      return <DraftDialog service={service} from={doing.from} onClose={onClose} />;
    case 'discard':
      return (
        <ConfirmRequestDialog
          question="Discard this draft?"
          detail={`${doing.draft.title}. Its text is lost.`}
          confirmLabel="Discard draft"
          request={() =>
            discard({ id: doing.draft.id, 'If-Match': String(doing.draft.version) }).unwrap()
          }
          success="The draft is discarded."
          failurePrefix="Not discarded."
          onClose={onClose}
        />
      );
  }
}

interface WholeProps {
  protocol: Protocol;
  maySign: boolean;
  onDo: (doing: Doing) => void;
}

function Whole({ protocol: { versions, drafts }, maySign, onDo }: WholeProps) {
  const zone = useTimeZone();
  return (
    <Stack spacing={2.5}>
      {drafts.length > 0 && (
        <section aria-label="Waits for a director's signature">
          <Typography variant="h3" gutterBottom>
            Waits for a director’s signature
          </Typography>
          <Box component="ul" sx={lines}>
            {drafts.map((draft) => (
              <li key={draft.id}>
                <div>
                  {draft.title}
                  <Typography
                    variant="body2"
                    color="textSecondary"
                  >{`By ${draft.updated_by}, ${formatInstant(draft.updated_at, zone)}. ${draft.valid_from ? `From ${formatDate(draft.valid_from)}, until` : 'Until'} ${formatDate(draft.valid_until)}.`}</Typography>
                </div>
                <span>
                  <Button
                    onClick={() => onDo({ kind: 'discard', draft })}
                    aria-label={`Discard ${draft.title}`}
                  >
                    Discard
                  </Button>
                  <Button
                    onClick={() => onDo({ kind: 'edit', draft })}
                    aria-label={`Edit ${draft.title}`}
                  >
                    Edit
                  </Button>
                  {maySign && (
                    <Button
                      variant="outlined"
                      onClick={() => onDo({ kind: 'sign', draft })}
                      aria-label={`Read and sign ${draft.title}`}
                    >
                      Read and sign
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </Box>
        </section>
      )}
      <section aria-label="Versions">
        <Typography variant="h3" gutterBottom>
          Versions
        </Typography>
        {versions.length === 0 && (
          <Typography color="textSecondary">No version is signed yet.</Typography>
        )}
        <Box component="ul" sx={lines}>
          {versions.map((version) => (
            <li key={version.id}>
              <div>
                {`v${version.number}: ${version.title}`}
                <Typography
                  variant="body2"
                  color="textSecondary"
                >{`Signed by ${version.signed_by}, ${formatInstantDate(version.signed_at, zone)}. From ${formatDate(version.valid_from)} until ${formatDate(version.valid_until)}.`}</Typography>
                {version.retired_at && (
                  <Typography
                    variant="body2"
                    color="error"
                  >{`Retired by ${version.retired_by ?? 'a director'}, ${formatInstantDate(version.retired_at, zone)}: ${version.retired_for ?? ''}`}</Typography>
                )}
              </div>
              <span>
                <Button
                  onClick={() => onDo({ kind: 'read', version })}
                  aria-label={`Read version ${version.number}`}
                >
                  Read
                </Button>
              </span>
            </li>
          ))}
        </Box>
      </section>
    </Stack>
  );
}

const lines = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 1,
    py: 1,
    minHeight: 56,
  },
  '& li + li': { borderTop: 1, borderColor: 'rule' },
  '& li > div': { flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' },
} as const;
