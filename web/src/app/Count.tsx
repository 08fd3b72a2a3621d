import { lazyCode } from '@/components/lazyCode';

const useBadges = lazyCode(async () => (await import('@/app/badges')).badges);

/** How much waits behind an entry of the navigation. Its code is fetched apart: not every role and clinic has such entries. */
export function Count({ of }: { of: 'requests' | 'review' }) {
  const { code } = useBadges();
  const Badge = code?.[of];
  return Badge ? <Badge /> : null;
}
