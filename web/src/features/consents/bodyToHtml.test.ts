import { describe, expect, test } from 'vitest';

import { bodyToHtml, htmlToTyped } from '@/features/consents/bodyToHtml';

test('plain text becomes paragraphs, with its line breaks', () => {
  expect(bodyToHtml('I agree.\nI was told.\n\n\nI may stop.')).toBe(
    '<p>I agree.<br>\nI was told.</p>\n\n<p>I may stop.</p>',
  );
});

test('signs that are no tags are shown as typed', () => {
  expect(bodyToHtml('BP < 140 & pulse > 50')).toBe('<p>BP &lt; 140 &amp; pulse &gt; 50</p>');
  expect(bodyToHtml('<strong>BP</strong> < 140 &amp; stable')).toBe(
    '<p><strong>BP</strong> &lt; 140 &amp; stable</p>',
  );
});

test('bold words within plain text still get their paragraph', () => {
  expect(bodyToHtml('I <strong>agree</strong>.\n\nThank you.')).toBe(
    '<p>I <strong>agree</strong>.</p>\n\n<p>Thank you.</p>',
  );
});

test('headings and lists are left alone, plain parts beside them are not', () => {
  expect(bodyToHtml('<h2>Risks</h2>\n\nThese may happen:\n\n<ul>\n<li>Redness</li>\n</ul>')).toBe(
    '<h2>Risks</h2>\n\n<p>These may happen:</p>\n\n<ul>\n<li>Redness</li>\n</ul>',
  );
});

test('converting twice changes nothing', () => {
  for (const typed of [
    'A\nB\n\nC & <D',
    '<p>A</p>\n\n<ul><li>B</li></ul>',
    'x <em>y</em> < z\r\n\r\nw',
  ]) {
    const once = bodyToHtml(typed);
    expect(bodyToHtml(once)).toBe(once);
  }
});

test('blank text is no text', () => {
  expect(bodyToHtml(' \n\n ')).toBe('');
});

describe('for editing', () => {
  test('plain paragraphs lose their tags, headings and lists stand on their own lines', () => {
    expect(
      htmlToTyped(
        '<h2>Risks</h2><p>These <strong>may</strong>\nhappen:<br>soon</p><ul><li>Redness</li><li>Swelling</li></ul><p>Thank you.</p>',
      ),
    ).toBe(
      '<h2>Risks</h2>\n\nThese <strong>may</strong> happen:\nsoon\n\n<ul>\n<li>Redness</li>\n<li>Swelling</li>\n</ul>\n\nThank you.',
    );
  });

  test('what is saved again without a change means the same', () => {
    const written =
      '<h2>Risks</h2>\n\n<p>Pulse &lt; 50 &amp; falling:<br>\nsoon</p>\n\n<ul>\n<li>Redness</li>\n</ul>\n\n<hr>\n\n<p>Thank you.</p>';
    expect(bodyToHtml(htmlToTyped(written))).toBe(written);
    expect(htmlToTyped(bodyToHtml(htmlToTyped(written)))).toBe(htmlToTyped(written));
  });

  test('paragraphs within quotes and tables keep their tags', () => {
    const quote = '<blockquote>\n<p>A</p>\n<p>B</p>\n</blockquote>';
    expect(htmlToTyped(quote)).toBe(quote);
  });
});
