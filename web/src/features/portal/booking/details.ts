/** The details that a visitor enters. */
export interface Details {
  firstName: string;
  lastName: string;
  /** How the code reaches them. */
  way: 'email' | 'phone';
  contact: string;
  note: string;
  accepted: boolean;
}

export const emptyDetails: Details = {
  firstName: '',
  lastName: '',
  way: 'email',
  contact: '',
  note: '',
  accepted: false,
};

/** What is missing, by field. */
export function problemsOf(
  { firstName, lastName, way, contact, accepted }: Details,
  hasPolicy: boolean,
): Partial<Record<keyof Details, string>> {
  return {
    ...(firstName.trim() === '' && { firstName: 'First name is required' }),
    ...(lastName.trim() === '' && { lastName: 'Last name is required' }),
    ...(contact.trim() === '' && {
      contact: way === 'email' ? 'E-mail address is required' : 'Mobile number is required',
    }),
    ...(hasPolicy && !accepted && { accepted: 'Please accept the booking policy' }),
  };
}

/** Without spaces around. */
export const trimmed = (details: Details): Details => ({
  ...details,
  firstName: details.firstName.trim(),
  lastName: details.lastName.trim(),
  contact: details.contact.trim(),
  note: details.note.trim(),
});
