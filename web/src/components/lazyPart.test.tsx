import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { lazyPart } from '@/components/lazyPart';

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

test('a part is drawn once its code is there, and at once the next time', async () => {
  const Part = lazyPart(async () => Hello);
  const first = render(<Part name="Lena" />);
  expect(first.container).toBeEmptyDOMElement();
  expect(await screen.findByText('Hello Lena')).toBeInTheDocument();
  first.unmount();
  render(<Part name="Ida" />);
  expect(screen.getByText('Hello Ida')).toBeInTheDocument();
});

test('where its code cannot be fetched, nothing stands in its place', async () => {
  let requested = 0;
  const Part = lazyPart<{ name: string }>(async () => {
    requested += 1;
    throw new Error('No network.');
  });
  const { container } = render(<Part name="Lena" />);
  await expect.poll(() => requested).toBe(1);
  expect(container).toBeEmptyDOMElement();
});
