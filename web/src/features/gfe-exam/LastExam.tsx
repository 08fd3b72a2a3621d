import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';

import type { Exam } from '@/api/generated';
import { Button } from '@/components/Button';
import { formatInstant } from '@/lib/dates';

interface Props {
  exam: Exam;
  timeZone: string;
  /** Absent for those who may only read. */
  onStartFrom?: () => void;
}

/** Who examined the patient last, and when. */
export function LastExam({ exam, timeZone, onStartFrom }: Props) {
  return (
    <Paper variant="outlined" sx={{ p: 2, display: 'flex', alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 2 }}>
      <Box>
        <Typography variant="h3" component="p">Last exam</Typography>
        <Typography color="textSecondary">{`Examined by ${exam.examiner_name} on ${formatInstant(exam.created_at, timeZone)}`}</Typography>
      </Box>
      {onStartFrom && <Button variant="outlined" onClick={onStartFrom}>Start from the last exam</Button>}
    </Paper>
  );
}
