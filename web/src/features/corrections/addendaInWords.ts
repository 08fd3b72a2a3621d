/** How many there are, for a row of a list; nothing where there are none. */
export function addendaInWords(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? '1 addendum' : `${count} addenda`;
}
