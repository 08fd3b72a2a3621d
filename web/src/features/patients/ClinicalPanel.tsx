import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
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
import { answerWords, clinicalKinds, clinicalTitles } from '@/features/patients/clinicalForm';
import { formatInstant } from '@/lib/dates';

const ClinicalDialog = lazyDialog(async () => (await import('@/features/patients/ClinicalDialog')).ClinicalDialog);
const ClinicalHistoryDialog = lazyDialog(async () => (await import('@/features/patients/ClinicalHistoryDialog')).ClinicalHistoryDialog);

/** What the patient answered about allergies, medications, conditions and pregnancy, who asked and when. */
export function ClinicalPanel({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  const query = useShowClinicalListsQuery(patientId, { skip: !may('patient.clinical.read'), refetchOnMountOrArgChange: maxAgeSeconds });
  const [asking, ask] = useState<ClinicalKind>();
  const [reading, read] = useState<ClinicalKind>();
  if (!may('patient.clinical.read')) return null;
  const { currentData: lists, isError } = query;
  const failure = <QueryFailure what="Allergies and medications could not be loaded." of={query} />;
  return (
    <Panel title="Allergies and health">
      {lists ? failure : isError ? failure : <Skeleton variant="rounded" height={120} aria-label="Loading allergies and medications" />}
      {lists && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' } }}>
          {clinicalKinds.map((kind) => (
            <Answer key={kind} kind={kind} list={lists[kind]} onAsk={may('patient.clinical.write') ? () => ask(kind) : undefined} onRead={() => read(kind)} />
          ))}
        </Box>
      )}
      {asking && lists && <ClinicalDialog patientId={patientId} kind={asking} list={lists[asking]} onClose={() => ask(undefined)} />}
      {reading && <ClinicalHistoryDialog patientId={patientId} kind={reading} onClose={() => read(undefined)} />}
    </Panel>
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
    <Box component="section" aria-label={title}>
      <Typography variant="h3">{title}</Typography>
      {list ? (
        <>
          <Box component={list.entries.length > 0 ? 'ul' : 'div'} sx={{ m: 0, pl: list.entries.length > 0 ? 2.5 : 0, color: kind === 'allergies' && list.entries.length > 0 ? 'error.main' : undefined, overflowWrap: 'anywhere' }}>
            {list.entries.length > 0 ? list.entries.map(({ name, note }, place) => <li key={place}>{note ? `${name}: ${note}` : name}</li>) : answerWords[list.answer]}
          </Box>
          <Typography variant="body2" color="textSecondary">{`Asked by ${list.asked_by}, ${formatInstant(list.asked_at, zone)}`}</Typography>
        </>
      ) : <Typography color="textSecondary">Not asked yet</Typography>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
        {onAsk && <Button variant="outlined" onClick={onAsk} aria-label={list ? `Ask again: ${title}` : `Record: ${title}`}>{list ? 'Ask again' : 'Record'}</Button>}
        {list && list.version > 1 && <Button onClick={onRead} aria-label={`Earlier answers: ${title}`}>Earlier answers</Button>}
      </Box>
    </Box>
  );
}
