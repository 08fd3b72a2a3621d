import type { AdverseEvent } from '@/api/generated';

export const adverseEvent: AdverseEvent = {
  id: 3,
  patient_id: 7,
  patient_name: 'Amelia Hart',
  treatment_id: 90,
  treatment_type: 'Botox',
  began_on: '2026-02-11',
  kind: 'nodule',
  severity: 'severe',
  status: 'open',
  follow_up_on: '2026-02-20',
  reported_at: '2026-02-12T17:00:00Z',
  reported_by: 'Priya Nair',
  acknowledged_at: null,
  acknowledged_by: null,
  details: 'A hard lump under the left eye.',
  action: 'Massage.',
  reported_severity: 'moderate',
  reported_role: 'Nurse',
  may_acknowledge: true,
  entries: [
    { id: 1, kind: 'correction', status: null, severity: 'severe', reason: 'Wrong grade', text: 'It needed a hospital.', follow_up_on: null, by: 'Noah Kim', role: 'Provider', at: '2026-02-13T17:00:00Z' },
    { id: 2, kind: 'follow_up', status: 'open', severity: null, reason: null, text: 'Seen again.', follow_up_on: '2026-02-20', by: 'Priya Nair', role: 'Nurse', at: '2026-02-14T17:00:00Z' },
  ],
};
