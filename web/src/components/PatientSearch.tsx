import { useId, useState } from 'react';

import { PatientSearchInput, type PatientSearchField } from '@/components/PatientSearchInput';
import { lazyCode } from '@/components/lazyCode';
import { usePatientSearch, type ChosenPatient } from '@/components/usePatientSearch';

interface Props extends PatientSearchField {
  value: ChosenPatient | null;
  onChange: (patient: ChosenPatient | null) => void;
}

const useAutocomplete = lazyCode(
  async () => (await import('@/components/PatientAutocomplete')).PatientAutocomplete,
);

export const preloadPatientSearch = useAutocomplete.preload;

/**
 * Finds one patient by parts of the name, the birth date, the e-mail address or the phone number; by keyboard alone as well. MUI's
 * Autocomplete is fetched after the page, which it would make a tenth heavier: a search needs the network anyway. Until it is there the
 * same line takes what is typed.
 */
export function PatientSearch({ value, onChange, ...field }: Props) {
  const id = useId();
  const search = usePatientSearch(value, onChange);
  const [focused, setFocused] = useState(false);
  const { code: Autocomplete, failed } = useAutocomplete(search.text);

  if (Autocomplete) return <Autocomplete {...field} id={id} search={search} autoFocus={focused} />;
  return (
    <PatientSearchInput
      {...field}
      error={
        field.error ??
        (failed && search.text ? 'Patients could not be searched. Reload the page.' : undefined)
      }
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
