import { useState } from 'react';

import { useListPatientsPageQuery, type Patient } from '@/api/generated';
import { useDebouncedValue } from '@/components/useDebouncedValue';

/** The patient that was picked, with the name shown when it was. */
export interface ChosenPatient {
  id: number;
  name: string;
}

/** The most matches that are listed; a patient who is not among them is found by one more letter. */
const choices = 8;
const nobody: Patient[] = [];

/** The state of a combobox that finds one patient. */
export function usePatientSearch(
  chosen: ChosenPatient | null,
  choose: (patient: ChosenPatient | null) => void,
) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [highlighted, setHighlighted] = useState<Patient | null>(null);
  const wanted = typed.trim();
  const search = useDebouncedValue(wanted);
  const { currentData, isError, refetch } = useListPatientsPageQuery(
    { search, limit: choices },
    { skip: !open },
  );
  // Matches of an earlier text must not be picked by a quick Enter.
  const found = search === wanted ? currentData : undefined;
  const patients = found ?? nobody;
  const turn = (on: boolean) => {
    setOpen(on);
    setHighlighted(null);
  };

  return {
    text: chosen?.name ?? typed,
    onType: (text: string) => {
      if (chosen) choose(null);
      setTyped(text);
      turn(true);
    },
    open,
    show: () => turn(true),
    close: () => turn(false),
    patients,
    /** The highlighted one, which Enter picks: the first until somebody moves to another. */
    active: patients.find(({ id }) => id === highlighted?.id) ?? patients[0],
    highlight: setHighlighted,
    pick: ({ id, first_name, last_name }: Patient) => {
      choose({ id, name: `${first_name} ${last_name}` });
      setTyped('');
      turn(false);
    },
    state: isError ? ('failed' as const) : found ? ('found' as const) : ('searching' as const),
    tryAgain: () => void refetch(),
  };
}
