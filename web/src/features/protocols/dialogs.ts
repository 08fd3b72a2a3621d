import { lazyDialog } from '@/components/lazyDialog';

export const VersionDialog = lazyDialog(
  async () => (await import('@/features/protocols/VersionDialog')).VersionDialog,
);
export const AgreeDialog = lazyDialog(
  async () => (await import('@/features/protocols/AgreeDialog')).AgreeDialog,
);
export const ProtocolDialog = lazyDialog(
  async () => (await import('@/features/protocols/ProtocolDialog')).ProtocolDialog,
);
export const DraftDialog = lazyDialog(
  async () => (await import('@/features/protocols/DraftDialog')).DraftDialog,
);
export const SignDraftDialog = lazyDialog(
  async () => (await import('@/features/protocols/SignDraftDialog')).SignDraftDialog,
);
export const RetireDialog = lazyDialog(
  async () => (await import('@/features/protocols/RetireDialog')).RetireDialog,
);
export const LetPassDialog = lazyDialog(
  async () => (await import('@/features/protocols/LetPassDialog')).LetPassDialog,
);
