import { lazyDialog } from '@/components/lazyDialog';

/** The dialog's code is fetched apart: an export is rare. */
export const ExportDialog = lazyDialog(
  async () => (await import('@/features/documents/ExportDialog')).ExportDialog,
);
