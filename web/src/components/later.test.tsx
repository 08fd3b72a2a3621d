import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';

import { later } from '@/components/later';

const Form = ({ name }: { name: string }) => <p>{`The form of ${name}`}</p>;

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? <p>Something went wrong</p> : this.props.children);
}

test('what stands in its place goes when the part is here', async () => {
  let arrive = (_part: typeof Form) => {};
  const Later = later(() => new Promise<typeof Form>((resolve) => (arrive = resolve)));
  render(<Later name="Ida" meanwhile={<p>Loading the form</p>} />);
  expect(screen.getByText('Loading the form')).toBeVisible();
  arrive(Form);
  expect(await screen.findByText('The form of Ida')).toBeVisible();
  expect(screen.queryByText('Loading the form')).toBeNull();
});

test('a part that is here is drawn at once', async () => {
  const Later = later(async () => Form);
  await Later.ready();
  render(<Later name="Ida" meanwhile={<p>Loading the form</p>} />);
  expect(screen.getByText('The form of Ida')).toBeVisible();
});

test('a part that is seldom there is fetched when it is to be drawn', async () => {
  const load = vi.fn(async () => Form);
  const Later = later(load, 'drawn');
  expect(load).not.toHaveBeenCalled();
  render(<Later name="Ida" meanwhile={null} />);
  expect(await screen.findByText('The form of Ida')).toBeVisible();
});

test('a part that cannot be had is the page’s to tell', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Later = later<{ name: string }>(async () => { throw new Error('no connection'); });
  render(<Boundary><Later name="Ida" meanwhile={<p>Loading the form</p>} /></Boundary>);
  expect(await screen.findByText('Something went wrong')).toBeVisible();
  logged.mockRestore();
});
