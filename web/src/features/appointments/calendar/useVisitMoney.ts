import { lazyCode } from '@/components/lazyCode';

/** What a visit costs: its code is fetched once a visit is opened. */
export const useVisitMoney = lazyCode(() => import('@/features/appointments/calendar/VisitMoney'));
