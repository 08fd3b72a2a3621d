import { useState } from 'react';

import { TextInput } from '@/components/TextInput';
import { isPlausibleDate } from '@/lib/dates';

interface Props {
  label: string;
  /** 'YYYY-MM-DD', or '' for none. */
  value: string;
  /** Called with a complete date of a plausible year, or with '' when the field is emptied; not while what is typed is no date. */
  onChange: (day: string) => void;
  error?: string | undefined;
}

/** A date field for filters, which act at once: `onChange` waits until the date is complete. */
export function DayInput({ label, value, onChange, error }: Props) {
  const [draft, setDraft] = useState({ of: value, text: value });
  const type = ({ value: text, validity }: HTMLInputElement) => {
    setDraft({ of: value, text });
    // The browser's value of half a date, or of a day that a month does not have, is empty too.
    if (text === '' ? !validity.badInput : isPlausibleDate(text)) onChange(text);
  };
  return (
    <TextInput
      label={label}
      type="date"
      value={draft.of === value ? draft.text : value}
      onChange={(event) => type(event.target as HTMLInputElement)}
      error={error}
    />
  );
}
