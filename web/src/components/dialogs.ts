import { lazyDialog } from '@/components/lazyDialog';

/** A question whose answer is sent, for pages that seldom ask one: its code is fetched apart. */
export const ConfirmRequestDialog = lazyDialog(
  async () => (await import('@/components/ConfirmRequestDialog')).ConfirmRequestDialog,
);
