import { lazyDialog } from '@/components/lazyDialog';

export const ChargeDialog = lazyDialog(
  async () => (await import('@/features/charges/ChargeDialog')).ChargeDialog,
);
export const DayDialog = lazyDialog(
  async () => (await import('@/features/charges/DayDialog')).DayDialog,
);
export const ReasonDialog = lazyDialog(
  async () => (await import('@/features/charges/ReasonDialog')).ReasonDialog,
);
