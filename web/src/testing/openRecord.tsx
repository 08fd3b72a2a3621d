import { http, HttpResponse } from 'msw';

import type { Consent, Exam, Session, Treatment } from '@/api/generated';
import { Component as PatientPage } from '@/features/patients/PatientPage';
import { exam, record as wholeRecord, template } from '@/testing/patientRecord';
import { ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

/** The record on the mock server; tests change it while the page is open. */
export interface RecordState {
  session: Session;
  exam: Exam | null;
  treatments: Treatment[];
  consents: Consent[];
}

export const refusal = (status: number, code: string, error: string) =>
  HttpResponse.json({ error, code }, { status });

/** Opens the patient's page against a server that holds this record. */
export function openRecord(given: Partial<RecordState> = {}) {
  const record: RecordState = {
    session: ownerSession,
    exam,
    treatments: [],
    consents: [],
    ...given,
  };
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(record.session)),
    http.get('*/api/patients/7', () => HttpResponse.json(wholeRecord)),
    http.get('*/api/gfe/7', () => HttpResponse.json(record.exam)),
    http.get('*/api/treatments', () => HttpResponse.json(record.treatments)),
    http.get('*/api/patients/7/notes', () => HttpResponse.json([])),
    http.get('*/api/patients/7/timeline', () => HttpResponse.json([])),
    http.get('*/api/patients/7/text-reach', () =>
      HttpResponse.json({ to: '***1234', why_not: null }),
    ),
    http.get('*/api/consents', () => HttpResponse.json(record.consents)),
    http.get('*/api/consents/templates', () => HttpResponse.json([template])),
  );
  return {
    record,
    ...renderScreen(
      [
        { path: '/patients/:id', element: <PatientPage /> },
        { path: '*', element: 'elsewhere' },
      ],
      '/patients/7',
    ),
  };
}

export const without = (...permissions: string[]): Session => ({
  ...ownerSession,
  permissions: ownerSession.permissions.filter((permission) => !permissions.includes(permission)),
});
