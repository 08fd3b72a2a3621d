import { render } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Unbroken } from '@/components/Unbroken';

test.each([
  ['Call 1-800-985-3059, or write.', ['1-800-985-3059']],
  ['1-800-985-3059 and 1-212-555-0100', ['1-800-985-3059', '1-212-555-0100']],
  ['No number, 11-800-985-3059 neither, and 1-800 not.', []],
])('%s', (text, numbers) => {
  const { container } = render(
    <p>
      <Unbroken text={text} />
    </p>,
  );
  expect(container).toHaveTextContent(text);
  expect([...container.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual(
    numbers,
  );
});
