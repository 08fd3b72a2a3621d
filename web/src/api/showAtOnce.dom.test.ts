import { patientsApi } from '@/api/generated';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';

import { createStore } from '@/api/store';
import { generatedApi } from '@/testing/generatedApi';
import { server } from '@/testing/server';

const {
  changePatientNote,
  changeResource,
  listTeam,
  reactivateTeamMember,
  setWorkingHours,
  showEstimateClockSettings,
  showPatientCoverage,
  showProtocol,
  showSchedule,
  updateEstimateClockSettings,
  updatePatientCoverage,
  updateProtocolDraft,
  updateTeamMember,
} = generatedApi.endpoints;

const nothing = {} as never;
const record = (version: number) => ({ id: 9, version });
const other = { id: 8, version: 1 };

let store: ReturnType<typeof createStore>;
beforeEach(() => (store = createStore()));

/** A path that answers once: what is fetched again after the change never comes. */
const answerOnce = (path: string, answer: object) =>
  server.use(
    http.get(`*${path}`, () => HttpResponse.json(answer), { once: true }),
    http.get(`*${path}`, () => delay('infinite')),
  );
const answerChange = (path: string, answer: object = record(2)) =>
  server.use(
    http.all(`*${path}`, ({ request }) =>
      request.method === 'GET' ? undefined : HttpResponse.json(answer),
    ),
  );

describe('the response of a change is shown before it is fetched again', () => {
  test.each([
    [
      'of a member',
      '/api/team/9',
      record(2),
      () =>
        store.dispatch(
          updateTeamMember.initiate({ 'If-Match': '1', id: 9, newTeamMember: nothing }),
        ),
    ],
    [
      'of one who is active again',
      '/api/team/9/reactivate',
      { member: record(2) },
      () => store.dispatch(reactivateTeamMember.initiate({ 'If-Match': '1', id: 9 })),
    ],
  ])('in a list: that %s', async (_of, path, answer, change) => {
    answerOnce('/api/team', [other, record(1)]);
    answerChange(path, answer);
    await store.dispatch(listTeam.initiate());
    await change();
    expect(listTeam.select()(store.getState()).data).toEqual([other, record(2)]);
  });

  test('in a page: that of a note', async () => {
    answerOnce('/api/patients/7/notes', [other, record(1)]);
    answerChange('/api/patients/7/notes/9');
    await store.dispatch(patientsApi.endpoints.listPatientNotes.initiate({ id: 7 }));
    await store.dispatch(
      changePatientNote.initiate({ 'If-Match': '1', id: 7, note: 9, patientNoteChange: {} }),
    );
    expect(
      patientsApi.endpoints.listPatientNotes.select({ id: 7 })(store.getState()).data?.pages[0]
        ?.rows,
    ).toEqual([other, record(2)]);
  });

  test('in part of an answer: that of a room', async () => {
    answerOnce('/api/schedule', { blocks: [record(1)], resources: [other, record(1)] });
    answerChange('/api/schedule/resources/9');
    await store.dispatch(showSchedule.initiate({}));
    await store.dispatch(changeResource.initiate({ 'If-Match': '1', id: 9, resourceChange: {} }));
    expect(showSchedule.select({})(store.getState()).data).toEqual({
      blocks: [record(1)],
      resources: [other, record(2)],
    });
  });

  test('in place of all rows of a member: that of working hours', async () => {
    const span = { weekday: 1, opens_at: '09:00', closes_at: '17:00' };
    const ofClinic = { ...span, member_id: null, version: null };
    const ofOther = { ...span, member_id: 8, version: 3 };
    answerOnce('/api/schedule', {
      blocks: [],
      resources: [],
      days: [],
      hours: [
        ofClinic,
        { ...span, member_id: 9, version: 1 },
        { ...span, weekday: 2, member_id: 9, version: 1 },
        ofOther,
      ],
    });
    answerChange('/api/schedule/hours/9', {
      member_id: 9,
      version: 2,
      hours: [{ ...span, weekday: 5 }],
    });
    await store.dispatch(showSchedule.initiate({}));
    await store.dispatch(
      setWorkingHours.initiate({ 'If-Match': '1', memberId: 9, newWorkingHours: { hours: [] } }),
    );
    expect(showSchedule.select({})(store.getState()).data?.hours).toEqual([
      ofClinic,
      ofOther,
      { ...span, weekday: 5, member_id: 9, version: 2 },
    ]);
  });

  test('in its protocol, and no other: that of a draft', async () => {
    answerOnce('/api/protocols/6', { drafts: [other] });
    answerOnce('/api/protocols/7', { drafts: [record(1)] });
    answerChange('/api/protocols/drafts/9');
    await Promise.all([6, 7].map((protocol) => store.dispatch(showProtocol.initiate(protocol))));
    await store.dispatch(
      updateProtocolDraft.initiate({ 'If-Match': '1', id: 9, changedProtocolDraft: nothing }),
    );
    expect(
      [6, 7].map((protocol) => showProtocol.select(protocol)(store.getState()).data?.drafts),
    ).toEqual([[other], [record(2)]]);
  });

  test('alone: that of settings', async () => {
    answerOnce('/api/estimate-clocks/settings', record(1));
    answerChange('/api/estimate-clocks/settings');
    await store.dispatch(showEstimateClockSettings.initiate());
    await store.dispatch(
      updateEstimateClockSettings.initiate({
        'If-Match': '1',
        newEstimateClockSettings: { member_ids: [] },
      }),
    );
    expect(showEstimateClockSettings.select()(store.getState()).data).toEqual(record(2));
  });

  test('with its own patient, and no other: that of a coverage', async () => {
    for (const patient of [6, 7]) answerOnce(`/api/patients/${patient}/coverage`, record(1));
    answerChange('/api/patients/7/coverage');
    await Promise.all(
      [6, 7].map((patient) => store.dispatch(showPatientCoverage.initiate(patient))),
    );
    await store.dispatch(
      updatePatientCoverage.initiate({ 'If-Match': '1', id: 7, newCoverage: nothing }),
    );
    expect(
      [6, 7].map((patient) => showPatientCoverage.select(patient)(store.getState()).data),
    ).toEqual([record(1), record(2)]);
  });
});

test('a refused change shows nothing', async () => {
  answerOnce('/api/team', [record(1)]);
  server.use(
    http.put('*/api/team/9', () =>
      HttpResponse.json({ error: 'No.', code: 'version_conflict' }, { status: 412 }),
    ),
  );
  await store.dispatch(listTeam.initiate());
  await store.dispatch(
    updateTeamMember.initiate({ 'If-Match': '1', id: 9, newTeamMember: nothing }),
  );
  expect(listTeam.select()(store.getState()).data).toEqual([record(1)]);
});
