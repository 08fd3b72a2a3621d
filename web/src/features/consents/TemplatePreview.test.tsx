import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { Component as ConsentTemplatesPage } from '@/features/consents/ConsentTemplatesPage';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

test('the preview shows what will be stored, or why it would be refused', async () => {
  const wide = 'has a table with 13 columns where 8 fit on the page. It begins with “Day 1”';
  server.use(
    http.get('*/api/consents/templates', () => HttpResponse.json([])),
    http.post('*/api/consents/templates/preview', async ({ request }) => {
      const { body } = (await request.json()) as { body: string };
      if (body.includes('table'))
        return HttpResponse.json(
          { error: wide, code: 'invalid', fields: { body: wide } },
          { status: 422 },
        );
      if (body.includes('offline'))
        return HttpResponse.json({ error: 'Something broke.', code: 'internal' }, { status: 500 });
      return HttpResponse.json({ body: '<p>5 units</p><p>0 refunds</p>' });
    }),
  );
  renderScreen({ path: '/', element: <ConsentTemplatesPage /> });
  await userEvent.click(await screen.findByRole('button', { name: 'New template' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New template' }));
  const text = dialog.getByRole('textbox', { name: /^Consent text/ });
  const type = async (typed: string) => {
    await userEvent.clear(text);
    await userEvent.click(text);
    await userEvent.paste(typed);
  };
  await type('<div>5 units</div><div>0 refunds</div>');
  const preview = await dialog.findByRole('region', { name: 'Preview' });
  await waitFor(() => expect(preview.innerHTML).toBe('<p>5 units</p><p>0 refunds</p>'));
  await type('<table>');
  expect(await dialog.findByText(`This text cannot be saved: it ${wide}.`)).toBeVisible();
  await type('offline');
  expect(await dialog.findByText(/^This preview could not be checked/)).toBeVisible();
  expect(dialog.getByRole('region', { name: 'Preview' }).innerHTML).toBe('<p>offline</p>');
});
