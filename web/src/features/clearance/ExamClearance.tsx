import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import {
  useShowExamSignatureQuery,
  type Exam,
  type ExamSignature,
  type PatientClearance,
} from '@/api/generated';
import { stateNames } from '@/api/states';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { decisionWords, modeWords, refusalWords } from '@/features/clearance/clearanceWords';
import { DecisionMark } from '@/features/clearance/DecisionMark';
import { useClearance } from '@/features/clearance/useClearance';
import { formatDate, formatInstant, formatInstantDate } from '@/lib/dates';
import { paperForInk } from '@/theme/forcedColors';

const SignExamDialog = lazyDialog(
  async () => (await import('@/features/clearance/SignExamDialog')).SignExamDialog,
);

interface Props {
  exam: Pick<Exam, 'id' | 'patient_id' | 'examiner_name' | 'created_at'>;
}

/** What an exam clears: the prescriber's signature with the decisions, or that it waits for one. */
export function ExamClearance({ exam }: Props) {
  const { query, clearance } = useClearance(exam.patient_id);
  return (
    <Panel title="Clearance" anchor="clearance">
      <QueryFailure what="The clearance could not be loaded." query={query} />
      {clearance && <OfExam key={exam.id} exam={exam} clearance={clearance} />}
      {!clearance && !query.isError && <PartSkeleton label="Loading the clearance" height={96} />}
    </Panel>
  );
}

function OfExam({ exam, clearance }: { exam: Props['exam']; clearance: PatientClearance }) {
  const query = useShowExamSignatureQuery(exam.id, { refetchOnMountOrArgChange: maxAgeSeconds });
  const { currentData: signature, isError } = query;
  const zone = useTimeZone();
  const { may } = usePermissions();
  const [signing, setSigning] = useState(false);
  // What was loaded stays while it cannot be loaded anew: the dialog below it holds what was chosen and drawn.
  if (signature === undefined)
    return isError ? (
      <QueryFailure what="The signature could not be loaded." query={query} />
    ) : (
      <PartSkeleton label="Loading the signature" height={96} />
    );
  if (signature) return <Signed signature={signature} zone={zone} />;
  const {
    changed,
    signing: { refusal },
  } = clearance;
  const reopened =
    changed !== null && Date.parse(changed.reported_at) >= Date.parse(exam.created_at);
  const maySign = may('gfe.sign') && refusal === null && !reopened;
  const reason = reopened
    ? `Something has changed since this exam (${changed.details}). Record a new one.`
    : may('gfe.sign') && refusal !== null
      ? refusalWords[refusal]
      : '';
  return (
    <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
      <DecisionMark look="waits">Waits for a prescriber&apos;s signature</DecisionMark>
      <Typography color="textSecondary">
        {`The exam clears nothing yet. ${reason}`.trim()}
      </Typography>
      {maySign && (
        <Button variant="contained" onClick={() => setSigning(true)}>
          Sign exam
        </Button>
      )}
      {signing && (
        <SignExamDialog
          examId={exam.id}
          of={`Good Faith Exam, ${formatInstantDate(exam.created_at, zone)}, by ${exam.examiner_name}`}
          clearance={clearance}
          onClose={() => setSigning(false)}
        />
      )}
    </Stack>
  );
}

function Signed({
  signature: {
    decisions,
    signed_by,
    credential,
    license_number,
    license_state,
    license_expires_on,
    mode,
    patient_state,
    signed_at,
    signature,
  },
  zone,
}: {
  signature: ExamSignature;
  zone: string;
}) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) 280px' },
        alignItems: 'start',
      }}
    >
      <Box component="ul" role="list" aria-label="Decisions" sx={list}>
        {decisions.map(({ service, decision, valid_until, reason }) => (
          <li key={service}>
            <div>
              <strong>{service}</strong>
              <p>
                {[valid_until && `Valid to ${formatDate(valid_until)}`, reason]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
            <DecisionMark look={decision === 'cleared' ? 'good' : 'off'}>
              {decisionWords[decision]}
            </DecisionMark>
          </li>
        ))}
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box
          component="img"
          src={signature}
          alt={`Signature of ${signed_by}`}
          width={400}
          height={120}
          sx={picture}
        />
        <Typography variant="body2">{`${signed_by}, ${credential}`}</Typography>
        <Typography variant="body2" color="textSecondary">
          {formatInstant(signed_at, zone)}
        </Typography>
        <Typography
          variant="body2"
          color="textSecondary"
        >{`${modeWords[mode]}, patient in ${stateNames[patient_state]}`}</Typography>
        <Typography
          variant="body2"
          color="textSecondary"
        >{`License ${license_number} of ${stateNames[license_state]}, to ${formatDate(license_expires_on)}`}</Typography>
      </Box>
    </Box>
  );
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  overflowWrap: 'anywhere',
  '& li': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 2,
    minHeight: 48,
    py: 0.5,
  },
  '& li + li': { borderTop: 1, borderColor: 'rule' },
  '& strong': { fontWeight: 600 },
  '& p': { m: 0, typography: 'body2', color: 'text.secondary' },
} as const;

const picture = {
  display: 'block',
  width: 240,
  maxWidth: '100%',
  height: 'auto',
  mb: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  ...paperForInk,
} as const;
