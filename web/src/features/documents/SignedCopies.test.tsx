import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { SignedCopies } from '@/features/documents/SignedCopies';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const show = (of: 'treatment' | 'exam') =>
  renderScreen({ path: '/', element: <SignedCopies of={of} id={7} /> });

test('a treatment has a copy as its provider signed it, and one as a director approved it', async () => {
  server.use(
    http.get('*/api/treatments/7/copies', () =>
      HttpResponse.json([
        { kind: 'treatment', sha256: 'ab' },
        { kind: 'approval', sha256: 'cd' },
      ]),
    ),
  );
  show('treatment');
  expect(await screen.findByRole('link', { name: 'Copy as signed' })).toHaveAttribute(
    'href',
    '/api/treatments/7/copies/treatment/file',
  );
  expect(screen.getByRole('link', { name: 'Copy as approved' })).toHaveAttribute(
    'href',
    '/api/treatments/7/copies/approval/file',
  );
});

test('an exam has a copy as it was saved, and one as a prescriber signed it', async () => {
  server.use(
    http.get('*/api/gfe/exams/7/copies', () =>
      HttpResponse.json([
        { kind: 'examiner', sha256: 'cd' },
        { kind: 'exam', sha256: 'ab' },
      ]),
    ),
  );
  show('exam');
  expect(await screen.findByRole('link', { name: 'Copy as signed' })).toHaveAttribute(
    'href',
    '/api/gfe/exams/7/copies/exam/file',
  );
  expect(screen.getByRole('link', { name: 'Copy as saved' })).toHaveAttribute(
    'href',
    '/api/gfe/exams/7/copies/examiner/file',
  );
});

test('until it is made it says when that is, and a failure is said', async () => {
  server.use(http.get('*/api/treatments/7/copies', () => HttpResponse.json([])));
  const { unmount } = show('treatment');
  expect(await screen.findByText('A signed copy is made within minutes of signing.')).toBeVisible();
  unmount();
  server.use(
    http.get('*/api/treatments/7/copies', () =>
      HttpResponse.json({ error: 'Something broke.', code: 'internal' }, { status: 500 }),
    ),
  );
  show('treatment');
  expect(await screen.findByText(/The signed copies could not be loaded/)).toBeVisible();
});
