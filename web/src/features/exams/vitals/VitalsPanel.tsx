import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, useState, type FocusEvent } from 'react';
import {
  useWatch,
  type Control,
  type UseFormGetValues,
  type UseFormSetValue,
} from 'react-hook-form';

import { Button } from '@/components/Button';
import { vitalsJoiner } from '@/features/exams/appendFinding';
import type { ExamForm } from '@/features/exams/examForm';
import { FindingField } from '@/features/exams/FindingField';
import { QuickVitals } from '@/features/exams/QuickVitals';
import { writeVitalAndBmi } from '@/features/exams/vitals/bmi';
import { judge } from '@/features/exams/vitals/ranges';
import { formerOf } from '@/features/exams/vitals/trend';
import type { EarlierVitals } from '@/features/exams/vitals/useEarlierVitals';
import { VitalCell } from '@/features/exams/vitals/VitalCell';
import { vitalKeys, type VitalKey } from '@/features/exams/vitals/vitals';
import { freeText, offeredReading, readVitals } from '@/features/exams/vitals/vitalsText';

interface Props {
  control: Control<ExamForm>;
  getValues: UseFormGetValues<ExamForm>;
  setValue: UseFormSetValue<ExamForm>;
  /** The clinic's quick-add entries. */
  offered: readonly string[];
  earlier: readonly EarlierVitals[];
  say: (words: string) => void;
}

/** The vital signs as numbers, and below them the text that they are: each follows the other. */
export function VitalsPanel({ control, getValues, setValue, offered, earlier, say }: Props) {
  const text = useWatch({ control, name: 'vitals' });
  const readings = readVitals(text);
  const [typing, setTyping] = useState<VitalKey | 'text'>();
  const [shown, setShown] = useState<'quick' | 'earlier'>();
  const id = useId();

  const write = (key: VitalKey, values: string[]) =>
    setValue('vitals', writeVitalAndBmi(getValues('vitals'), key, values, offered), {
      shouldDirty: true,
    });
  const rows = vitalKeys.map((key) => {
    const reading = readings.get(key);
    // Nothing is said about a number that is being typed: '7' may become '72'.
    const judgement =
      (reading && typing !== key && typing !== 'text' && judge(reading)) || undefined;
    const drawn = reading ?? offeredReading(key, offered);
    return {
      key,
      drawn,
      judgement,
      former: formerOf(key, drawn.notation.unit, earlier),
      saidBy: `${id}-${key}`,
    };
  });
  const follow = ({ target }: FocusEvent) =>
    setTyping(
      target instanceof HTMLTextAreaElement
        ? 'text'
        : (target.closest<HTMLElement>('[data-vital]')?.dataset['vital'] as VitalKey | undefined),
    );
  const toggle = (what: 'quick' | 'earlier') =>
    setShown((now) => (now === what ? undefined : what));

  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label="Vitals"
      onFocus={follow}
      onBlur={() => setTyping(undefined)}
      sx={{ p: 1 }}
    >
      <Box sx={strip}>
        {rows.map(({ key, drawn, judgement, former, saidBy }) => (
          <VitalCell
            key={key}
            reading={drawn}
            former={former}
            judgement={judgement}
            saidBy={saidBy}
            onChange={(values) => write(key, values)}
          />
        ))}
      </Box>
      {rows.map(
        ({ key, judgement, saidBy }) =>
          judgement && (
            <Typography
              key={key}
              id={saidBy}
              variant="body2"
              sx={{
                px: 0.5,
                pt: 0.5,
                fontWeight: 600,
                color: judgement.tone === 'impossible' ? 'error.main' : 'warning.main',
                overflowWrap: 'anywhere',
              }}
            >
              {judgement.words}
            </Typography>
          ),
      )}
      <Box sx={{ px: 0.5, pt: 1.25 }}>
        <FindingField
          control={control}
          getValues={getValues}
          name="vitals"
          label="Vitals"
          joiner={vitalsJoiner}
          minRows={1}
          say={say}
          // The text may scroll where the number fields show all of it; otherwise all of it is visible.
          maxRows={freeText(text).length > 0 ? undefined : 2}
          beside={
            <>
              {offered.length > 0 && (
                <Button aria-expanded={shown === 'quick'} onClick={() => toggle('quick')} sx={tool}>
                  Quick add
                </Button>
              )}
              {earlier.length > 0 && (
                <Button
                  aria-expanded={shown === 'earlier'}
                  onClick={() => toggle('earlier')}
                  sx={tool}
                >
                  Earlier values
                </Button>
              )}
            </>
          }
        >
          {(add) => (
            <>
              {shown === 'quick' && <QuickVitals vitals={offered} onAdd={add} />}
              {shown === 'earlier' && <Earlier exams={earlier} />}
            </>
          )}
        </FindingField>
      </Box>
    </Paper>
  );
}

function Earlier({ exams }: { exams: readonly EarlierVitals[] }) {
  return (
    <Box
      component="ul"
      aria-label="Earlier values"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}
    >
      {exams.map(({ id, date, text }) => (
        <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ fontWeight: 600 }}>{`${date}: `}</Box>
          {text}
        </Box>
      ))}
    </Box>
  );
}

const strip = {
  display: 'grid',
  rowGap: 1,
  gridTemplateColumns: { xs: 'repeat(3, minmax(0, 1fr))', sm: 'repeat(5, minmax(0, 1fr))' },
  '@media (min-width: 1100px)': {
    gridTemplateColumns: '1.95fr 1.1fr 1.05fr .82fr .97fr .98fr 1.25fr 1fr .85fr .9fr',
  },
} as const;
const tool = { px: 1, minWidth: 0, whiteSpace: 'nowrap' } as const;
