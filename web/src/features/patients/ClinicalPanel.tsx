import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { useShowClinicalListsQuery, type ClinicalKind, type ClinicalList } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { WordButton } from '@/components/WordButton';
import { answerWords, clinicalKinds, clinicalTitles } from '@/api/clinicalWords';
import { formatInstant } from '@/lib/dates';

const ClinicalDialog = lazyDialog(
  async () => (await import('@/features/patients/ClinicalDialog')).ClinicalDialog,
);
const ClinicalHistoryDialog = lazyDialog(
  async () => (await import('@/features/patients/ClinicalHistoryDialog')).ClinicalHistoryDialog,
);

/** What the patient answered about allergies, medications, conditions and pregnancy, who asked and when. */
export function ClinicalPanel({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  const query = useShowClinicalListsQuery(patientId, {
    skip: !may('patient.clinical.read'),
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const [asking, setAsking] = useState<ClinicalKind>();
  const [reading, setReading] = useState<ClinicalKind>();
  if (!may('patient.clinical.read')) return null;
  const { currentData: lists, isError } = query;
  const failure = (
    <QueryFailure what="Allergies and medications could not be loaded." query={query} />
  );
  return (
    <Panel title="Allergies and health">
      {lists ? (
        failure
      ) : isError ? (
        failure
      ) : (
        <PartSkeleton label="Loading allergies and medications" height={120} />
      )}
      {lists && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: 'repeat(4, 1fr)' },
          }}
        >
          {clinicalKinds.map((kind) => (
            <Answer
              key={kind}
              kind={kind}
              list={lists[kind]}
              onAsk={may('patient.clinical.write') ? () => setAsking(kind) : undefined}
              onRead={() => setReading(kind)}
            />
          ))}
        </Box>
      )}
      {asking && lists && (
        <ClinicalDialog
          patientId={patientId}
          kind={asking}
          list={lists[asking]}
          onClose={() => setAsking(undefined)}
        />
      )}
      {reading && (
        <ClinicalHistoryDialog
          patientId={patientId}
          kind={reading}
          onClose={() => setReading(undefined)}
        />
      )}
    </Panel>
  );
}

function Entries({ entries, warn }: { entries: ClinicalList['entries']; warn: boolean }) {
  const lines = entries.map(({ name, note }) => (note ? `${name}: ${note}` : name));
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        pl: 2.5,
        overflowWrap: 'anywhere',
        ...(warn && { color: 'error.main', fontWeight: 600 }),
      }}
    >
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  );
}

interface Props {
  kind: ClinicalKind;
  list: ClinicalList | null;
  onAsk: (() => void) | undefined;
  onRead: () => void;
}

function Answer({ kind, list, onAsk, onRead }: Props) {
  const zone = useTimeZone();
  const title = clinicalTitles[kind];
  return (
    <Box component="section" aria-label={title} sx={{ display: 'flex', flexDirection: 'column' }}>
      <Typography variant="h3">{title}</Typography>
      {list ? (
        <>
          {list.entries.length > 0 ? (
            <Entries entries={list.entries} warn={kind === 'allergies'} />
          ) : (
            <Typography>{answerWords[list.answer]}</Typography>
          )}
          <Typography
            variant="body2"
            color="textSecondary"
          >{`Asked by ${list.asked_by}, ${formatInstant(list.asked_at, zone)}`}</Typography>
        </>
      ) : (
        <Typography color="textSecondary">Not asked yet</Typography>
      )}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1,
          pt: 1,
          mt: 'auto',
        }}
      >
        {onAsk && (
          <Button
            variant="outlined"
            onClick={onAsk}
            aria-label={list ? `Ask again: ${title}` : `Record: ${title}`}
          >
            {list ? 'Ask again' : 'Record'}
          </Button>
        )}
        {list && list.version > 1 && (
          <WordButton label="Earlier answers" name={`Earlier answers: ${title}`} onPress={onRead} />
        )}
      </Box>
    </Box>
  );
}
