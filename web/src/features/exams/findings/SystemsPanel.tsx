import UnfoldLess from '@mui/icons-material/UnfoldLess';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import {
  useWatch,
  type Control,
  type UseFormGetValues,
  type UseFormSetValue,
} from 'react-hook-form';

import type { Findings } from '@/api/generated';
import { Button } from '@/components/Button';
import type { ExamForm } from '@/features/exams/examForm';
import { unlisted } from '@/features/exams/findings/phrases';
import { summarize } from '@/features/exams/findings/summary';
import { systemGrid, SystemRow } from '@/features/exams/findings/SystemRow';
import { systems, type SystemKey } from '@/features/exams/systems';

interface Props {
  control: Control<ExamForm>;
  getValues: UseFormGetValues<ExamForm>;
  setValue: UseFormSetValue<ExamForm>;
  findings: Findings | undefined;
  /** The rows whose texts are shown. */
  open: ReadonlySet<SystemKey>;
  onOpen: (open: ReadonlySet<SystemKey>) => void;
  onRestNormal: () => void;
  say: (words: string) => void;
}

const all: ReadonlySet<SystemKey> = new Set(systems.map(({ key }) => key));
const none: ReadonlySet<SystemKey> = new Set();

// What is examined is what is written, whatever it says.
const countExamined = (form: ExamForm) =>
  summarize(form, unlisted).filter((system) => system.examined).length;

/** The ten systems, a row each. */
export function SystemsPanel({ control, open, onOpen, onRestNormal, ...row }: Props) {
  // The number alone: with the whole form every key would draw all rows again.
  const examined = useWatch({ control, compute: countExamined });
  const id = useId();
  const whole = open.size === systems.length;
  const turn = (key: SystemKey) => (wanted: boolean) =>
    onOpen(new Set([...[...open].filter((one) => one !== key), ...(wanted ? [key] : [])]));
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ overflow: 'clip' }}>
      <Box sx={{ ...systemGrid, color: 'text.secondary' }}>
        <Typography
          component="h2"
          variant="caption"
          id={id}
          aria-label={`${examined} of ${systems.length} systems examined`}
          sx={{ gridArea: 'name', pl: 2, fontWeight: 600 }}
        >{`${examined} of ${systems.length} systems`}</Typography>
        <Typography
          variant="caption"
          sx={{ gridArea: 'ros', pl: { xs: 2, sm: 0 }, fontWeight: 600 }}
        >
          Reported (ROS)
        </Typography>
        <Box
          sx={{
            gridArea: 'pe',
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'space-between',
            minWidth: 0,
          }}
        >
          <Typography variant="caption" sx={{ fontWeight: 600 }}>
            Examined (PE)
          </Typography>
          <Button onClick={onRestNormal} sx={{ px: 1, minWidth: 0, whiteSpace: 'nowrap' }}>
            Rest normal
          </Button>
        </Box>
        <Box sx={{ gridArea: 'open', justifySelf: 'end' }}>
          <IconButton
            aria-label={whole ? 'Hide all texts' : 'Show all texts'}
            title={whole ? 'Hide all texts' : 'Show all texts'}
            onClick={() => onOpen(whole ? none : all)}
            color="primary"
          >
            {whole ? <UnfoldLess /> : <UnfoldMore />}
          </IconButton>
        </Box>
      </Box>
      {systems.map((system) => (
        <SystemRow
          key={system.key}
          {...row}
          control={control}
          system={system}
          open={open.has(system.key)}
          onOpen={turn(system.key)}
        />
      ))}
    </Paper>
  );
}
