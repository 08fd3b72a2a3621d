import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { maxAgeSeconds } from '@/api/baseApi';
import {
  useNoteCostQuestionMutation,
  useShowPatientCoverageQuery,
  useUpdatePatientCoverageMutation,
  type Coverage as Word,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { RowLink } from '@/components/RowLink';
import { SelectInput } from '@/components/SelectInput';
import { StatusChip } from '@/components/StatusChip';
import {
  causeWords,
  choices,
  coverageWords,
  dueWords,
} from '@/features/estimate-clocks/clockWords';
import { useNotify } from '@/lib/notices';
import { estimatePath } from '@/lib/paths';

interface Props {
  patientId: number;
  /** The visit that a cost question is about. */
  visitId?: number;
}

/** Whether a client pays alone, asked once; a cost question in one tap; and what is owed. Each choice is saved at once. */
export function Coverage({ patientId, visitId }: Props) {
  const { may } = usePermissions();
  const notify = useNotify('Coverage');
  const query = useShowPatientCoverageQuery(patientId, {
    skip: !may('estimate.read'),
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const { currentData: known, isError } = query;
  const [update, { isLoading: saving }] = useUpdatePatientCoverageMutation();
  const [note, { isLoading: noting }] = useNoteCostQuestionMutation();
  const [problem, setProblem] = useState<string>();
  if (!may('estimate.read')) return null;
  if (!known)
    return isError ? (
      <QueryFailure what="The coverage of the client could not be loaded." query={query} />
    ) : (
      <PartSkeleton label="Loading the coverage" height={56} />
    );
  const mayNote = may('patient.update');
  const open = known.clocks.filter(
    ({ closed_at, appointment_id }) =>
      closed_at === null &&
      (visitId === undefined || appointment_id === null || appointment_id === visitId),
  );
  const isNoted = open.some(
    ({ asked_at, appointment_id }) => asked_at !== null && appointment_id === (visitId ?? null),
  );

  const choose = async (coverage: Word) => {
    setProblem(undefined);
    try {
      await update({
        id: patientId,
        'If-Match': String(known.version),
        newCoverage: { coverage },
      }).unwrap();
      notify({ tone: 'success', text: `Coverage: ${coverageWords[coverage].toLowerCase()}.` });
    } catch (thrown) {
      const { status, message } = asFailure(thrown);
      if (status === 412) void query.refetch();
      setProblem(
        status === 412
          ? 'Not saved. Somebody else has noted the coverage meanwhile; their note is shown now.'
          : `Not saved. ${message}`,
      );
    }
  };
  const noteQuestion = async () => {
    setProblem(undefined);
    try {
      await note({ id: patientId, costQuestion: { appointment_id: visitId ?? null } }).unwrap();
      notify({ tone: 'success', text: 'Noted. An estimate is due in three business days.' });
    } catch (thrown) {
      setProblem(`Not noted. ${asFailure(thrown).message}`);
    }
  };

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 220px' }}>
          <SelectInput
            label="Coverage"
            options={choices(coverageWords)}
            value={known.coverage}
            disabled={!mayNote || saving}
            onChange={(value) => void choose(value as Word)}
          />
        </Box>
        {mayNote && (
          <Button
            variant="outlined"
            loading={noting}
            disabled={isNoted}
            onClick={() => void noteQuestion()}
          >
            Asked about the cost
          </Button>
        )}
      </Box>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      {open.map(({ id, cause, due_on, service }) => (
        <Box
          key={id}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 12px', alignItems: 'center' }}
        >
          <StatusChip
            tone={due_on <= known.today ? 'danger' : 'warning'}
            label={dueWords(due_on, known.today)}
          />
          <Typography
            variant="body2"
            color="textSecondary"
          >{`Estimate: ${causeWords[cause].toLowerCase()}${service ? `, ${service}` : ''}`}</Typography>
          <RowLink to={estimatePath(patientId)}>Write the estimate</RowLink>
        </Box>
      ))}
    </Box>
  );
}
