import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { DayInput } from '@/components/DayInput';

/** Empties the field as a browser does: with `bad`, because what is typed is no date. */
function empty(bad: boolean) {
  const field = screen.getByLabelText('From day');
  Object.defineProperty(field, 'validity', { value: { badInput: bad }, configurable: true });
  fireEvent.change(field, { target: { value: '' } });
}

test('a date that does not exist leaves the filter as it is, and an emptied field clears it', () => {
  const choose = vi.fn();
  render(<DayInput label="From day" value="2026-11-05" onChange={choose} />);
  empty(true);
  expect(choose).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText('From day'), { target: { value: '2026-11-06' } });
  expect(choose).toHaveBeenLastCalledWith('2026-11-06');
  empty(false);
  expect(choose).toHaveBeenLastCalledWith('');
});
