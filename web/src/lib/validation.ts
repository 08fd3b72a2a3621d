/**
 * The messages of fields that are not valid, each written once, and the rules that need no form library. (lib/formRules.ts has those that
 * do: the pages outside of the staff area do without it.)
 */
export const messages = {
  required: (label: string) => `${label} is required`,
  tooLong: (most: number) => `Use at most ${most.toLocaleString('en-US')} characters`,
  bodyTooLong: 'This text is too long. Please keep it under 64 kB.',
  tooShort: (least: number) => `Use at least ${least} characters`,
  noEmail: 'Enter your email',
  email: 'Enter a valid email address',
  noPassword: 'Enter your password',
  noCode: 'Enter the code',
  patient: 'Choose a patient from the list',
  date: 'Enter a date such as 11/20/2026',
  npi: 'Enter the ten digits of the NPI',
  tin: 'Enter the business’s number (EIN) such as 12-3456789, never a Social Security number',
  zip: 'Enter a ZIP code such as 10011',
  inFuture: (label: string) => `${label} cannot be in the future`,
  yearOfBirth: 'Enter the full year of birth',
  units: 'Enter a number such as 24 or 12.5.',
  amount: 'Enter an amount such as 12 or 12.50',
  quantity: 'Enter a number such as 1 or 2.5',
  sessions: 'Enter a whole number, at least 1',
  wholeNumber: (least: number, most: number | string) =>
    `Enter a whole number from ${least} to ${most}.`,
  time: 'Enter a time such as 9:00 AM.',
  afterBeginning: 'Enter a time after the beginning.',
  afterOpening: 'Enter a time after the opening.',
  noClinicName: "Enter the clinic's name.",
  timeZone: 'Choose a time zone from the list.',
  lists: 'A list needs another look.',
} as const;

/**
 * HTML's rule for `type="email"`, as the specification (section 5) and the server have it, without what no mail server takes of
 * it: dots at the ends of the name or together, a name of more than 64 characters, a host without a domain.
 */
export const emailPattern =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:localhost|[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+)$/i;

/** What is wrong with an e-mail address as typed. */
export function emailProblem(email: string): string | undefined {
  const given = email.trim();
  if (!given) return messages.noEmail;
  return emailPattern.test(given) ? undefined : messages.email;
}

/** What is wrong with a new password, by the server's rule. */
export function passwordProblem(password: string): string | undefined {
  // In characters, as the server counts, not in UTF-16 units.
  const { length } = [...password];
  if (length < 12) return messages.tooShort(12);
  return length > 128 ? messages.tooLong(128) : undefined;
}

export const passwordHint = 'At least 12 characters. A few plain words make a good one.';
