import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { PrintSheet } from '@/components/PrintSheet';
import { ownerSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';

test('a sheet has the name of the clinic and its title, and is gone once it was printed', async () => {
  let paper = '';
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    paper = document.querySelector('[data-paper]')?.textContent ?? '';
  });
  await renderSignedIn({
    path: '/',
    element: (
      <PrintSheet title="Point rules" name="Print the point rules">
        Botox earns 20 points
      </PrintSheet>
    ),
  });
  const button = await screen.findByRole('button', { name: 'Print the point rules' });
  for (const times of [1, 2]) {
    await userEvent.click(button);
    await waitFor(() => expect(print).toHaveBeenCalledTimes(times));
    expect(paper).toBe(`${ownerSession.clinic.name}Point rulesBotox earns 20 points`);
    fireEvent(window, new Event('afterprint'));
    expect(document.querySelector('[data-paper]')).toBeNull();
  }
  print.mockRestore();
});
