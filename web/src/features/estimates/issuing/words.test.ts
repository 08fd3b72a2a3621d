import { expect, test } from 'vitest';

import type { EstimateDraft, EstimateState, IssuedVersion } from '@/api/generated';
import { draftOfEstimate } from '@/features/estimates/issuing/testing';
import { stateWords } from '@/features/estimates/issuing/words';

const draft = (
  state: EstimateState,
  issues: Partial<IssuedVersion>[] = [],
  missing = draftOfEstimate.missing,
): EstimateDraft => ({ ...draftOfEstimate, state, missing, issues: issues as IssuedVersion[] });

test.each([
  ['Draft', draft('Draft')],
  ['Ready, not given', draft('Draft', [], [])],
  ['Changed, not given', draft('Draft', [{ version: 1, received_at: '2026-11-19T15:00:00Z' }], [])],
  ['Issued', draft('Issued', [{ version: 1, received_at: null }])],
  ['Received', draft('Issued', [{ version: 1, received_at: '2026-11-19T15:00:00Z' }])],
  ['Voided', draft('Void', [{ version: 1, received_at: null }])],
])('%s', (words, of) => expect(stateWords(of)).toBe(words));
