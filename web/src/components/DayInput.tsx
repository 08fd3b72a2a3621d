import { useState } from 'react';

import { TextInput } from '@/components/TextInput';
import { isMeantDate } from '@/lib/dates';

interface Props {
  label: string;
  /** 'YYYY-MM-DD', or '' for none. */
  value: string;
  /** Told of a whole date somebody may mean, and of '' when there is none any more. */
  onChange: (day: string) => void;
  error?: string | undefined;
}

/** A day that is acted on as soon as it is there. One that is still being typed stays in the field until it is whole. */
export function DayInput({ label, value, onChange, error }: Props) {
  const [draft, setDraft] = useState({ of: value, text: value });
  const type = (text: string) => {
    setDraft({ of: value, text });
    if (text === '' || isMeantDate(text)) onChange(text);
  };
  return <TextInput label={label} type="date" value={draft.of === value ? draft.text : value} onChange={(event) => type(event.target.value)} error={error} />;
}
