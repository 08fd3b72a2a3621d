import { useState, type KeyboardEvent } from 'react';

import { useListPatientsQuery, type Patient } from '@/api/generated';
import { useDebouncedValue } from '@/components/useDebouncedValue';

/** The patient that was picked, with the name shown when it was. */
export interface ChosenPatient {
  id: number;
  name: string;
}

/** How many matches are listed; to find another, type one more letter. */
const choices = 8;
const nobody: Patient[] = [];

const nameOf = ({ first_name, last_name }: Patient) => `${first_name} ${last_name}`;

/** The state and keyboard handling of a combobox that finds one patient. */
export function usePatientSearch(chosen: ChosenPatient | null, choose: (patient: ChosenPatient | null) => void) {
  const [typed, type] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const wanted = typed.trim();
  const search = useDebouncedValue(wanted);
  const { currentData, isError, refetch } = useListPatientsQuery({ search, limit: choices }, { skip: !open });
  // Matches of an earlier text must not be picked by a quick Enter.
  const found = search === wanted ? currentData : undefined;
  const patients = found ?? nobody;
  const active = patients[at];

  const close = () => {
    setOpen(false);
    setAt(0);
  };
  const pick = (patient: Patient) => {
    choose({ id: patient.id, name: nameOf(patient) });
    type('');
    close();
  };
  const move = (step: number) => {
    setOpen(true);
    if (patients.length > 0 && open) setAt((at + step + patients.length) % patients.length);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && open) {
      // While the list is open Enter picks from it and does not submit the form.
      event.preventDefault();
      if (active) pick(active);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };

  return {
    text: chosen?.name ?? typed,
    onType: (text: string) => {
      if (chosen) choose(null);
      type(text);
      setOpen(true);
      setAt(0);
    },
    onKeyDown,
    open,
    close,
    patients,
    active,
    pick,
    state: isError ? 'failed' as const : found ? 'found' as const : 'searching' as const,
    tryAgain: () => void refetch(),
  };
}
