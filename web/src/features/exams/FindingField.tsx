import Stack from '@mui/material/Stack';
import { useController, type Control, type UseFormGetValues } from 'react-hook-form';

import { Button } from '@/components/Button';
import { TextArea } from '@/components/TextArea';
import { useCaret } from '@/components/useCaret';
import { appendFinding, blankWithin, countBlanks, nextBlank } from '@/features/exams/appendFinding';
import type { ExamField, ExamForm } from '@/features/exams/examForm';
import { FindingPicker } from '@/features/exams/FindingPicker';
import { QuickVitals } from '@/features/exams/QuickVitals';

interface Props {
  control: Control<ExamForm>;
  getValues: UseFormGetValues<ExamForm>;
  name: ExamField;
  label: string;
  findings: readonly string[];
  joiner: string;
  /** Announces an addition to screen readers. */
  say: (words: string) => void;
}

/** One text of the exam with its common findings; adding one moves the caret to its first blank. */
export function FindingField({ control, getValues, name, label, findings, joiner, say }: Props) {
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
  const vitals = name === 'vitals';
  return (
    <Stack spacing={2}>
      {vitals && <QuickVitals vitals={findings} onAdd={add} />}
      <TextArea
        label={label}
        name={name}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={hold}
        error={fieldState.error?.message}
        minRows={2}
      />
      {blanks > 0 && (
        <Button onClick={goToBlank} style={{ alignSelf: 'flex-start', paddingInline: 12 }} aria-label={`${toFill} in ${label}`}>
          {toFill}
        </Button>
      )}
      {!vitals && <FindingPicker label={`Add to ${label}`} findings={findings} onPick={add} />}
    </Stack>
  );
}
