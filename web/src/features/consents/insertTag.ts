export type Insertion = 'heading' | 'paragraph' | 'bold' | 'list';

export interface Edited {
  text: string;
  /** What is selected afterwards: the words between the new tags. */
  selection: [start: number, end: number];
}

const inOwnLine: Record<
  Exclude<Insertion, 'bold' | 'list'>,
  [open: string, close: string, sample: string]
> = {
  heading: ['<h2>', '</h2>', 'Heading'],
  paragraph: ['<p>', '</p>', 'Paragraph'],
};

/** Puts tags around what is selected, or around a word to be typed over when nothing is. */
export function insertTag(text: string, start: number, end: number, kind: Insertion): Edited {
  const selected = text.slice(start, end);
  const words = selected.trim();
  if (kind === 'bold')
    return replace(
      text,
      start,
      end,
      '<strong>',
      words || 'Bold',
      '</strong>',
      spacesAround(selected),
    );
  if (kind === 'list') {
    const lines = words
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const items = (lines.length > 0 ? lines : ['Item']).join('</li>\n<li>');
    return replace(
      text,
      start,
      end,
      '<ul>\n<li>',
      items,
      '</li>\n</ul>',
      linesAround(text, start, end),
    );
  }
  const [open, close, sample] = inOwnLine[kind];
  return replace(text, start, end, open, words || sample, close, linesAround(text, start, end));
}

type Surrounding = readonly [before: string, after: string];

function replace(
  text: string,
  start: number,
  end: number,
  open: string,
  words: string,
  close: string,
  [before, after]: Surrounding,
): Edited {
  const from = start + before.length + open.length;
  return {
    text: text.slice(0, start) + before + open + words + close + after + text.slice(end),
    selection: [from, from + words.length],
  };
}

/** A double click often selects the space behind a word; it stays outside of the tags. */
function spacesAround(selected: string): Surrounding {
  if (selected.trim() === '') return [selected, ''];
  return [/^\s*/.exec(selected)?.[0] ?? '', /\s*$/.exec(selected)?.[0] ?? ''];
}

/** A blank line on both sides, where there is text and not one already. */
function linesAround(text: string, start: number, end: number): Surrounding {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const lacking = (own: string | undefined) => '\n'.repeat(Math.max(0, 2 - (own?.length ?? 0)));
  return [
    before.trim() === '' ? '' : lacking(/\n*$/.exec(before)?.[0]),
    after.trim() === '' ? '' : lacking(/^\n*/.exec(after)?.[0]),
  ];
}
