/** How many match in all. The server counts as far as 1,000. */
export interface PatientCount {
  total: number;
  isMore: boolean;
}

/** The count in the header X-Total-Count; null where the server did not say. */
export function readCount(header: string | null | undefined): PatientCount | null {
  const [, total, more] = /^(\d+)(\+?)$/.exec(header ?? '') ?? [];
  return total === undefined ? null : { total: Number(total), isMore: more === '+' };
}

/** 'Showing 50 of 128 patients', 'Showing 50 of 1,000+ patients', '3 matches', or nothing where nothing is counted. */
export function countLine(shown: number, counted: PatientCount | null, searching: boolean): string {
  if (shown === 0 || counted === null) return '';
  const { total, isMore } = counted;
  const numberFormat = new Intl.NumberFormat('en-US');
  const noun = searching
    ? total === 1
      ? 'match'
      : 'matches'
    : total === 1
      ? 'patient'
      : 'patients';
  if (isMore)
    return shown < total
      ? `Showing ${numberFormat.format(shown)} of ${numberFormat.format(total)}+ ${noun}`
      : `Showing ${numberFormat.format(shown)} ${noun}`;
  return shown < total
    ? `Showing ${numberFormat.format(shown)} of ${numberFormat.format(total)} ${noun}`
    : `${numberFormat.format(total)} ${noun}`;
}
