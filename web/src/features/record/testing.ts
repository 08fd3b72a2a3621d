import type { PatientNote, TimelineEntry } from '@/api/generated';

/** Records for tests, to be spread. */
export const note: PatientNote = {
  id: 11,
  kind: 'note',
  body: 'Prefers mornings.',
  pinned: false,
  author: 'Noah Kim',
  created_at: '2026-02-11T04:30:00Z',
  changed_by: null,
  changed_at: null,
  version: 1,
};

export const entry: TimelineEntry = {
  kind: 'treatment',
  id: 90,
  at: '2026-02-11T04:30:00Z',
  title: 'Botox',
  by: 'Noah Kim',
  state: 'pending',
  of: null,
  version: null,
  points: null,
};
