import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import {
  useWatch,
  type Control,
  type UseFormGetValues,
  type UseFormSetValue,
} from 'react-hook-form';

import type { Findings } from '@/api/generated';
import { findingJoiner } from '@/features/exams/appendFinding';
import type { ExamForm, Part } from '@/features/exams/examForm';
import { FindingField } from '@/features/exams/FindingField';
import { FindingPicker } from '@/features/exams/FindingPicker';
import { NormalCell } from '@/features/exams/findings/NormalCell';
import { QuickFindings } from '@/features/exams/findings/QuickFindings';
import { summarize } from '@/features/exams/findings/summary';
import { useReading } from '@/features/exams/findings/useReading';
import {
  normalState,
  normalWord,
  usualNormal,
  withNormal,
  withoutNormal,
} from '@/features/exams/findings/usualNormal';
import type { System } from '@/features/exams/systems';

interface Props {
  control: Control<ExamForm>;
  getValues: UseFormGetValues<ExamForm>;
  setValue: UseFormSetValue<ExamForm>;
  system: System;
  findings: Findings | undefined;
  open: boolean;
  onOpen: (open: boolean) => void;
  say: (words: string) => void;
}

/** One system: what the patient reports beside what the examiner finds, normal by one tap each; opened, the two texts. */
export function SystemRow({
  control,
  getValues,
  setValue,
  system,
  findings,
  open,
  onOpen,
  say,
}: Props) {
  const { key, label } = system;
  const reading = useReading();
  const [ros, pe] = useWatch({ control, name: [`ros_${key}`, `pe_${key}`] });
  const found =
    summarize({ [`ros_${key}`]: ros, [`pe_${key}`]: pe }, reading).find((one) => one.key === key)
      ?.findings ?? [];
  const id = useId();

  const cell = (part: Part, text: string) => {
    const field = `${part}_${key}` as const;
    const called = `${label} ${part.toUpperCase()}`;
    const normal = usualNormal(part, key, findings, reading);
    const state = normalState(part, text, reading);
    const toggle = () => {
      const before = getValues(field);
      const after =
        state === 'on'
          ? withoutNormal(part, before, normal, findings?.[part][key] ?? [], reading)
          : withNormal(before, normal);
      if (after !== before) setValue(field, after, { shouldDirty: true });
      say(after === '' ? `${called} is empty.` : `${called}: ${after}`);
      // A tap does not remove what was typed by hand, so the text is shown.
      if (state === 'on' && after !== '') onOpen(true);
    };
    return (
      <NormalCell
        label={called}
        word={normalWord(part, text, normal, reading)}
        state={state}
        findings={found.filter((one) => one.part === part)}
        onToggle={toggle}
      />
    );
  };
  const shared = { control, getValues, joiner: findingJoiner, minRows: 2, say };
  const text = (part: Part) => {
    const field = `${part}_${key}` as const;
    const called = `${label} ${part.toUpperCase()}`;
    const list = findings?.[part][key] ?? [];
    return (
      <FindingField {...shared} name={field} label={called}>
        {(add) => (
          <>
            <QuickFindings
              control={control}
              name={field}
              label={called}
              findings={list}
              onAdd={add}
            />
            <FindingPicker label={`Add to ${called}`} findings={list} onPick={add} />
          </>
        )}
      </FindingField>
    );
  };
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        boxShadow: 'inset 0 1px var(--mui-palette-rule)',
        bgcolor: open ? 'background.default' : undefined,
      }}
    >
      <Box sx={systemGrid}>
        <Typography component="h3" id={id} sx={{ gridArea: 'name', fontWeight: 600, pl: 2 }}>
          {label}
        </Typography>
        <Box
          sx={{
            gridArea: 'ros',
            minWidth: 0,
            pl: { xs: 2, sm: 0 },
            alignSelf: { xs: 'start', sm: 'center' },
          }}
        >
          {cell('ros', ros)}
        </Box>
        <Box sx={{ gridArea: 'pe', minWidth: 0, alignSelf: { xs: 'start', sm: 'center' } }}>
          {cell('pe', pe)}
        </Box>
        <IconButton
          aria-expanded={open}
          aria-label={`${label}: texts`}
          onClick={() => onOpen(!open)}
          sx={{ gridArea: 'open', justifySelf: 'end', color: 'text.secondary' }}
        >
          <ExpandMore sx={{ transform: open ? 'rotate(180deg)' : undefined }} />
        </IconButton>
      </Box>
      {open && (
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            alignItems: 'start',
            px: 2,
            pt: 1,
            pb: 2,
          }}
        >
          {text('ros')}
          {text('pe')}
        </Box>
      )}
    </Box>
  );
}

/** The columns of the rows and of their head; on a phone the name stands above. */
export const systemGrid = {
  display: 'grid',
  alignItems: 'center',
  minHeight: 44,
  columnGap: 1,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr) minmax(0, 1fr)',
    sm: '128px minmax(0, 1fr) minmax(0, 1fr) 44px',
  },
  gridTemplateAreas: { xs: '"name open" "ros pe"', sm: '"name ros pe open"' },
} as const;
