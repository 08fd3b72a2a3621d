import * as z from 'zod/mini';

import type { NewReviewSettings, ReviewSettings } from '@/api/generated';

const whole = (from: number, to: number, words: string) =>
  z.string().check(
    z.trim(),
    z.refine((text) => /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to, {
      error: words,
    }),
  );
const percent = 'Enter a whole number from 0 to 100.';

export const sharesForm = z.object({
  chart_due_hours: whole(1, 720, 'Enter a whole number from 1 to 720.'),
  share: whole(0, 100, percent),
  providers: z.array(
    z.object({
      provider_id: z.number(),
      share: z.string().check(
        z.trim(),
        z.refine((text) => text === '' || (/^\d+$/.test(text) && Number(text) <= 100), {
          error: percent,
        }),
      ),
    }),
  ),
});

export type SharesForm = z.infer<typeof sharesForm>;

export const fromSettings = ({
  chart_due_hours,
  share,
  providers,
}: ReviewSettings): SharesForm => ({
  chart_due_hours: String(chart_due_hours),
  share: String(share),
  providers: providers.map((one) => ({
    provider_id: one.provider_id,
    share: one.share === null ? '' : String(one.share),
  })),
});

export const toSettings = ({
  chart_due_hours,
  share,
  providers,
}: SharesForm): NewReviewSettings => ({
  chart_due_hours: Number(chart_due_hours),
  share: Number(share),
  providers: providers.map((one) => ({
    provider_id: one.provider_id,
    share: one.share === '' ? null : Number(one.share),
  })),
});
