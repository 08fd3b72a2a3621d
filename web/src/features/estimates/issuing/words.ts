import type { EstimateChange, EstimateDraft, EstimateState } from '@/api/generated';

const changes: Record<EstimateChange, string> = {
  charges: 'charges',
  items: 'items',
  frequency: 'frequency',
  duration: 'duration',
  provider: 'provider',
  details: 'other details',
};

export const changeWords = (which: readonly EstimateChange[]) =>
  which.map((one) => changes[one]).join(', ');

/** The law asks for a new estimate when one of these changes; other details may change without one. */
export const asksForNew = (which: readonly EstimateChange[]) =>
  which.some((one) => one !== 'details');

export const stateTones: Record<EstimateState, 'success' | 'warning' | 'neutral' | 'danger'> = {
  Draft: 'warning',
  Issued: 'success',
  Superseded: 'neutral',
  Void: 'danger',
};

/** A draft that is complete waits for nothing but being given. */
const isReady = ({ state, missing }: EstimateDraft) => state === 'Draft' && missing.length === 0;

/** A state as people say it. */
export const stateWord = (state: EstimateState): string => (state === 'Void' ? 'Voided' : state);

/** 'Draft', 'Ready, not given', 'Changed, not given', 'Issued', 'Received', 'Superseded' or 'Voided'. */
export function stateWords(draft: EstimateDraft): string {
  const { state, issues } = draft;
  if (state === 'Draft' && issues.length > 0) return 'Changed, not given';
  if (isReady(draft)) return 'Ready, not given';
  return state === 'Issued' && issues[0]?.received_at ? 'Received' : stateWord(state);
}

export const stateTone = ({ state }: EstimateDraft) => stateTones[state];
