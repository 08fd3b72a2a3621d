/** Transcriptions of letters that Unicode does not decompose. */
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

/** What stands behind a name and is left out as often, as the server has it (`foundation/base/src/names`). */
const suffixes = new Set(['jr', 'sr', 'junior', 'senior', 'ii', 'iii', 'iv']);

/** The words without a suffix; 'Junior Silva' is a first and a last name. */
function words(name: string): string[] {
  const all = allWords(name);
  const named = all.filter((word) => !suffixes.has(word));
  return named.length < 2 ? all : named;
}

const allWords = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[\s\p{Pd},]+/u)
    .map((word) =>
      word
        .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
        .replaceAll(/[ßæœøłđðþħı]/gu, (letter) => plain[letter] ?? letter),
    )
    .filter((word) => word !== '');

/** Whether the typed text is this name, without regard to case, accents, punctuation, spaces, and the order of first and last name. */
export function isSameName(typed: string, name: string): boolean {
  const parts = words(name);
  const folded = words(typed).join('');
  return (
    folded !== '' &&
    parts.some((_, at) => [...parts.slice(at), ...parts.slice(0, at)].join('') === folded)
  );
}
