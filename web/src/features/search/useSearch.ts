import { useState } from 'react';

import { useSearchQuery, type FoundPatient } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useDebouncedValue } from '@/components/useDebouncedValue';
import { matchPlaces, type Place } from '@/features/search/matchPlaces';

/** A patient or a place: an option of the list. */
export type Result = { key: string; patient: FoundPatient } | { key: string; place: Place };

interface Answer {
  /** What was searched; empty for the patients seen last. */
  text: string;
  patients: readonly FoundPatient[];
}

/** The most that the server searches for. */
const longest = 200;

/** What is typed, and what it finds. The former answer stays until the next is there, marked as stale. */
export function useSearch(places: readonly Place[]) {
  const maySearch = usePermissions().mayLimited('patient.list');
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().slice(0, longest);
  const searched = useDebouncedValue(wanted);
  const query = useSearchQuery(searched || undefined, { skip: !maySearch });
  const { currentData, error } = query;
  const [answer, setAnswer] = useState<Answer>();
  const found = searched === wanted ? currentData?.patients : undefined;
  if (found && (answer?.patients !== found || answer.text !== searched))
    setAnswer({ text: searched, patients: found });

  const failed = maySearch && Boolean(error) && searched === wanted;
  const patients = !maySearch || (failed && !found) ? [] : answer?.patients;
  const results: Result[] = [
    ...(patients ?? []).map((patient) => ({ key: `patient-${patient.id}`, patient })),
    ...matchPlaces(places, wanted).map((place) => ({ key: `place-${place.to}`, place })),
  ];
  return {
    typed,
    type: setTyped,
    wanted,
    results,
    /** Whether the patients are those seen last. */
    recent: (answer?.text ?? searched) === '',
    /** Before the first answer. */
    loading: patients === undefined,
    stale: maySearch && !failed && (answer?.text !== wanted || found === undefined),
    failed,
    query,
  };
}
