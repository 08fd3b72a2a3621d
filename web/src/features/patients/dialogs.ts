import { lazyDialog } from '@/components/lazyDialog';

export const AddPatientDialog = lazyDialog(
  async () => (await import('@/features/patients/AddPatientDialog')).AddPatientDialog,
);
