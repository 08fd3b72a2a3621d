import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { EstimateSettings as Settings } from '@/api/generated';
import { estimateSettings } from '@/features/estimates/issuing/testing';
import { EstimateSettings } from '@/features/estimates/settings/EstimateSettings';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let settings: Settings;

beforeEach(() => {
  settings = { ...estimateSettings, legal_source: '45 CFR 149.610 and 149.620' };
  server.use(http.get('*/api/gfe-estimate/settings', () => HttpResponse.json(settings)));
});

test('the page and the form say that counsel reviews the legal texts', async () => {
  renderScreen({ path: '/', element: <EstimateSettings /> });
  expect(
    await screen.findByText(
      'The product’s own texts of 2026-11-26. Have your counsel review this text.',
    ),
  ).toBeVisible();
  await userEvent
    .setup()
    .click(screen.getByRole('button', { name: 'Change Good Faith Estimates' }));
  const note = within(await screen.findByRole('dialog')).getByRole('note');
  expect(note).toHaveTextContent(
    'Have your counsel review this text. Wording of 2026-11-26, after 45 CFR 149.610 and 149.620.',
  );
});

test('a clinic that has changed a text is told as well', async () => {
  settings = {
    ...settings,
    texts: settings.texts.map((text) => ({ ...text, changed: 'Our own words.' })),
  };
  renderScreen({ path: '/', element: <EstimateSettings /> });
  expect(
    await screen.findByText('Changed by the clinic. Have your counsel review this text.'),
  ).toBeVisible();
});
