import { lazyCode } from '@/components/lazyCode';
import { LoadFailure } from '@/components/LoadFailure';

const useDueFollowUps = lazyCode(
  async () => (await import('@/features/follow-ups/DueFollowUps')).DueFollowUps,
);

/** What is to be followed up, whose code comes once the first page is drawn: on many days there is nothing. */
export function DueFollowUps(props: { timeZone: string }) {
  const { code: Due, failed, retry } = useDueFollowUps();
  if (failed)
    return (
      <LoadFailure what="The follow-ups could not be loaded." transient={false} onRetry={retry} />
    );
  return Due ? <Due {...props} /> : null;
}
