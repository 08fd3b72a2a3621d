import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import {
  get,
  set,
  useWatch,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';

import { Button } from '@/components/Button';
import { scrollIntoViewRef } from '@/components/scrollIntoViewRef';
import type { Conflict } from '@/lib/mergeChanges';

/** Formats a value that cannot be shown as it is: a code, a date, a list of ids. Undefined for any other value. */
export type FormatValue = (field: string, value: unknown) => string | undefined;

interface Props<Form extends FieldValues> {
  form: Pick<UseFormReturn<Form>, 'control' | 'getValues' | 'setValue'>;
  conflicts: readonly Conflict[];
  inWords?: FormatValue;
}

/** After a merge: each field that both changed, with both values whole, and the choice between them. The form holds ours until theirs is taken. */
export function BothChanged<Form extends FieldValues>({ form, conflicts, inWords }: Props<Form>) {
  const id = useId();
  if (conflicts.length === 0) return null;
  return (
    <Paper
      ref={scrollIntoViewRef}
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ p: 2 }}
    >
      <Stack spacing={2}>
        <Typography id={id} variant="h3">
          Changed by both of you
        </Typography>
        {conflicts.map((conflict) => (
          <Choice key={conflict.field} form={form} conflict={conflict} inWords={inWords} />
        ))}
      </Stack>
    </Paper>
  );
}

interface ChoiceProps<Form extends FieldValues> {
  form: Props<Form>['form'];
  conflict: Conflict;
  inWords: FormatValue | undefined;
}

/** One field. What was typed last is kept while theirs is in the form. */
function Choice<Form extends FieldValues>({
  form: { control, getValues, setValue },
  conflict: { field, label, mine, theirs },
  inWords,
}: ChoiceProps<Form>) {
  const held: unknown = useWatch({ control, name: field as Path<Form> });
  const [kept, setKept] = useState(mine);
  const taken = same(held, theirs);
  const write = (value: unknown) => {
    // The whole of an outer field, because the form does not notify a field with a control of its own of its parts.
    const outer = field.split('.')[0] as Path<Form>;
    const whole = structuredClone(getValues());
    set(whole, field, value);
    setValue(outer, get(whole, outer), { shouldDirty: true, shouldValidate: true });
  };
  const take = () => {
    if (taken) return;
    setKept(held);
    write(theirs);
  };
  const words = (value: unknown) => inWords?.(field, value) ?? plainWords(value);
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" sx={{ p: 0, mb: 1, fontWeight: 600 }}>
        {label}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Side
          title="Theirs"
          of={label}
          value={words(theirs)}
          action="Take theirs"
          chosen={taken}
          onChoose={take}
        />
        <Side
          title="Yours"
          of={label}
          value={words(taken ? kept : held)}
          action="Keep mine"
          chosen={!taken}
          onChoose={() => taken && write(kept)}
        />
      </Box>
      <Typography
        role="status"
        variant="body2"
        color="textSecondary"
        sx={{ mt: 0.5 }}
      >{`${label}: the form holds ${taken ? 'theirs' : 'yours'}.`}</Typography>
    </Box>
  );
}

interface SideProps {
  title: string;
  of: string;
  value: string;
  action: string;
  chosen: boolean;
  onChoose: () => void;
}

function Side({ title, of, value, action, chosen, onChoose }: SideProps) {
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start', minWidth: 0 }}>
      <Typography variant="body2" color="textSecondary">
        {title}
      </Typography>
      {/* It can be scrolled by keyboard. */}
      <Box role="group" aria-label={`${title}: ${of}`} tabIndex={0} sx={text}>
        {value}
      </Box>
      <Button
        variant={chosen ? 'contained' : 'outlined'}
        aria-pressed={chosen}
        aria-label={`${action}: ${of}`}
        onClick={onChoose}
      >
        {action}
      </Button>
    </Stack>
  );
}

const text = {
  alignSelf: 'stretch',
  flexGrow: 1,
  p: 1,
  maxHeight: 176,
  overflow: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  bgcolor: 'background.default',
  borderRadius: 1,
} as const;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function plainWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length > 0 ? value.join('\n') : 'Nothing';
  return typeof value === 'string' && value !== '' ? value : 'Nothing';
}
