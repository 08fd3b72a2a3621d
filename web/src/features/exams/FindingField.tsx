import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useController, type Control, type UseFormGetValues } from 'react-hook-form';

import { Button } from '@/components/Button';
import { TextArea } from '@/components/TextArea';
import { useCaret } from '@/components/useCaret';
import { appendFinding, blankWithin, countBlanks, nextBlank } from '@/features/exams/appendFinding';
import type { ExamField, ExamForm } from '@/features/exams/examForm';

interface Props {
  control: Control<ExamForm>;
  getValues: UseFormGetValues<ExamForm>;
  name: ExamField;
  label: string;
  joiner: string;
  minRows: number;
  maxRows?: number | undefined;
  /** Announces an addition to screen readers. */
  say: (words: string) => void;
  /** Right of the text. */
  beside?: ReactNode;
  /** What adds to the text, below it. */
  children: (add: (finding: string) => void) => ReactNode;
}

/** One text of the exam with what adds to it; adding moves the caret to its first blank. */
export function FindingField({
  control,
  getValues,
  name,
  label,
  joiner,
  minRows,
  maxRows,
  say,
  beside,
  children,
}: Props) {
  const { field, fieldState } = useController({ control, name });
  const { hold, selection, select, selectAfterRender } = useCaret(field.ref);

  const add = (finding: string) => {
    // The form's own value: what is drawn may be older, where a button is pressed before the field has subscribed to the form.
    const before = getValues(name);
    const text = appendFinding(before, finding, joiner);
    const blank = blankWithin(text, finding);
    if (text === before) {
      say(`Already there: ${finding}`);
      if (blank) select(blank);
      return;
    }
    selectAfterRender(blank);
    field.onChange(text);
    say(`Added: ${finding}`);
  };

  const goToBlank = () => {
    const [, caret] = selection();
    const blank = nextBlank(field.value, caret);
    if (blank) select(blank);
  };

  const blanks = countBlanks(field.value);
  const toFill = blanks === 1 ? 'Fill in the blank' : `Fill in ${blanks} blanks`;
  return (
    <Stack spacing={1}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: 0.5 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <TextArea
            label={label}
            name={name}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={hold}
            error={fieldState.error?.message}
            minRows={minRows}
            {...(maxRows && { maxRows })}
          />
        </Box>
        {beside}
      </Box>
      {blanks > 0 && (
        <Button
          onClick={goToBlank}
          style={{ alignSelf: 'flex-start', paddingInline: 12 }}
          aria-label={`${toFill} in ${label}`}
        >
          {toFill}
        </Button>
      )}
      {children(add)}
    </Stack>
  );
}
