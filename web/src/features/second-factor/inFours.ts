/** 'ABCDEFGH' as 'ABCD EFGH': what is typed by hand is read in small pieces. */
export function inFours(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? '';
}
