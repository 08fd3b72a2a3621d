/** What is wrong with a new password, by the server's rule. */
export function passwordProblem(password: string): string | undefined {
  // In characters, as the server counts, not in UTF-16 units.
  const { length } = [...password];
  if (length < 12) return 'Use at least 12 characters';
  return length > 128 ? 'Use at most 128 characters' : undefined;
}

export const passwordHint = 'At least 12 characters. A few plain words make a good one.';
