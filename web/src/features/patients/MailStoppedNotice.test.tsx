import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { type PatientRecord } from '@/api/generated';
import { MailStoppedNotice } from '@/features/patients/MailStoppedNotice';
import { generatedApi } from '@/testing/generatedApi';
import { record } from '@/testing/patientRecord';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const contact = record.contact as NonNullable<PatientRecord['contact']>;

function open(patient: PatientRecord, ...permissions: Parameters<typeof sessionWith>) {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(sessionWith(...permissions))));
  const view = renderScreen({ path: '/', element: <MailStoppedNotice patient={patient} /> });
  void view.store.dispatch(generatedApi.endpoints.showSession.initiate());
}

test('an address whose mail came back is named, and confirmed with one press', async () => {
  let confirmed = 0;
  server.use(http.post('*/api/patients/7/email/confirm', () => {
    confirmed += 1;
    return new HttpResponse(null, { status: 204 });
  }));
  open({ ...record, contact: { ...contact, mail_stopped: 'returned' } }, 'patient.update');
  expect(await screen.findByText(/^ingrid@example\.com: Mail to this address came back, so no more is sent\./)).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'The address is right' }));
  await waitFor(() => expect(confirmed).toBe(1));
  expect(await screen.findByText('Mail is sent to ingrid@example.com again.')).toBeVisible();
});

test('whoever may not change the record reads it alone, and other records say nothing', async () => {
  open({ ...record, contact: { ...contact, mail_stopped: 'complained' } });
  expect(await screen.findByText(/reported as unwanted/)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a record whose address gets mail says nothing', () => {
  open(record, 'patient.update');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
