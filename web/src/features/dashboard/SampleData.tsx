import { lazyPart } from '@/components/lazyPart';

/** Says that there is sample data: only a new clinic has some. */
export const SampleData = lazyPart(
  async () => (await import('@/features/dashboard/SampleDataNotice')).SampleDataNotice,
);
