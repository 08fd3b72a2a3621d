import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { Exam } from '@/api/generated';
import { Panel } from '@/components/Panel';
import { systems } from '@/features/exams/systems';

/** An exam as it was saved, to read and to print. */
export function ExamText({ exam }: { exam: Exam }) {
  return (
    <Stack spacing={2}>
      <Panel title="Vitals">
        <Lines text={exam.vitals} />
      </Panel>
      {systems.map(({ key, label }) => {
        const [reported, found] = [exam[`ros_${key}`], exam[`pe_${key}`]];
        if (!reported && !found) return null;
        return (
          <Panel key={key} title={label}>
            <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
              <Part name="Review of systems" text={reported} />
              <Part name="Physical exam" text={found} />
            </Box>
          </Panel>
        );
      })}
    </Stack>
  );
}

function Part({ name, text }: { name: string; text: string | null }) {
  return (
    <div>
      <Typography component="dt" variant="body2" color="textSecondary">{name}</Typography>
      <Box component="dd" sx={{ m: 0 }}><Lines text={text} /></Box>
    </div>
  );
}

function Lines({ text }: { text: string | null }) {
  return <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text ?? '—'}</Typography>;
}
