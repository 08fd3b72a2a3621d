const ofBlocks =
  /<\/?(?:p|br|hr|h[1-6]|ul|ol|li|blockquote|table|thead|tbody|tr|td|th|div)\b[^<>]*>/gi;
const ofAnything = /<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/gi;
const characters: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The beginning of a text for a card: no tags, at most `limit` characters, an ellipsis where it was cut. */
export function preview(html: string, limit: number): string {
  const text = Array.from(plainText(html));
  return text.length <= limit ? text.join('') : `${text.slice(0, limit).join('').trimEnd()}…`;
}

/** The text without tags. By regular expressions, because a DOM parser is a Trusted Types sink. */
export function plainText(html: string): string {
  return html
    .replace(ofBlocks, ' ')
    .replace(ofAnything, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, decode)
    .replace(/\s+/g, ' ')
    .trim();
}

function decode(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return characters[name.toLowerCase()] ?? entity;
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
