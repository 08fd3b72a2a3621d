import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import WarningRounded from '@mui/icons-material/WarningRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import { summarize, type SystemSummary, type Texts } from '@/features/exams/findings/summary';
import { shortened } from '@/features/exams/findings/phrases';
import { useReading } from '@/features/exams/findings/useReading';
import { judge } from '@/features/exams/vitals/ranges';
import { readVitals } from '@/features/exams/vitals/vitalsText';

/** What of the exam is not normal, and what it leaves out. */
export function FindingsPanel({ texts }: { texts: Texts }) {
  const id = useId();
  const summary = summarize(texts, useReading());
  const high = [...readVitals(texts.vitals ?? '').values()]
    .map(judge)
    .filter((said) => said?.tone === 'defer')
    .map((said) => said?.words ?? '');
  const found = summary.flatMap(({ findings }) => findings);
  const begun = summary.some(({ asked, examined }) => asked || examined);
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ pb: 0.5 }}>
        Findings
      </Typography>
      {high.length + found.length === 0 && (
        <Typography color="textSecondary">
          {begun ? 'Only normal findings.' : 'Nothing written yet.'}
        </Typography>
      )}
      <Box component="ul" role="list" aria-label="Findings" sx={list}>
        {high.map((words) => (
          <Box component="li" key={words}>
            <WarningRounded color="warning" />
            <span>{words}</span>
          </Box>
        ))}
        {found.map(({ system, part, phrase, kind }) => (
          <Box component="li" key={`${part} ${system.key} ${phrase}`}>
            {kind === 'finding' ? (
              <WarningRounded color="warning" />
            ) : (
              <RadioButtonUnchecked color="disabled" />
            )}
            <span>
              {shortened(phrase)}
              <Box component="span" sx={{ color: 'text.secondary' }}>{`, ${system.label}`}</Box>
            </span>
          </Box>
        ))}
      </Box>
      {begun && <Left summary={summary} />}
    </Box>
  );
}

/** The systems that were left out, in a line each way of leaving them out. */
function Left({ summary }: { summary: readonly SystemSummary[] }) {
  const named = (chosen: readonly SystemSummary[]) => chosen.map(({ label }) => label).join(', ');
  const lines = [
    ['Not examined', named(summary.filter(({ examined }) => !examined))],
    ['Deferred', named(summary.filter(({ deferred }) => deferred))],
    ['Not asked', named(summary.filter(({ asked }) => !asked))],
  ].filter(([, systems]) => systems);
  return lines.map(([how, systems]) => (
    <Typography key={how} variant="body2" color="textSecondary" sx={{ pt: 0.5 }}>
      <b>{how}</b>
      {`: ${systems}`}
    </Typography>
  ));
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li': { display: 'flex', gap: 1, py: '3px', overflowWrap: 'anywhere' },
  '& > li > span': { minWidth: 0 },
  '& > li > svg': { flexShrink: 0, fontSize: 16, mt: '2px' },
} as const;
