import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import type { ConsentTemplate } from '@/api/generated';
import { ViewTemplateDialog } from '@/features/consents/ViewTemplateDialog';
import { renderScreen } from '@/testing/renderScreen';

const template: ConsentTemplate = {
  id: 3,
  name: 'Botulinum toxin',
  body: '<h2>What it is</h2><p>A drug.</p>',
  version: 2,
  created_at: '2026-01-05T15:00:00Z',
  updated_at: '2026-01-08T15:00:00Z',
};

test('a template is printed from where it is shown', async () => {
  let paper = '';
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    paper = document.querySelector('[data-paper]')?.textContent ?? '';
  });
  renderScreen({
    path: '/',
    element: <ViewTemplateDialog template={template} onClose={() => {}} />,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(paper).toContain('Botulinum toxinWhat it is');
  print.mockRestore();
});
