import { lazyCode } from '@/components/lazyCode';

const useCount = lazyCode(async () => (await import('@/features/review/ReviewBadge')).ReviewBadge);

/** How many charts wait for review. Its code is fetched apart: only directors have the entry. */
export function ReviewCount() {
  const { code: Badge } = useCount();
  return Badge ? <Badge /> : null;
}
