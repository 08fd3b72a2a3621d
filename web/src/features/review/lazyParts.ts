import { lazyPart } from '@/components/lazyPart';

/** Only directors have charts that wait for them. */
export const WaitingMarks = lazyPart(
  async () => (await import('@/features/review/WaitingMarks')).WaitingMarks,
);
