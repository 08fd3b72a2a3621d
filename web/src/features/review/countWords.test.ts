import { expect, test } from 'vitest';

import { countWords } from '@/features/review/reviewWords';

test('what the server does not count to its end is said so', () => {
  expect([0, 37, 500, 501].map(countWords)).toEqual(['0', '37', '500', '500+']);
});
