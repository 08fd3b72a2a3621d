import type { ReactNode } from 'react';

import { useListReviewInfiniteQuery } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { ToneGlyph } from '@/components/ToneGlyph';
import { ChartTicks } from '@/features/review/ChartTicks';
import { age } from '@/features/review/reviewWords';
import { useNow } from '@/features/review/useNow';
import { refreshInterval } from '@/lib/userActivity';

interface Props {
  treatment: number;
  /** Shown where the chart is not in the queue. */
  otherwise: ReactNode;
}

/** What a chart that waits is complete in, and how long it may still wait. */
export function WaitingMarks({ treatment, otherwise }: Props) {
  const now = useNow();
  const { data, isLoading } = useListReviewInfiniteQuery(
    { part: 'all' },
    { pollingInterval: refreshInterval, skipPollingIfUnfocused: true },
  );
  if (isLoading) return null;
  const row = rowsOf(data)?.find(({ id }) => id === treatment);
  if (!row) return otherwise;
  const { text, late } = age(row.due_at, now);
  const tone = late ? 'bad' : 'careful';
  return (
    <>
      <span>
        <ChartTicks of={row} />
        {/* The ticks say it to those who do not see them. */}
        {row.missing === null && <span aria-hidden>Complete</span>}
      </span>
      <span className={tone}>
        <ToneGlyph of={tone} />
        {text}
      </span>
    </>
  );
}
