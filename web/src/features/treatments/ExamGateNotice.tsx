import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';

import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { useAutoRetry } from '@/components/useAutoRetry';
import { closedGateText, type ExamGate } from '@/features/treatments/examGate';
import { formatInstantDate } from '@/lib/dates';
import { examPath, newExamPath } from '@/lib/paths';

interface Props {
  gate: Exclude<ExamGate, { state: 'checking' }>;
  patientId: number;
  checking: boolean;
  /** Whether the failed look-up may succeed later by itself. */
  transient: boolean;
  onCheck: () => void;
}

/** Names the exam that allows a treatment, or says why there is none and where to record one. */
export function ExamGateNotice({ gate, patientId, checking, transient, onCheck }: Props) {
  const zone = useTimeZone();
  const unknown = gate.state === 'unknown';
  useEffect(() => {
    if (unknown) console.error('The Good Faith Exam could not be looked up.');
  }, [unknown]);
  useAutoRetry(unknown && transient, onCheck);

  if (gate.state === 'open') {
    const { created_at, examiner_name } = gate.exam;
    return (
      <Typography color="textSecondary">{`Good Faith Exam of ${formatInstantDate(created_at, zone)} by ${examiner_name}.`}</Typography>
    );
  }
  return (
    <Alert severity="warning" role="status">
      {closedGateText[gate.state]}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, pt: 1 }}>
        <ButtonLink
          to={gate.state === 'expired' ? newExamPath(patientId) : examPath(patientId)}
          variant="outlined"
          color="inherit"
        >
          Open the GFE exam form
        </ButtonLink>
        <Button color="inherit" onClick={onCheck} loading={checking}>
          {unknown ? 'Try again' : 'Check again'}
        </Button>
      </Stack>
    </Alert>
  );
}
