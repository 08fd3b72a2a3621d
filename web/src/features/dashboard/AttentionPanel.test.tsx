import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { visit, open, rowsOf, onThatDay } from '@/features/dashboard/testing';

onThatDay();

test('each kind of what waits is a group, and each row leads to where it is done', async () => {
  const soon = { starts_at: '2026-11-20T19:30:00Z' };
  await open(
    {
      to_sign: [
        {
          exam_id: 31,
          patient_id: 101,
          patient_name: 'Amelia Hart',
          examiner_name: 'Priya Nair',
          created_at: '2026-11-20T14:00:00Z',
        },
      ],
      requests: [
        {
          appointment_id: 30,
          patient_id: 108,
          patient_name: 'Ida Berg',
          service: 'Botox',
          starts_at: '2026-11-23T19:30:00Z',
          asked_at: '2026-11-20T13:05:00Z',
        },
      ],
      moves: [
        {
          appointment_id: 31,
          patient_id: 101,
          patient_name: 'Amelia Hart',
          starts_at: '2026-11-24T19:30:00Z',
          asked_at: '2026-11-19T19:30:00Z',
        },
      ],
      freed: [
        {
          provider_id: 4,
          provider_name: 'Noah Kim',
          starts_at: '2026-11-23T15:00:00Z',
          minutes: 30,
          waiting: 2,
          patient_id: 106,
          patient_name: 'Fay Orr',
        },
        {
          provider_id: 4,
          provider_name: 'Noah Kim',
          starts_at: '2026-11-24T15:00:00Z',
          minutes: 30,
          waiting: 1,
          patient_id: 106,
          patient_name: 'Fay Orr',
        },
      ],
      exams: [
        {
          appointment_id: 32,
          patient_id: 102,
          patient_name: 'Bea Harrow',
          service: 'Botox',
          exam: 'missing',
          ...soon,
        },
      ],
      estimates: [
        { patient_id: 103, patient_name: 'Cleo Lind', due_on: '2026-11-20', ...soon },
        { patient_id: 104, patient_name: 'Dora Moss', due_on: '2026-11-18', ...soon },
      ],
      estimates_total: 2,
      estimate_questions: {
        total: 1,
        questions: [
          {
            id: 6,
            asked_at: '2026-11-19T19:30:00Z',
            question: 'Is the cream in it?',
            answered_at: null,
            answered_by: null,
            patient_id: 116,
            patient_name: 'Nia Park',
            estimate_id: 12,
            version: 1,
          },
        ],
      },
      estimate_clocks: {
        total: 2,
        clients: [
          {
            patient_id: 114,
            patient_name: 'Lea Marsh',
            appointment_id: 81,
            starts_at: '2026-12-10T15:00:00Z',
            cause: 'scheduled',
            due_on: '2026-11-19',
            when: 'overdue',
            estimates: 3,
          },
          {
            patient_id: 115,
            patient_name: 'Mia Noor',
            appointment_id: null,
            starts_at: null,
            cause: 'asked',
            due_on: '2026-11-23',
            when: 'next',
            estimates: 1,
          },
        ],
      },
      messages: [
        {
          id: 9,
          patient_id: 105,
          patient_name: 'Enid Vale',
          kind: 'reminder',
          reason: 'address',
          ...soon,
        },
      ],
      texts: [
        {
          id: 3,
          number: '+15550101234',
          patients: [{ patient_id: 105, first_name: 'Enid', last_name: 'Vale' }],
          body: 'cancel my appointment',
          pictures: 0,
          received_at: '2026-11-20T14:30:00Z',
        },
        {
          id: 2,
          number: '+15550109876',
          patients: [],
          body: 'Who is this?',
          pictures: 0,
          received_at: '2026-11-19T19:30:00Z',
        },
      ],
      providers: [
        {
          provider_id: 4,
          provider_name: 'Noah Kim',
          is_bookable: false,
          appointments: 3,
          first_starts_at: '2026-11-24T19:30:00Z',
        },
      ],
      returned: [
        {
          treatment_id: 90,
          patient_id: 107,
          patient_name: 'Gia Pratt',
          treatment_type: 'Botox',
          comment: 'Which lot?',
          returned_by: 'Dana Reyes',
          returned_at: '2026-11-19T19:30:00Z',
        },
      ],
      adverse_events: [
        {
          event_id: 3,
          patient_id: 108,
          patient_name: 'Hal Lowe',
          kind: 'nodule',
          severity: 'severe',
          reported_at: '2026-11-19T19:30:00Z',
          reported_by: 'Priya Nair',
          to_acknowledge: true,
          follow_up_on: '2026-11-20',
        },
      ],
      unfinished: {
        total: 3,
        charts: [
          {
            kind: 'visit',
            id: 71,
            patient_id: 111,
            patient_name: 'Ines Roth',
            member_name: 'Noah Kim',
            what: 'Botox',
            since: '2026-11-18T19:30:00Z',
          },
          {
            kind: 'returned',
            id: 72,
            patient_id: 112,
            patient_name: 'Jon Vale',
            member_name: 'Noah Kim',
            what: 'Botox',
            since: '2026-11-18T19:40:00Z',
          },
          {
            kind: 'exam',
            id: 73,
            patient_id: 113,
            patient_name: 'Kay Lim',
            member_name: null,
            what: null,
            since: '2026-11-18T19:50:00Z',
          },
        ],
      },
      protocols: [
        {
          protocol_id: 3,
          version_id: 31,
          service: 'Botox',
          number: 2,
          valid_until: '2027-11-20',
          task: 'sign',
        },
        {
          protocol_id: 4,
          version_id: 41,
          service: 'Microneedling',
          number: 1,
          valid_until: '2026-12-01',
          task: 'ends',
        },
        {
          protocol_id: 5,
          version_id: 51,
          service: 'Fillers',
          number: 1,
          valid_until: '2026-11-10',
          task: 'ended',
        },
      ],
      emergency: [
        {
          id: 71,
          patient_id: 108,
          patient_name: 'Hana Ito',
          member_name: 'Marta Ruiz',
          opened_at: '2026-11-20T14:05:00Z',
        },
      ],
      licenses: [{ member_id: 5, member_name: 'Tomás Rivera', expires_on: '2026-12-04' }],
    },
    [visit, { ...visit, id: 40, status: 'Completed' }],
  );
  expect(await rowsOf('Forms missing today')).toEqual([
    ['Amelia Hart2 forms, due 2:30 PMSign', '/patients/101#consents'],
  ]);
  expect(await rowsOf('Adverse events')).toEqual([
    [
      'Hal LoweNodule or granuloma, severe; reported by Priya Nair; follow-up due todayRead',
      '/patients/108#adverse-events',
    ],
  ]);
  expect(await rowsOf('Charts not finished in 24 hours: 3')).toEqual([
    [
      'Ines RothBotox, completed Wed, Nov 18, 2:30 PM, Noah KimNo chart neededFinish',
      '/patients/111',
    ],
    ['Jon ValeBotox, returned Wed, Nov 18, 2:40 PM, Noah KimAnswer', '/patients/112?treatment=72'],
    ['Kay LimExam not signed since Wed, Nov 18, 2:50 PMSign', '/gfe/113'],
  ]);
  expect(await rowsOf('Online requests to answer: 1')).toEqual([
    [
      'Ida BergBotox, Mon, Nov 23, 2:30 PM; asked Fri, Nov 20, 8:05 AMAnswer',
      '/appointments?view=day&date=2026-11-23',
    ],
  ]);
  expect(await rowsOf('Clients who ask for another time')).toEqual([
    ['Amelia HartInstead of Tue, Nov 24, 2:30 PMMove', '/appointments?view=day&date=2026-11-24'],
  ]);
  expect(await rowsOf('Free again, with patients waiting')).toEqual([
    [
      'Mon, Nov 23, 10:00 AMNoah Kim; Fay Orr and 1 other waitOffer',
      '/appointments?view=day&date=2026-11-23&freed=29924100-30-4',
    ],
    [
      'Tue, Nov 24, 10:00 AMNoah Kim; Fay Orr waitsOffer',
      '/appointments?view=day&date=2026-11-24&freed=29925540-30-4',
    ],
  ]);
  expect(await rowsOf('Emergency access')).toEqual([
    ['Hana ItoOpened by Marta Ruiz, Fri, Nov 20, 9:05 AMLook', '/emergency-access'],
  ]);
  expect(await rowsOf('Returned to you')).toEqual([
    ['Gia PrattBotox, Dana Reyes: Which lot?Answer', '/patients/107?treatment=90'],
  ]);
  expect(await rowsOf('Exams, today and the next 7 days')).toEqual([
    ['Bea HarrowNo exam for Botox, Fri, Nov 20, 2:30 PMExamine', '/gfe/102?new'],
  ]);
  expect(await rowsOf('Exams to sign')).toEqual([
    ['Amelia HartExam by Priya Nair, Nov 20, 2026Sign', '/gfe/101'],
  ]);
  expect(await rowsOf('Estimates due: 2')).toEqual([
    ['Lea MarshOverdue, visit Dec 10, 2026, and 2 moreWrite', '/gfe-estimate/114'],
    ['Mia NoorDue Mon, Nov 23, asked about the costWrite', '/gfe-estimate/115'],
  ]);
  expect(screen.getByRole('link', { name: 'All estimates that are due' })).toHaveAttribute(
    'href',
    '/estimates-due',
  );
  expect(await rowsOf('Coverage to ask about: 2')).toEqual([
    [
      'Cleo LindIf self-pay, the estimate is due today, visit Nov 20, 2026Ask',
      '/patients/103#coverage',
    ],
    [
      'Dora MossIf self-pay, the estimate is overdue, visit Nov 20, 2026Ask',
      '/patients/104#coverage',
    ],
  ]);
  // Its code comes apart from the panel's.
  await screen.findByRole('button', { name: /^Mark as answered/ });
  expect(await rowsOf('Questions about estimates: 1')).toEqual([
    ['Nia ParkNov 19, 2026: Is the cream in it?Mark as answeredOpen', '/gfe-estimate/116'],
  ]);
  expect(await rowsOf('Messages that did not arrive')).toEqual([
    ['Enid ValeThe address does not exist, for Fri, Nov 20, 2:30 PMOpen', '/patients/105'],
  ]);
  expect(
    screen.getByRole('link', { name: 'All messages that were not delivered' }),
  ).toHaveAttribute('href', '/messages#not-delivered');
  expect(await rowsOf('Texts from clients')).toEqual([
    ['Enid Vale“cancel my appointment”, Fri, Nov 20, 9:30 AMRead', '/messages#texts'],
    ['(555) 010-9876“Who is this?”, Thu, Nov 19, 2:30 PMRead', '/messages#texts'],
  ]);
  expect(await rowsOf('Providers who cannot be booked')).toEqual([
    [
      'Noah Kim3 appointments ahead, from Tue, Nov 24, 2:30 PMGive to others',
      '/team?appointments=4',
    ],
  ]);
  expect(await rowsOf('Protocols to sign')).toEqual([
    ['BotoxVersion 2, in force until Nov 20, 2027Sign', '/protocols?version=31'],
  ]);
  expect(await rowsOf('Protocols that end')).toEqual([
    ['FillersVersion 1. Ended Nov 10, 2026Renew', '/protocols?protocol=5'],
    ['MicroneedlingVersion 1. Ends Dec 1, 2026, in 11 daysRenew', '/protocols?protocol=4'],
  ]);
  expect(await rowsOf('Licenses')).toEqual([
    ['Tomás RiveraLicense expires Dec 4, 2026, in 14 daysOpen', '/team'],
  ]);
});
