import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach } from 'vitest';
import type { ClinicSettings, Exam } from '@/api/generated';
import { UnsavedPrompt } from '@/app/UnsavedPrompt';
import { Component as GfeExamPage } from '@/features/exams/GfeExamPage';
import { amelia, ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

export const none = {
  constitutional: [],
  heent: [],
  cardio: [],
  resp: [],
  gi: [],
  gu: [],
  msk: [],
  neuro: [],
  skin: [],
  psych: [],
};

export const settings: ClinicSettings = {
  name: 'Linden Aesthetics',
  subdomain: 'linden',
  time_zone: 'America/New_York',
  idle_minutes: 15,
  consent_link_days: 30,
  exam_valid_months: 12,
  points_expire_months: 24,
  adult_age: 18,
  second_factor: 'optional',
  missing_consents: 'warn',
  audit_heads: 'log',
  opens_at: '09:00',
  closes_at: '18:00',
  version: 1,
  findings: {
    vitals: ['BP: ___/___ mmHg', 'HR: ___ bpm'],
    ros: { ...none, gu: ['Denies pregnancy', 'LMP: ___'] },
    pe: { ...none, skin: ['Skin warm, dry and intact', 'Photodamage or dyschromia'] },
  },
  normal_findings: { ros: ['Denies pregnancy'], pe: ['Skin warm, dry and intact'] },
};

export const noTexts = Object.fromEntries(
  Object.keys(none).flatMap((key) => [
    [`ros_${key}`, null],
    [`pe_${key}`, null],
  ]),
) as Omit<
  Exam,
  | 'id'
  | 'patient_id'
  | 'vitals'
  | 'normal'
  | 'deferred'
  | 'examiner_id'
  | 'examiner_name'
  | 'created_at'
  | 'valid_until'
>;

export const lastExam: Exam = {
  ...noTexts,
  id: 5,
  patient_id: amelia.id,
  vitals: 'HR: 70 bpm',
  pe_skin: 'Skin warm, dry and intact',
  normal: ['pe_skin'],
  deferred: [],
  examiner_id: 1,
  examiner_name: 'Elena Moreau',
  created_at: '2026-01-10T19:05:00Z',
  valid_until: '2027-01-10T19:05:00Z',
};

export let sent: unknown[];

export const open = (search = '') =>
  renderScreen(
    {
      path: '/gfe/:patientId',
      element: (
        <>
          <GfeExamPage />
          <UnsavedPrompt />
        </>
      ),
    },
    `/gfe/101${search}`,
  );

export const examined = (exam: Exam | null = lastExam) =>
  server.use(http.get('*/api/gfe/101', () => HttpResponse.json(exam)));

export const newExam = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'New exam' }));

export const back = () =>
  userEvent.click(screen.getByRole('button', { name: 'Back to the last exam' }));

export const form = () => screen.findByRole('form', { name: 'Good Faith Exam' });

export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

export const texts = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Show all texts' }));

export const withPermissions = (permissions: string[]) =>
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, permissions })),
  );

/** For each test: a clinic whose patient has no exam. */
export function withoutExams() {
  beforeEach(() => {
    sent = [];
    server.use(
      http.get('*/api/patients/101', () => HttpResponse.json(amelia)),
      http.get('*/api/clinic/settings', () => HttpResponse.json(settings)),
      http.get('*/api/gfe/101', () => HttpResponse.json(null)),
      http.get('*/api/gfe/101/history', () => HttpResponse.json([])),
      http.post('*/api/gfe', async ({ request }) => {
        const body = (await request.json()) as object;
        sent.push(body);
        return HttpResponse.json(
          { ...lastExam, vitals: null, pe_skin: null, ...body, id: 6 },
          { status: 201 },
        );
      }),
    );
  });
}
