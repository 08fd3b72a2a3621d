const anyTag = /<\/?[a-z][a-z\d]*(?:\s[^<>]*)?\/?>/i;
const blockTag =
  /<\/?(?:p|h[1-6]|ul|ol|li|blockquote|table|thead|tbody|tr|td|th|hr|div)(?:\s[^<>]*)?\/?>/i;

/**
 * What an author typed, as HTML: a blank line begins a new paragraph, a line break stays one, and characters that are
 * no tags are escaped. Parts that already have headings, paragraphs or lists stay as they are, so that applying it twice changes nothing.
 */
export function bodyToHtml(typed: string): string {
  return typed
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) =>
      blockTag.test(part)
        ? escapeStray(part)
        : `<p>${escapeStray(part).replace(/\n/g, '<br>\n')}</p>`,
    )
    .join('\n\n');
}

/**
 * The reverse, for editing: plain paragraphs lose their tags, and headings and lists get lines of their own. Texts with quotes or tables
 * keep all tags, because a blank line within them would not become a paragraph again.
 */
export function htmlToTyped(html: string): string {
  const nested = /<(?:blockquote|table)\b/i.test(html);
  const plain = nested
    ? html
    : html.replace(/<p>([\s\S]*?)<\/p>/gi, (_tags, words: string) => `\n\n${onLines(words)}\n\n`);
  return plain
    .replace(/\s*(<(?:h[1-6]|ul|ol|blockquote|table|hr)\b)/gi, '\n\n$1')
    .replace(/(<\/(?:h[1-6]|ul|ol|blockquote|table)>|<hr>)\s*/gi, '$1\n\n')
    .replace(/\s*(<li>|<\/(?:ul|ol)>)/gi, '\n$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function onLines(words: string): string {
  return words
    .split(/<br\s*\/?>/i)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n');
}

/** Escapes the ampersands and less-than signs that belong to no entity and no tag. */
function escapeStray(text: string): string {
  const ampersands = text.replace(/&(?!#\d+;|#x[\da-f]+;|[a-z]+;)/gi, '&amp;');
  if (!anyTag.test(ampersands)) return ampersands.replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return ampersands.replace(/<(?!\/?[a-z][a-z\d]*(?:\s[^<>]*)?\/?>|!--)/gi, '&lt;');
}
