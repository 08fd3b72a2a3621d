import type { EstimateChange, EstimateState } from '@/api/generated';

const changes: Record<EstimateChange, string> = {
  charges: 'charges', items: 'items', frequency: 'frequency', duration: 'duration', provider: 'provider', details: 'other details',
};

export const changeWords = (which: readonly EstimateChange[]) => which.map((one) => changes[one]).join(', ');

/** The law asks for a new estimate when one of these changes; other details may change without one. */
export const asksForNew = (which: readonly EstimateChange[]) => which.some((one) => one !== 'details');

export const stateTones: Record<EstimateState, 'success' | 'warning' | 'neutral' | 'danger'> = {
  Draft: 'warning', Issued: 'success', Superseded: 'neutral', Void: 'danger',
};
