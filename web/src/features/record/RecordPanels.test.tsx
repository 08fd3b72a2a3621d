import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { entry, note } from '@/features/record/testing';
import { openRecord } from '@/testing/openRecord';
import { sessionWith } from '@/testing/plans';
import { server } from '@/testing/server';

test("a patient's page ends with the notes and the timeline", async () => {
  openRecord({ session: sessionWith('patient.note.read', 'record.read') });
  server.use(
    http.get('*/api/patients/7/notes', () => HttpResponse.json([note])),
    http.get('*/api/patients/7/timeline', () => HttpResponse.json([entry])),
  );
  expect(await screen.findByText('Prefers mornings.')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Treatment: Botox' })).toHaveAttribute(
    'href',
    '/patients/7?treatment=90',
  );
  expect(
    screen
      .getAllByRole('heading', { level: 2 })
      .slice(-2)
      .map(({ textContent }) => textContent),
  ).toEqual(['Notes', 'Timeline']);
});
