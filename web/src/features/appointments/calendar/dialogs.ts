import { lazyDialog } from '@/components/lazyDialog';

export const BookDrawer = lazyDialog(
  async () => (await import('@/features/appointments/calendar/BookDrawer')).BookDrawer,
);
export const CancelDialog = lazyDialog(
  async () => (await import('@/features/appointments/calendar/CancelDialog')).CancelDialog,
);
export const DeclineDialog = lazyDialog(
  async () => (await import('@/features/appointments/calendar/DeclineDialog')).DeclineDialog,
);
export const EditDialog = lazyDialog(
  async () => (await import('@/features/appointments/calendar/EditDialog')).EditDialog,
);
export const MoveDialog = lazyDialog(
  async () => (await import('@/features/appointments/calendar/MoveDialog')).MoveDialog,
);
