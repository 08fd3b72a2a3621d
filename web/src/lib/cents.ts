const decimal = /^(\d{1,6})(?:\.(\d{0,2}))?$|^\.(\d{1,2})$/;

/** A text such as '12', '12.5' or '.75' in hundredths; undefined when it is no such number. */
export function hundredths(text: string): bigint | undefined {
  const match = decimal.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '0', fraction = '', bare = ''] = match;
  return BigInt(whole) * 100n + BigInt((fraction || bare).padEnd(2, '0'));
}

/** Cents as people write them: '$1,234.50'; a dash for what is not known yet. */
export function formatCents(cents: bigint | null): string {
  if (cents === null) return '—';
  return `$${(cents / 100n).toLocaleString('en-US')}.${String(cents % 100n).padStart(2, '0')}`;
}
