import { lazyCode } from '@/components/lazyCode';

/** What stands beside the sheet: fetched with the estimate, so that the form does not wait for it. */
export const useAside = lazyCode(async () => {
  const [{ DueClock }, { EstimateAside }] = await Promise.all([
    import('@/features/estimates/issuing/DueClock'),
    import('@/features/estimates/issuing/EstimateAside'),
  ]);
  return { DueClock, EstimateAside };
});
