import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { asFailure } from '@/api/failure';
import {
  useExportPatientMutation,
  useListExportsQuery,
  type Patient,
  type PatientExportEntry,
} from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ButtonAnchor } from '@/components/ButtonAnchor';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import { ViewDialog } from '@/components/ViewDialog';
import { formatInstant } from '@/lib/dates';

interface Props {
  patient: Pick<Patient, 'id' | 'first_name' | 'last_name'>;
  onClose: () => void;
}

/** How often the progress is asked for while an export is made. */
const often = 1500;

/** Everything about one patient as one file, for a patient who asks for it: starts an export, and shows those of the last day. */
export function ExportDialog({ patient, onClose }: Props) {
  const [waiting, setWaiting] = useState(true);
  const query = useListExportsQuery(patient.id, {
    refetchOnMountOrArgChange: maxAgeSeconds,
    pollingInterval: waiting ? often : 0,
  });
  const { currentData: exports } = query;
  const isMaking = exports?.some(({ state }) => state === 'waiting') ?? true;
  if (isMaking !== waiting) setWaiting(isMaking);
  return (
    <ViewDialog
      title={`Export of ${patient.first_name} ${patient.last_name}`}
      label="Exports"
      actions={
        <StartButton
          patientId={patient.id}
          disabled={exports?.some(({ state, is_own }) => is_own && state === 'waiting') ?? true}
        />
      }
      onClose={onClose}
    >
      <Stack spacing={2}>
        <Typography>
          One ZIP file with the whole record: every exam, treatment, consent, estimate and
          appointment, the statement of points, the notes and the clinical lists, each as a PDF and
          for other programs as JSON, with the signatures as pictures. The person who starts the
          export can download it for 24 hours.
        </Typography>
        <QueryFailure what="The exports could not be loaded." query={query} />
        {!exports && !query.isError && <PartSkeleton label="Loading the exports" height={72} />}
        {exports?.length === 0 && (
          <Typography color="textSecondary">Nothing was exported in the last 24 hours.</Typography>
        )}
        {exports && exports.length > 0 && (
          <Stack
            component="ul"
            role="list"
            aria-label="Exports of the last 24 hours"
            sx={{ listStyle: 'none', m: 0, p: 0 }}
          >
            {exports.map((entry) => (
              <Row key={entry.id} patientId={patient.id} entry={entry} />
            ))}
          </Stack>
        )}
      </Stack>
    </ViewDialog>
  );
}

function StartButton({ patientId, disabled }: { patientId: number; disabled: boolean }) {
  const [start, { isLoading }] = useExportPatientMutation();
  const withReauthentication = useReauthentication();
  const [failure, setFailure] = useState('');
  const begin = async () => {
    setFailure('');
    try {
      await withReauthentication(() => start({ id: patientId, newExport: {} }).unwrap());
    } catch (thrown) {
      const { code, message } = asFailure(thrown);
      if (code !== reauthenticationCancelled.code)
        setFailure(message === 'Request failed' ? 'Celadon could not be reached.' : message);
    }
  };
  return (
    <>
      {failure && <Alert severity="error" sx={{ flex: 1 }}>{`Not started. ${failure}`}</Alert>}
      <Button
        variant="outlined"
        loading={isLoading}
        disabled={disabled}
        onClick={() => void begin()}
      >
        Start an export
      </Button>
    </>
  );
}

function Row({ patientId, entry }: { patientId: number; entry: PatientExportEntry }) {
  const { id, state, problem, done, total, requested_by, requested_at, expires_at, is_own, files } =
    entry;
  const zone = useTimeZone();
  const progress = total
    ? `${done} of ${total} records are made.`
    : 'The export is about to begin.';
  return (
    <Stack component="li" sx={row}>
      <div style={{ minWidth: 0, flex: '1 1 260px' }}>
        <Typography sx={{ fontWeight: 600 }}>{formatInstant(requested_at, zone)}</Typography>
        <Typography
          variant="body2"
          color="textSecondary"
        >{`Started by ${requested_by}. Kept until ${formatInstant(expires_at, zone)}.`}</Typography>
        {state === 'waiting' && (
          <>
            <Typography variant="body2" role="status">
              {progress}
            </Typography>
            <LinearProgress
              aria-label="Records made"
              {...(total ? { variant: 'determinate', value: (100 * done) / total } : {})}
              sx={{ mt: 0.5, maxWidth: 320 }}
            />
          </>
        )}
        {state === 'ready' && files > 1 && (
          <Typography
            variant="body2"
            color="textSecondary"
          >{`The record is large: the export is in ${files} ZIP files, which together hold everything.`}</Typography>
        )}
        {state === 'failed' && (
          <Typography variant="body2" color="error">{`Not made. ${problem ?? ''}`}</Typography>
        )}
        {state === 'ready' && !is_own && (
          <Typography
            variant="body2"
            color="textSecondary"
          >{`Only ${requested_by} can download it.`}</Typography>
        )}
      </div>
      {state === 'ready' && is_own && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {Array.from({ length: files }, (_file, index) => index + 1).map((number) => (
            <ButtonAnchor
              key={number}
              variant="contained"
              href={`/api/patients/${patientId}/exports/${id}/file${files > 1 ? `?number=${number}` : ''}`}
              download
              aria-label={`Download ${files > 1 ? `file ${number} of ${files} of ` : ''}the export of ${formatInstant(requested_at, zone)}`}
            >
              {files > 1 ? `Download ${number} of ${files}` : 'Download'}
            </ButtonAnchor>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

const row = {
  flexDirection: 'row',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 2,
  py: 1.5,
  overflowWrap: 'anywhere',
  borderTop: 1,
  borderColor: 'rule',
  '&:first-of-type': { borderTop: 0 },
} as const;
