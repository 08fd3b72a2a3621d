import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';

import { later } from '@/components/later';
import { refreshEvery } from '@/lib/presence';

const Form = ({ name }: { name: string }) => <p>{`The form of ${name}`}</p>;

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

test('a part that cannot be had says so in its place, and comes when it is asked for again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(async () => Form).mockRejectedValueOnce(new Error('no connection'));
  const Later = later(load);
  render(<><Later name="Ida" meanwhile={<p>Loading the form</p>} /><input defaultValue="What was typed" /></>);
  expect(await screen.findByRole('alert')).toHaveTextContent('This part of the page could not be loaded.');
  expect(screen.getByRole('button', { name: 'reload' })).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('What was typed');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The form of Ida')).toBeVisible();
  logged.mockRestore();
});

test('what was missing for want of a network comes with it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Later = later(vi.fn(async () => Form).mockRejectedValueOnce(new Error('no connection')));
  render(<Later name="Ida" meanwhile={null} />);
  await screen.findByRole('alert');
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('The form of Ida')).toBeVisible();
  logged.mockRestore();
});

test('a part that breaks takes nothing else with it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Later = later(async () => function Broken(): ReactNode { throw new Error('a fault'); });
  render(<><Later meanwhile={null} /><input defaultValue="What was typed" /></>);
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('What was typed');
  logged.mockRestore();
});

test('a part that broke is drawn anew only when that is asked for', async () => {
  vi.useFakeTimers();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const draw = vi.fn((): ReactNode => { throw new Error('a fault'); });
  const Later = later(async () => function Broken() { return draw(); });
  await Later.ready();
  render(<Later meanwhile={null} />);
  expect(screen.getByRole('alert')).toBeVisible();
  const before = draw.mock.calls.length;
  act(() => void vi.advanceTimersByTime(10 * refreshEvery));
  expect(draw).toHaveBeenCalledTimes(before);
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  expect(draw.mock.calls.length).toBeGreaterThan(before);
  logged.mockRestore();
  vi.useRealTimers();
});

test('a part that cannot be had twice asks for a reload in words, with the form still there', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Later = later(async (): Promise<typeof Form> => { throw new Error('gone'); }, 'drawn');
  render(<><Later name="Ida" meanwhile={null} /><input defaultValue="What was typed" /></>);
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Reload the page' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeVisible();
  expect(screen.getByText(/once you have saved what you entered elsewhere on it/)).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('What was typed');
  logged.mockRestore();
});

test('without a network no code is fetched in advance', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => Form);
  const Later = later(load);
  expect(load).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  render(<Later name="Ida" meanwhile={null} />);
  expect(await screen.findByText('The form of Ida')).toBeVisible();
  online.mockRestore();
});
