import { lazyDialog } from '@/components/lazyDialog';

export const ReportDialog = lazyDialog(
  async () => (await import('@/features/adverse-events/ReportDialog')).ReportDialog,
);
export const FollowUpDialog = lazyDialog(
  async () => (await import('@/features/adverse-events/FollowUpDialog')).FollowUpDialog,
);
export const CorrectionDialog = lazyDialog(
  async () => (await import('@/features/adverse-events/CorrectionDialog')).CorrectionDialog,
);
