import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { Exam } from '@/api/generated';
import { Button } from '@/components/Button';
import { Panel } from '@/components/Panel';
import { summarizeSaved, type SystemSummary } from '@/features/exams/findings/summary';
import { judge } from '@/features/exams/vitals/ranges';
import { readVitals } from '@/features/exams/vitals/vitalsText';

/**
 * An exam as it was saved, to read and to print: first what is not normal, whole; the systems that were saved as normal in a line, and their
 * texts on demand.
 */
export function ExamText({ exam }: { exam: Exam }) {
  const [whole, setWhole] = useState(false);
  const written = summarizeSaved(exam).filter(({ asked, examined }) => asked || examined);
  const found = written.filter(({ findings }) => findings.length > 0);
  const normal = written.filter(({ findings }) => findings.length === 0);
  const judgements = [...readVitals(exam.vitals ?? '').values()].flatMap(
    (reading) => judge(reading) ?? [],
  );
  return (
    <Stack spacing={2}>
      <Panel title="Vitals">
        <Lines text={exam.vitals} />
        {judgements.map(({ words }) => (
          <Typography
            key={words}
            variant="body2"
            sx={{ color: 'warning.main', fontWeight: 600, mt: 0.5 }}
          >
            {words}
          </Typography>
        ))}
      </Panel>
      {written.length > 0 && (
        <Panel
          title="Findings"
          actions={
            normal.length > 0 && (
              <Button
                aria-expanded={whole}
                onClick={() => setWhole(!whole)}
                sx={{ my: -1.25, displayPrint: 'none' }}
              >
                {whole ? 'Hide the normal texts' : 'Show the normal texts'}
              </Button>
            )
          }
        >
          <Stack spacing={1.5}>
            {found.map((system) => (
              <System key={system.key} exam={exam} system={system} />
            ))}
            {normal.length > 0 && <Folded systems={normal} />}
            {normal.length > 0 && (
              <Stack
                spacing={1.5}
                hidden={!whole}
                sx={{ '&[hidden]': { display: 'none', displayPrint: 'flex' } }}
              >
                {normal.map((system) => (
                  <System key={system.key} exam={exam} system={system} />
                ))}
              </Stack>
            )}
          </Stack>
        </Panel>
      )}
    </Stack>
  );
}

/** 'Normal: HEENT, Skin (ROS only)', and apart from them what was left out on purpose. */
function Folded({ systems }: { systems: readonly SystemSummary[] }) {
  const named = (chosen: readonly SystemSummary[]) =>
    chosen
      .map(({ label, asked, examined, deferred }) =>
        examined && !asked
          ? `${label} (PE only)`
          : asked && (!examined || deferred)
            ? `${label} (ROS only)`
            : label,
      )
      .join(', ');
  const normal = systems.filter(({ asked, deferred }) => asked || !deferred);
  const deferred = systems.filter((system) => system.deferred);
  return (
    <div>
      {normal.length > 0 && (
        <Typography>
          <b>Normal</b>
          {`: ${named(normal)}`}
        </Typography>
      )}
      {deferred.length > 0 && (
        <Typography>
          <b>Deferred</b>
          {`: ${deferred.map(({ label }) => label).join(', ')}`}
        </Typography>
      )}
    </div>
  );
}

function System({ exam, system: { key, label } }: { exam: Exam; system: SystemSummary }) {
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.5,
        gridTemplateColumns: { xs: '1fr', sm: '128px 1fr' },
      }}
    >
      <Typography variant="h3">{label}</Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
      >
        <Part name="Review of systems" text={exam[`ros_${key}`]} />
        <Part name="Physical exam" text={exam[`pe_${key}`]} />
      </Box>
    </Box>
  );
}

function Part({ name, text }: { name: string; text: string | null }) {
  return (
    <div>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Lines text={text} />
      </Box>
    </div>
  );
}

function Lines({ text }: { text: string | null }) {
  return (
    <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text ?? '—'}</Typography>
  );
}
