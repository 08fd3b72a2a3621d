import { lazyDialog } from '@/components/lazyDialog';

export const AnswerDialog = lazyDialog(
  async () => (await import('@/features/review/AnswerDialog')).AnswerDialog,
);
export const SignDialog = lazyDialog(
  async () => (await import('@/features/review/SignDialog')).SignDialog,
);
export const AbsenceDialog = lazyDialog(
  async () => (await import('@/features/review/AbsenceDialog')).AbsenceDialog,
);
export const SharesDialog = lazyDialog(
  async () => (await import('@/features/review/SharesDialog')).SharesDialog,
);
export const ConsentTextDialog = lazyDialog(
  async () => (await import('@/features/review/ConsentTextDialog')).ConsentTextDialog,
);
