import { afterEach, describe, expect, test, vi } from 'vitest';

import { safeHtml } from '@/lib/safeHtml';

const cleaned = (html: string) => String(safeHtml(html).__html);

describe('safeHtml', () => {
  test('keeps the elements of a consent', () => {
    const text =
      '<h1>Botox</h1><p>I <strong>understand</strong> the <em>risks</em>:<br></p><ul><li>bruising</li></ul><hr><table><thead><tr><th>Area</th></tr></thead><tbody><tr><td>Brow</td></tr></tbody></table><blockquote><u>Note</u></blockquote><p><s>5</s> <ins>10</ins> <del>2</del> 5<sup>th</sup> a<sub>max</sub></p>';
    expect(cleaned(text)).toBe(text);
  });

  test.each([
    ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    [
      '<p onclick="alert(1)" style="color:red" class="x" id="y" data-x="1" aria-label="z">a</p>',
      '<p>a</p>',
    ],
    ['<a href="javascript:alert(1)">here</a>', 'here'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg><script>alert(1)</script></svg><p>b</p>', '<p>b</p>'],
    ['<iframe srcdoc="<p>x</p>"></iframe>', ''],
    ['<form action="/x"><input value="1"></form>', ''],
    ['<p>a<style>p{display:none}</style></p>', '<p>a</p>'],
  ])('%s becomes %s', (html, kept) => {
    expect(cleaned(html)).toBe(kept);
  });
});

describe('where the browser enforces Trusted Types', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test('the single policy cleans the text, and its value is returned unchanged', async () => {
    const policies: string[] = [];
    vi.stubGlobal('trustedTypes', {
      createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => {
        policies.push(name);
        return { createHTML: (html: string) => ({ trusted: rules.createHTML(html) }) };
      },
    });
    vi.resetModules();
    const { safeHtml: underPolicy } = await import('@/lib/safeHtml');
    expect(underPolicy('<p onclick="x()">a</p>')).toEqual({ __html: { trusted: '<p>a</p>' } });
    expect(policies.filter((name) => name === 'consent-html')).toHaveLength(1);
  });
});
