import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { type PatientRecord } from '@/api/generated';
import { MailStoppedNotice } from '@/features/patients/MailStoppedNotice';
import { record } from '@/testing/patientRecord';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const contact = record.contact as NonNullable<PatientRecord['contact']>;

async function open(patient: PatientRecord, ...permissions: Parameters<typeof sessionWith>) {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(sessionWith(...permissions))));
  await renderSignedIn({ path: '/', element: <MailStoppedNotice patient={patient} /> });
}

test('an address whose mail came back is named, and confirmed with one press', async () => {
  let confirmed = 0;
  server.use(
    http.post('*/api/patients/7/email/confirm', () => {
      confirmed += 1;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await open({ ...record, contact: { ...contact, mail_stopped: 'returned' } }, 'patient.update');
  expect(
    await screen.findByText(
      /^ingrid@example\.com: Mail to this address came back, so no more is sent\./,
    ),
  ).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'The address is right' }));
  await waitFor(() => expect(confirmed).toBe(1));
  expect(await screen.findByText('Mail is sent to ingrid@example.com again.')).toBeVisible();
});

test('whoever may not change the record reads it alone, and other records say nothing', async () => {
  await open({ ...record, contact: { ...contact, mail_stopped: 'complained' } });
  expect(await screen.findByText(/reported as unwanted/)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a record whose address gets mail says nothing', async () => {
  await open(record, 'patient.update');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
