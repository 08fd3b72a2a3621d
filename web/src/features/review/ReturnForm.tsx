import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';

import { asFailure } from '@/api/failure';
import { useReturnTreatmentMutation, type ReviewChart } from '@/api/generated';
import { Button } from '@/components/Button';
import { TextArea } from '@/components/TextArea';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import type { Queue } from '@/features/review/useQueue';
import { useNotify } from '@/lib/notices';

/** What is mostly missing. */
const reasons = ['Lot unclear', 'Notes too short', 'Dose and areas differ', 'Consent missing'];

/** Returns the chart to its provider with a comment, and opens the next one. */
export function ReturnForm({
  chart,
  queue,
  onClose,
}: {
  chart: ReviewChart;
  queue: Queue;
  onClose: () => void;
}) {
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string>();
  const [returnIt, { isLoading }] = useReturnTreatmentMutation();
  const notify = useNotify();
  const field = useRef<HTMLTextAreaElement>(null);
  const lift = useUnsavedGuard(comment !== '');
  useEffect(() => field.current?.focus(), []);

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (comment.trim() === '') {
      setProblem('Comment is required');
      field.current?.focus();
      return;
    }
    setProblem(undefined);
    const next = queue.beside(chart.id, 1) ?? queue.beside(chart.id, -1);
    try {
      await returnIt({ id: chart.id, newReturn: { comment: comment.trim() } }).unwrap();
      notify({ tone: 'success', text: `Returned to ${chart.provider_name}.` });
      lift();
      onClose();
      queue.open(next);
    } catch (thrown) {
      const { message, fields } = asFailure(thrown);
      setProblem(`Not returned. ${Object.values(fields)[0] ?? message}`);
    }
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void send(event)}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography
          sx={{ fontWeight: 600, mr: 0.5 }}
        >{`Return to ${chart.provider_name}`}</Typography>
        {reasons.map((reason) => (
          <Chip
            key={reason}
            label={reason}
            variant="outlined"
            onClick={() => {
              setComment((typed) =>
                typed === '' ? `${reason}: ` : `${typed.trimEnd()}\n${reason}: `,
              );
              field.current?.focus();
            }}
            sx={{ minHeight: 44 }}
          />
        ))}
      </Box>
      {problem && problem !== 'Comment is required' && <Alert severity="error">{problem}</Alert>}
      <TextArea
        label="Comment, kept in the chart"
        required
        value={comment}
        onChange={(event) => {
          setComment(event.target.value);
          setProblem(undefined);
        }}
        inputRef={field}
        minRows={2}
        maxRows={6}
        error={problem === 'Comment is required' ? problem : undefined}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, justifyContent: 'flex-end' }}>
        <Button onClick={onClose} disabled={isLoading}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" loading={isLoading}>
          Return, next chart
        </Button>
      </Box>
    </Box>
  );
}
