/** The colours that the form offers, dark enough for a mark on paper. They tell services apart and mean nothing. */
const offered = [
  ['#4a7c59', 'Green'],
  ['#2f6f8f', 'Blue'],
  ['#7a5ea8', 'Violet'],
  ['#b5577f', 'Rose'],
  ['#b4532a', 'Orange'],
  ['#8a6d1f', 'Gold'],
  ['#5a6472', 'Gray'],
  ['#7b4a3a', 'Brown'],
] as const;

/** The choices for a service: none, those offered, and the one that it has if another program chose it. */
export function colorOptions(current: string) {
  const choices = offered.map(([value, label]) => ({
    value: value as string,
    label: label as string,
  }));
  const known = current === '' || choices.some(({ value }) => value === current);
  return known ? choices : [...choices, { value: current, label: current }];
}
