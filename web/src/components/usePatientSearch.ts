import { useState, type KeyboardEvent } from 'react';

import { useListPatientsQuery, type Patient } from '@/api/generated';
import { useSettled } from '@/components/useSettled';

/** The patient somebody picked, with the name they picked it by. */
export interface ChosenPatient {
  id: number;
  name: string;
}

/** As many as are read at a glance; who is not among them needs one more letter. */
const choices = 8;
const nobody: Patient[] = [];

const nameOf = ({ first_name, last_name }: Patient) => `${first_name} ${last_name}`;

/** The moves of a search that ends in one patient. */
export function usePatientSearch(chosen: ChosenPatient | null, choose: (patient: ChosenPatient | null) => void) {
  const [typed, type] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const wanted = typed.trim();
  const search = useSettled(wanted);
  const { currentData, isError, refetch } = useListPatientsQuery({ search, limit: choices }, { skip: !open });
  // Patients found for other letters than those in the field must not be picked by a quick Enter.
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
      // Within the list Enter picks; it sends the form only once the list is closed.
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
