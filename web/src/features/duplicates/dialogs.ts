import { lazyDialog } from '@/components/lazyDialog';

export const MergeWithDialog = lazyDialog(
  async () => (await import('@/features/duplicates/MergeWithDialog')).MergeWithDialog,
);
export const UndoMergeDialog = lazyDialog(
  async () => (await import('@/features/duplicates/UndoMergeDialog')).UndoMergeDialog,
);
