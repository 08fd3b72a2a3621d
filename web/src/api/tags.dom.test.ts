import { examsApi, loyaltyApi, patientsApi, treatmentsApi } from '@/api/generated';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';

import { createStore } from '@/api/store';
import { generatedApi } from '@/testing/generatedApi';
import { ownerSession } from '@/testing/records';
import { server } from '@/testing/server';

const {
  addPatientNote,
  answerClinicalList,
  approveTreatment,
  confirmTeamMember,
  createAppointment,
  createEstimate,
  createExam,
  createTeamMember,
  createTreatment,
  deleteTeamMember,
  issueConsent,
  listPendingTreatments,
  listProviders,
  listReviewStates,
  login,
  proveIdentity,
  removeTeamSecondFactor,
  retireService,
  showExam,
  showSession,
  showSummary,
  updateTeamMember,
  voidExam,
  voidTreatment,
  withdrawConsent,
} = generatedApi.endpoints;

function counted(path: string, answer: unknown) {
  let calls = 0;
  server.use(
    http.get(`*${path}`, () => {
      calls += 1;
      return HttpResponse.json(answer as object);
    }),
  );
  return { calls: () => calls };
}

const newTreatment = {
  patient_id: 101,
  treatment_type: 'Botox' as const,
  provider_signature: 'data:image/png;base64,',
};
const member = {
  first_name: 'A',
  last_name: 'B',
  email: 'a@example.com',
  role: 'Nurse' as const,
  department: 'Clinical' as const,
  status: 'active' as const,
  hire_date: '2026-01-01',
};

describe('what one call changes elsewhere is fetched again', () => {
  test("an approval: the patient's history and what waits on the dashboard", async () => {
    const history = counted('/api/treatments', []);
    const pending = counted('/api/treatments/pending', []);
    server.use(http.post('*/api/treatments/5/approve', () => HttpResponse.json({})));
    const store = createStore();
    await Promise.all([
      store.dispatch(treatmentsApi.endpoints.listTreatments.initiate({ patientId: 101 })),
      store.dispatch(listPendingTreatments.initiate()),
    ]);
    await store.dispatch(
      approveTreatment.initiate({
        'If-Match': '1',
        id: 5,
        approval: { director_signature: 'data:image/png;base64,' },
      }),
    );
    await vi.waitFor(() => expect([history.calls(), pending.calls()]).toEqual([2, 2]));
  });

  test('a treatment: the balances, because it earns points', async () => {
    const balances = counted('/api/loyalty/balances', []);
    server.use(http.post('*/api/treatments', () => HttpResponse.json({}, { status: 201 })));
    const store = createStore();
    await store.dispatch(loyaltyApi.endpoints.listLoyaltyBalances.initiate({}));
    await store.dispatch(createTreatment.initiate(newTreatment));
    await vi.waitFor(() => expect(balances.calls()).toBe(2));
  });

  test('a voided treatment: the history, what waits on the dashboard and the balances', async () => {
    const history = counted('/api/treatments', []);
    const pending = counted('/api/treatments/pending', []);
    const balances = counted('/api/loyalty/balances', []);
    server.use(http.post('*/api/treatments/5/void', () => HttpResponse.json({})));
    const store = createStore();
    await Promise.all([
      store.dispatch(treatmentsApi.endpoints.listTreatments.initiate({ patientId: 101 })),
      store.dispatch(listPendingTreatments.initiate()),
      store.dispatch(loyaltyApi.endpoints.listLoyaltyBalances.initiate({})),
    ]);
    await store.dispatch(
      voidTreatment.initiate({
        id: 5,
        newVoid: { reason: 'Recorded twice', signature: 'data:image/png;base64,' },
      }),
    );
    await vi.waitFor(() =>
      expect([history.calls(), pending.calls(), balances.calls()]).toEqual([2, 2, 2]),
    );
  });

  test('a voided exam: the one that clears the patient, and the history', async () => {
    const exam = counted('/api/gfe/101', null);
    const history = counted('/api/gfe/101/history', []);
    server.use(http.post('*/api/gfe/exams/5/void', () => HttpResponse.json({})));
    const store = createStore();
    await Promise.all([
      store.dispatch(showExam.initiate(101)),
      store.dispatch(examsApi.endpoints.listExams.initiate({ patientId: 101 })),
    ]);
    await store.dispatch(
      voidExam.initiate({
        id: 5,
        newVoid: { reason: 'Another patient', signature: 'data:image/png;base64,' },
      }),
    );
    await vi.waitFor(() => expect([exam.calls(), history.calls()]).toEqual([2, 2]));
  });

  test('a treatment refused for want of an exam: the exam', async () => {
    const exam = counted('/api/gfe/101', null);
    server.use(
      http.post('*/api/treatments', () =>
        HttpResponse.json({ error: 'Complete the exam', code: 'exam_missing' }, { status: 409 }),
      ),
    );
    const store = createStore();
    await store.dispatch(showExam.initiate(101));
    await store.dispatch(createTreatment.initiate(newTreatment));
    await vi.waitFor(() => expect(exam.calls()).toBe(2));
  });

  test('whatever is recorded about a patient: the timeline and the header of the record', async () => {
    const timeline = counted('/api/patients/101/timeline', []);
    const summary = counted('/api/patients/101/summary', {});
    const made = () => HttpResponse.json({}, { status: 201 });
    for (const call of [
      '*/api/treatments',
      '*/api/gfe',
      '*/api/gfe-estimate',
      '*/api/appointments',
      '*/api/consents/101/issue',
      '*/api/patients/101/notes',
    ])
      server.use(http.post(call, made));
    const store = createStore();
    await Promise.all([
      store.dispatch(patientsApi.endpoints.showTimeline.initiate({ id: 101 })),
      store.dispatch(showSummary.initiate(101)),
    ]);
    const changes = [
      () => store.dispatch(createTreatment.initiate(newTreatment)),
      () => store.dispatch(createExam.initiate({} as never)),
      () => store.dispatch(createEstimate.initiate({} as never)),
      () => store.dispatch(createAppointment.initiate({} as never)),
      () => store.dispatch(issueConsent.initiate({ patientId: 101 } as never)),
      () => store.dispatch(addPatientNote.initiate({ id: 101, newPatientNote: { body: 'x' } })),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      await vi.waitFor(() =>
        expect([timeline.calls(), summary.calls()]).toEqual([index + 2, index + 2]),
      );
    }
  });

  test('whatever a chart needs: the dangers of the charts that wait, and what the record warns of', async () => {
    const states = counted('/api/review/states', []);
    const summary = counted('/api/patients/101/summary', {});
    const made = () => HttpResponse.json({});
    server.use(
      http.post('*/api/consents/issued/60/withdraw', made),
      http.put('*/api/patients/101/clinical/allergies', made),
      http.post('*/api/services/3/retire', made),
      http.post('*/api/gfe', made),
    );
    const store = createStore();
    await Promise.all([
      store.dispatch(listReviewStates.initiate(101)),
      store.dispatch(showSummary.initiate(101)),
    ]);
    const changes = [
      () => store.dispatch(withdrawConsent.initiate({ id: 60, withdrawConsent: {} } as never)),
      () => store.dispatch(answerClinicalList.initiate({ id: 101, kind: 'allergies' } as never)),
      // Which consents a service needs stands in the catalogue.
      () => store.dispatch(retireService.initiate({ id: 3 } as never)),
      () => store.dispatch(createExam.initiate({} as never)),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      await vi.waitFor(() =>
        expect([states.calls(), summary.calls()]).toEqual([index + 2, index + 2]),
      );
    }
  });

  test('a note: the notes', async () => {
    const notes = counted('/api/patients/101/notes', []);
    server.use(http.post('*/api/patients/101/notes', () => HttpResponse.json({}, { status: 201 })));
    const store = createStore();
    await store.dispatch(patientsApi.endpoints.listPatientNotes.initiate({ id: 101 }));
    await store.dispatch(addPatientNote.initiate({ id: 101, newPatientNote: { body: 'x' } }));
    await vi.waitFor(() => expect(notes.calls()).toBe(2));
  });

  test('a changed member: the account menu', async () => {
    const session = counted('/api/auth/session', ownerSession);
    server.use(http.put('*/api/team/1', () => HttpResponse.json({})));
    const store = createStore();
    await store.dispatch(showSession.initiate());
    await store.dispatch(
      updateTeamMember.initiate({ 'If-Match': '1', id: 1, newTeamMember: member }),
    );
    await vi.waitFor(() => expect(session.calls()).toBe(2));
  });

  test('any change of the team: who can be booked', async () => {
    const providers = counted('/api/appointments/providers', []);
    server.use(
      http.post('*/api/team', () => HttpResponse.json({}, { status: 201 })),
      http.put('*/api/team/9', () => HttpResponse.json({})),
      http.delete('*/api/team/9', () => new HttpResponse(null, { status: 204 })),
    );
    const store = createStore();
    await store.dispatch(listProviders.initiate());
    await store.dispatch(createTeamMember.initiate(member));
    await vi.waitFor(() => expect(providers.calls()).toBe(2));
    await store.dispatch(
      updateTeamMember.initiate({ 'If-Match': '1', id: 9, newTeamMember: member }),
    );
    await vi.waitFor(() => expect(providers.calls()).toBe(3));
    await store.dispatch(deleteTeamMember.initiate({ 'If-Match': '1', id: 9 }));
    await vi.waitFor(() => expect(providers.calls()).toBe(4));
  });

  test('a changed, confirmed or removed member: whose approval is waited for, in the list and in the record', async () => {
    const pending = counted('/api/treatments/pending', []);
    const history = counted('/api/treatments', []);
    server.use(
      http.put('*/api/team/9', () => HttpResponse.json({})),
      http.post('*/api/team/9/confirm', () => HttpResponse.json({})),
      http.delete('*/api/team/9/totp', () => new HttpResponse(null, { status: 204 })),
      http.delete('*/api/team/9', () => new HttpResponse(null, { status: 204 })),
    );
    const store = createStore();
    await Promise.all([
      store.dispatch(treatmentsApi.endpoints.listTreatments.initiate({ patientId: 101 })),
      store.dispatch(listPendingTreatments.initiate()),
    ]);
    const changes = [
      () =>
        store.dispatch(
          updateTeamMember.initiate({ 'If-Match': '1', id: 9, newTeamMember: member }),
        ),
      () => store.dispatch(confirmTeamMember.initiate({ 'If-Match': '1', id: 9 })),
      () => store.dispatch(removeTeamSecondFactor.initiate(9)),
      () => store.dispatch(deleteTeamMember.initiate({ 'If-Match': '1', id: 9 })),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      await vi.waitFor(() =>
        expect([history.calls(), pending.calls()]).toEqual([index + 2, index + 2]),
      );
    }
  });
});

describe('an answer that is a session', () => {
  test('of a sign-in is the session, without asking again', async () => {
    const session = counted('/api/auth/session', ownerSession);
    server.use(http.post('*/api/auth/login', () => HttpResponse.json(ownerSession)));
    const store = createStore();
    await store.dispatch(login.initiate({ email: 'a@example.com', password: 'x' }));
    await vi.waitFor(() =>
      expect(showSession.select()(store.getState()).data).toEqual(ownerSession),
    );
    expect(session.calls()).toBe(0);
  });

  test('of a proof is the session from then on', async () => {
    const proved = { ...ownerSession, proved_until: '2030-01-01T00:00:00Z' };
    server.use(http.post('*/api/auth/prove', () => HttpResponse.json(proved)));
    const store = createStore();
    await store.dispatch(proveIdentity.initiate({ password: 'x' }));
    await vi.waitFor(() =>
      expect(showSession.select()(store.getState()).data?.proved_until).toBe(
        '2030-01-01T00:00:00Z',
      ),
    );
  });
});
