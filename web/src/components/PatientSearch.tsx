import { useEffect, useId, useState } from 'react';

import type { PatientAutocomplete } from '@/components/PatientAutocomplete';
import { PatientSearchInput, type PatientSearchField } from '@/components/PatientSearchInput';
import { usePatientSearch, type ChosenPatient } from '@/components/usePatientSearch';

interface Props extends PatientSearchField {
  value: ChosenPatient | null;
  onChange: (patient: ChosenPatient | null) => void;
}

/**
 * Finds one patient by parts of the name, the birth date, the e-mail address or the phone number; by keyboard alone as well. MUI's
 * Autocomplete is fetched after the page, which it would make a tenth heavier: a search needs the network anyway. Until it is there the
 * same line takes what is typed.
 */
export function PatientSearch({ value, onChange, ...field }: Props) {
  const id = useId();
  const search = usePatientSearch(value, onChange);
  const [focused, setFocused] = useState(false);
  const { Autocomplete, failed } = useAutocomplete(search.text);

  if (Autocomplete) return <Autocomplete {...field} id={id} search={search} autoFocus={focused} />;
  return (
    <PatientSearchInput
      {...field}
      error={field.error ?? (failed && search.text ? 'Patients could not be searched. Reload the page.' : undefined)}
      id={id}
      input={{
        role: 'combobox',
        'aria-expanded': false,
        'aria-autocomplete': 'list',
        autoComplete: 'off',
        value: search.text,
        onChange: ({ target }) => search.onType(target.value),
        onFocus: () => setFocused(true),
        onBlur: () => setFocused(false),
      }}
    />
  );
}

let loaded: typeof PatientAutocomplete | undefined;

async function load() {
  loaded ??= (await import('@/components/PatientAutocomplete')).PatientAutocomplete;
}

/** The component, once its code is there. Each new text tries again when the code could not be fetched. */
function useAutocomplete(text: string) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(loaded ? 'loaded' : 'loading');
  useEffect(() => {
    if (loaded) return undefined;
    let gone = false;
    load().then(() => gone || setState('loaded'), () => gone || setState('failed'));
    return () => {
      gone = true;
    };
  }, [text]);
  return { Autocomplete: loaded, failed: state === 'failed' };
}
