/** 'ABCDEFGH' as 'ABCD EFGH', for a key that is typed by hand. */
export function groupByFour(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? '';
}
