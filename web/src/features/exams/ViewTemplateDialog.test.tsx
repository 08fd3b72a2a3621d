import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import type { ExamTemplate } from '@/api/generated';
import { ViewTemplateDialog } from '@/features/exams/ViewTemplateDialog';
import { renderScreen } from '@/testing/renderScreen';

const template: ExamTemplate = {
  id: 3,
  name: 'Filler visit',
  description: 'Cheeks and lips',
  vitals_template: null,
  ros_template: null,
  pe_template: null,
  version: 1,
  created_at: '2026-01-05T15:00:00Z',
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
  expect(paper).toContain('Filler visitCheeks and lips');
  print.mockRestore();
});
