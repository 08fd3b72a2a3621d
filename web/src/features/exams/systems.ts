/** The ten body systems of an exam, in the order of the exam. */
export const systems = [
  { key: 'constitutional', label: 'Constitutional' },
  { key: 'heent', label: 'HEENT' },
  { key: 'cardio', label: 'Cardiovascular' },
  { key: 'resp', label: 'Respiratory' },
  { key: 'gi', label: 'Gastrointestinal' },
  { key: 'gu', label: 'Genitourinary' },
  { key: 'msk', label: 'Musculoskeletal' },
  { key: 'neuro', label: 'Neurological' },
  { key: 'skin', label: 'Skin' },
  { key: 'psych', label: 'Psychiatric' },
] as const;

export type System = (typeof systems)[number];
export type SystemKey = System['key'];
