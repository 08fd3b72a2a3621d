import * as z from 'zod/mini';

import type { AdjustPoints, RedeemPoints } from '@/api/generated';
import { optionalText, requiredText } from '@/lib/formRules';

const maxPoints = 999_999;

const whole = (least: number, message: string, allowed: (points: number) => boolean = () => true) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (/^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN)),
    ),
    z
      .number(message)
      .check(
        z.refine((points) => points >= least && points <= maxPoints && allowed(points), message),
      ),
  );

/** Redeems points: at least as many as the clinic's rule says. */
export const redeemForm = (fewest: number) =>
  z.object({
    points: whole(fewest, `Enter a whole number from ${fewest} to 999,999.`),
    reason: optionalText(),
  });

/** Gives points, or takes them with a minus. */
export const adjustForm = z.object({
  points: whole(
    -maxPoints,
    'Enter a whole number of points, with a minus to take them.',
    (points) => points !== 0,
  ),
  reason: requiredText('Reason'),
});

export type PointsInput = { points: string; reason: string };
export const pointsFields = ['points', 'reason'] as const;
export const blank: PointsInput = { points: '', reason: '' };

/** A compile error where a form's output is not what its call takes. */
type AssertAssignable<Payload extends AdjustPoints & RedeemPoints> = Payload;
export type PointsPayload = AssertAssignable<
  z.output<typeof adjustForm> & z.output<ReturnType<typeof redeemForm>>
>;
