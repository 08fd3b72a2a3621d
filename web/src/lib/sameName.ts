/** Transcriptions of letters that Unicode does not decompose. */
const plain: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' };

const words = (name: string) =>
  name.normalize('NFKD').replaceAll(/\p{Mn}/gu, '').toLowerCase().split(/\s+/u)
    .map((word) => word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '').replaceAll(/[ßæœøłđðþħı]/gu, (letter) => plain[letter] ?? letter))
    .filter((word) => word !== '');

/** Whether the typed text is this name, without regard to case, accents, punctuation, spaces, and the order of first and last name. */
export function isSameName(typed: string, name: string): boolean {
  const parts = words(name);
  const folded = words(typed).join('');
  return folded !== '' && parts.some((_, at) => [...parts.slice(at), ...parts.slice(0, at)].join('') === folded);
}
