import * as z from 'zod/mini';

import type { NewLoyaltyRule } from '@/api/generated';
import { defaultService } from '@/features/services';
import { messages } from '@/lib/validation';

const maxPoints = 999_999;
const numeric = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** The points field as a number: 0 for anything that is none (specification, section 5). */
export function readPoints(text: string): number {
  const trimmed = text.trim();
  return numeric.test(trimmed) ? Number(trimmed) : 0;
}

export const ruleForm = z.object({
  service: z.string(),
  points: z.pipe(
    z.pipe(z.string(), z.transform(readPoints)),
    z
      .number()
      .check(
        z.refine(
          (points) => Number.isInteger(points) && points >= 0 && points <= maxPoints,
          messages.wholeNumber(0, '999,999'),
        ),
      ),
  ),
});

export type RuleInput = z.input<typeof ruleForm>;

/** A compile error where the form's output is not what the call takes. */
type AssertAssignable<Payload extends NewLoyaltyRule> = Payload;
export type RulePayload = AssertAssignable<z.output<typeof ruleForm>>;

export const newRule: RuleInput = { service: defaultService, points: '10' };
export const ruleFields = ['service', 'points'] as const;

const numberFormat = new Intl.NumberFormat('en-US');

/** '1 point', '1,250 points'. */
export const countPoints = (points: number): string =>
  `${numberFormat.format(points)} ${points === 1 ? 'point' : 'points'}`;
