/** 'Showing 50 of 128 patients', '3 matches', or nothing where nothing is counted. */
export function countLine(shown: number, total: number | null, searching: boolean): string {
  if (shown === 0 || total === null) return '';
  const many = new Intl.NumberFormat('en-US');
  const noun = searching ? (total === 1 ? 'match' : 'matches') : total === 1 ? 'patient' : 'patients';
  return shown < total ? `Showing ${many.format(shown)} of ${many.format(total)} ${noun}` : `${many.format(total)} ${noun}`;
}
