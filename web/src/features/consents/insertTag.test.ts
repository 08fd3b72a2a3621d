import { expect, test } from 'vitest';

import { insertTag, type Insertion } from '@/features/consents/insertTag';

/** `[` and `]` mark the selection, before and after. */
function insert(marked: string, kind: Insertion): string {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  const {
    text,
    selection: [from, to],
  } = insertTag(marked.replace(/[[\]]/g, ''), start, end, kind);
  return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;
}

test('with nothing selected, a word to type over is put in', () => {
  expect(insert('[]', 'heading')).toBe('<h2>[Heading]</h2>');
  expect(insert('[]', 'paragraph')).toBe('<p>[Paragraph]</p>');
  expect(insert('I []', 'bold')).toBe('I <strong>[Bold]</strong>');
  expect(insert('[]', 'list')).toBe('<ul>\n<li>[Item]</li>\n</ul>');
});

test('bold wraps the words and leaves the spaces outside', () => {
  expect(insert('I [agree ]to it', 'bold')).toBe('I <strong>[agree]</strong> to it');
  expect(insert('I[ agree ]to it', 'bold')).toBe('I <strong>[agree]</strong> to it');
  expect(insert('I[ ]agree', 'bold')).toBe('I <strong>[Bold]</strong>agree');
});

test('headings stand apart from the text around them', () => {
  expect(insert('Before[Risks]after', 'heading')).toBe('Before\n\n<h2>[Risks]</h2>\n\nafter');
  expect(insert('Before\n[Risks]\n\nafter', 'heading')).toBe('Before\n\n<h2>[Risks]</h2>\n\nafter');
});

test('each selected line becomes an item', () => {
  expect(insert('[Redness\n Swelling \n\nBruising]', 'list')).toBe(
    '<ul>\n<li>[Redness</li>\n<li>Swelling</li>\n<li>Bruising]</li>\n</ul>',
  );
});
