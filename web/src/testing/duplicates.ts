import type { ComparedPatient, PossibleDuplicate } from '@/api/generated';

/** Amelia Hart as a comparison shows her. */
export const comparedAmelia: ComparedPatient = {
  id: 101,
  first_name: 'Amelia',
  last_name: 'Hart',
  preferred_name: null,
  birth_date: '1980-01-10',
  phone: '(555) 010-1000',
  email: null,
  is_archived: false,
};

/** That the person may be Amelia Hart. */
export const maybeAmelia: PossibleDuplicate = {
  patient: comparedAmelia,
  likeness: 'very_likely',
  reason: 'Same birth date and phone, similar name',
};
