import { lazyDialog } from '@/components/lazyDialog';

/** For narrow screens alone; it opens without a network too. */
export const RowMenu = lazyDialog(
  async () => (await import('@/features/appointments/RowMenu')).RowMenu,
);
