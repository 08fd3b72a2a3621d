import { lazyDialog } from '@/components/lazyDialog';

export const ReassignDialog = lazyDialog(
  async () => (await import('@/features/appointments/reassign/ReassignDialog')).ReassignDialog,
);
