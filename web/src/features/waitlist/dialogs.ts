import { lazyDialog } from '@/components/lazyDialog';

export const AddToWaitlist = lazyDialog(
  async () => (await import('@/features/waitlist/WaitlistDialog')).WaitlistDialog,
);
export const FreedTime = lazyDialog(
  async () => (await import('@/features/waitlist/FreedTime')).FreedTime,
);
