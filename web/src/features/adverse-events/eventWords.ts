import type { AdverseEventKind, AdverseEventStatus, Severity } from '@/api/generated';

export const kindWords: Record<AdverseEventKind, string> = {
  vascular_occlusion: 'Vascular occlusion',
  infection: 'Infection',
  hypersensitivity: 'Hypersensitivity or anaphylaxis',
  nodule: 'Nodule or granuloma',
  ptosis: 'Ptosis',
  burn: 'Burn',
  other: 'Other',
};

/** The grades 1 to 4 of the Common Terminology Criteria for Adverse Events. */
export const severityWords: Record<Severity, string> = {
  mild: 'Mild',
  moderate: 'Moderate',
  severe: 'Severe',
  life_threatening: 'Life-threatening',
};

export const statusWords: Record<AdverseEventStatus, string> = {
  open: 'Open',
  resolving: 'Resolving',
  resolved: 'Resolved',
  resolved_with_sequelae: 'Resolved with sequelae',
};

export const isOver = (status: AdverseEventStatus) =>
  status === 'resolved' || status === 'resolved_with_sequelae';

/** Words as the choices of a field. */
export const choices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
