import { lazyCode } from '@/components/lazyCode';

const useCounts = lazyCode(async () => {
  const [{ RequestBadge }, { ReviewBadge }] = await Promise.all([
    import('@/features/online-booking/RequestBadge'),
    import('@/features/review/ReviewBadge'),
  ]);
  return { requests: RequestBadge, review: ReviewBadge };
});

/** How much waits behind an entry of the navigation. Its code is fetched apart: not every role and clinic has such entries. */
export function Count({ of }: { of: 'requests' | 'review' }) {
  const { code } = useCounts();
  const Badge = code?.[of];
  return Badge ? <Badge /> : null;
}
