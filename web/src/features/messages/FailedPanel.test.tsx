import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { FailedPanel } from '@/features/messages/FailedPanel';
import { failedMessage } from '@/features/messages/testing';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

test('on a tablet held upright facts of a failed message share columns', async () => {
  screenOfWidth(820);
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('message.send'))),
    http.get('*/api/messages/failed', () => HttpResponse.json([failedMessage])),
  );
  renderScreen({ path: '/', element: <FailedPanel /> });
  const table = within(await screen.findByRole('table', { name: 'Messages that failed' }));
  await waitFor(() =>
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Client, message',
      'Visit, due',
      'Status',
      'Actions',
    ]),
  );
});
