import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { answerWords } from '@/api/clinicalWords';
import type { ReviewChart } from '@/api/generated';
import { Panel } from '@/components/Panel';
import { kindWords, severityWords, statusWords } from '@/features/adverse-events';
import { formatDate, formatInstantDate } from '@/lib/dates';

/** What could harm the patient: adverse events that go on, and what was answered about allergies and pregnancy, or was never asked. */
export function HealthCard({
  chart: { allergies, pregnancy, open_events },
  zone,
}: {
  chart: ReviewChart;
  zone: string;
}) {
  return (
    <Panel title="Health">
      <Box sx={{ display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
        {open_events.map(({ id, kind, severity, status, began_on }) => (
          <Alert key={id} severity="error">
            {`${kindWords[kind]}, ${severityWords[severity].toLowerCase()}, since ${formatDate(began_on)}: ${statusWords[status].toLowerCase()}.`}
          </Alert>
        ))}
        <Answer about="Allergies" answer={allergies} zone={zone} />
        <Answer about="Pregnancy" answer={pregnancy} zone={zone} />
      </Box>
    </Panel>
  );
}

interface AnswerProps {
  about: string;
  answer: ReviewChart['allergies'];
  zone: string;
}

function Answer({ about, answer, zone }: AnswerProps) {
  if (!answer) return <Alert severity="warning">{`${about} not asked.`}</Alert>;
  const listed = answer.entries.map(({ name, note }) => (note ? `${name} (${note})` : name));
  const words = answer.answer === 'listed' ? listed.join(', ') : answerWords[answer.answer];
  return (
    <Typography>
      <b>{about}</b>
      {`: ${words}, asked ${formatInstantDate(answer.asked_at, zone)}`}
    </Typography>
  );
}
