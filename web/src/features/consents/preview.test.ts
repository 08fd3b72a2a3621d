import { expect, test } from 'vitest';

import { plainText, preview } from '@/features/consents/preview';

test('tags are left out and blocks are kept apart', () => {
  expect(
    preview(
      '<h2>Botox</h2><p>I <strong>agree</strong>.</p><ul><li>Redness</li><li>Bruising</li></ul>',
      150,
    ),
  ).toBe('Botox I agree. Redness Bruising');
});

test('150 characters stay whole, 151 are cut with an ellipsis', () => {
  expect(preview(`<p>${'a'.repeat(150)}</p>`, 150)).toBe('a'.repeat(150));
  expect(preview(`<p>${'a'.repeat(151)}</p>`, 150)).toBe(`${'a'.repeat(150)}…`);
});

test('tags do not count towards the limit', () => {
  expect(preview(`<p>${'<b>a</b>'.repeat(150)}</p>`, 150)).toBe('a'.repeat(150));
});

test('no space is left before the ellipsis and no character is split', () => {
  expect(preview('abc def', 4)).toBe('abc…');
  expect(preview('😀😀😀', 2)).toBe('😀😀…');
});

test('entities are decoded once', () => {
  expect(plainText('<p>Risks &amp; benefits &lt; 5&nbsp;% &#39;now&#x27; &amp;lt;</p>')).toBe(
    "Risks & benefits < 5 % 'now' &lt;",
  );
  expect(plainText('&madeup; &#99999999;')).toBe('&madeup; &#99999999;');
});

test('a lone less-than sign is text, a comment is not', () => {
  expect(plainText('BP < 120 <!-- hidden --> ok')).toBe('BP < 120 ok');
});

test('tags without text are empty', () => {
  expect(plainText('<p> &nbsp; </p><hr>')).toBe('');
});
