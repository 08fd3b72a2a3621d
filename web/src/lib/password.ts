/** The server's own rule for a new password; saying it before sending spares a round trip, nothing more. */
export function passwordProblem(password: string): string | undefined {
  // Counted as the server counts: characters, not UTF-16 halves.
  const { length } = [...password];
  if (length < 12) return 'Use at least 12 characters';
  return length > 128 ? 'Use at most 128 characters' : undefined;
}

export const passwordHint = 'At least 12 characters. A few plain words make a good one.';
