import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';

import { Button } from '@/components/Button';
import { ButtonAnchor } from '@/components/ButtonAnchor';
import { ButtonLink } from '@/components/ButtonLink';

test('a button sends its form only where it says so', async () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button>Clear</Button>
      <Button type="submit">Save</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(submit).toHaveBeenCalledOnce();
});

test('what was pressed keeps its name and cannot be pressed again while it is on its way', async () => {
  const press = vi.fn();
  const { rerender } = render(
    <Button onClick={press} loading>
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Save' });
  expect(button).toBeDisabled();
  expect(screen.getByRole('progressbar', { name: 'Save' })).toBeVisible();
  fireEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  rerender(<Button onClick={press}>Save</Button>);
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  await userEvent.click(button);
  expect(press).toHaveBeenCalledOnce();
});

test('a ButtonLink looks like a button and is a link', () => {
  render(
    <MemoryRouter>
      <ButtonLink to="/pricing" variant="outlined">
        Compare plans
      </ButtonLink>
      <ButtonAnchor href="/find">Sign in</ButtonAnchor>
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Compare plans' })).toHaveAttribute('href', '/pricing');
  expect(screen.getByRole('link', { name: 'Compare plans' })).toHaveClass('MuiButton-outlined');
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/find');
});
