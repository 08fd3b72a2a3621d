import { lazyDialog } from '@/components/lazyDialog';

export const AddendumDialog = lazyDialog(
  async () => (await import('@/features/corrections/AddendumDialog')).AddendumDialog,
);
export const VoidDialog = lazyDialog(
  async () => (await import('@/features/corrections/VoidDialog')).VoidDialog,
);
