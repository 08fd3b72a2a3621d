import { expect, test } from 'vitest';

import { sentence } from '@/lib/sentence';

test('a sentence begins with a capital, and the rest stays as it is', () => {
  expect(sentence('the visit had begun')).toBe('The visit had begun');
  expect(sentence('BP was high')).toBe('BP was high');
  expect(sentence('')).toBe('');
});
