/** What a correction that could not be saved says, from the failure's own sentence. */
export function notSaved(sentence: string | undefined): string | undefined {
  if (sentence === undefined) return undefined;
  return sentence === 'Request failed'
    ? 'Not saved yet. Everything you entered is still here: please try again.'
    : `Not saved yet. ${sentence}`;
}
