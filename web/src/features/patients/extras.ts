import { lazyCode } from '@/components/lazyCode';

/** What a record shows beside the specified panels: its code is fetched once the page is drawn. */
export const useExtras = lazyCode(() => import('@/features/patients/RecordExtras'));
