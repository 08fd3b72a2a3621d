import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useWatch, type Control } from 'react-hook-form';

import { Button } from '@/components/Button';
import { InlineConfirmation } from '@/components/InlineConfirmation';
import { useFootBar } from '@/components/useFootBar';
import { countWritten, examFields, type ExamForm } from '@/features/exams/examForm';

interface Props {
  control: Control<ExamForm>;
  saving: boolean;
  /** Why the exam is not saved, in a sentence; '' while nothing is wrong. */
  problem: string;
  /** The blanks to confirm; empty while there is no question. */
  blanks: readonly string[];
  /** How often saving was tried with blanks left. */
  attempts: number;
  onSaveAnyway: () => void;
}

/** Saving is in reach from every system: the bar stays beside them, and in one column at the lower edge of the screen. */
export function ExamBar({ control, saving, problem, blanks, attempts, onSaveAnyway }: Props) {
  const written = countWritten(useWatch({ control }));
  const bar = useFootBar<HTMLDivElement>(`${problem} ${blanks.join(' ')}`);

  return (
    <Paper
      ref={bar}
      variant="outlined"
      sx={{
        position: 'sticky',
        bottom: 'var(--bottom-bar, 0px)',
        zIndex: 'appBar',
        p: 2,
        pb: 'calc(16px + env(safe-area-inset-bottom))',
        displayPrint: 'none',
      }}
    >
      {blanks.length > 0 && (
        <Box sx={{ mb: 2, maxHeight: '40vh', overflowY: 'auto' }}>
          <InlineConfirmation
            key={attempts}
            warnings={blanks}
            hint="Not saved yet. Fill them in, or save the exam as it is."
            confirmLabel="Save anyway"
            busy={saving}
            onConfirm={onSaveAnyway}
          />
        </Box>
      )}
      {problem && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {problem}
        </Alert>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="body2" color="textSecondary">
          {written === 0
            ? 'Nothing written yet'
            : `${written} of ${examFields.length} texts written, not saved yet`}
        </Typography>
        <Button type="submit" variant="contained" loading={saving} sx={{ flexShrink: 0 }}>
          Save exam
        </Button>
      </Box>
    </Paper>
  );
}
