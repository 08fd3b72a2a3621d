import { lazyCode } from '@/components/lazyCode';

/**
 * The estimate as it is read and as it is printed. Beside its form it is on paper alone, so the code is fetched at the same time as the
 * estimate, and the form does not wait for it.
 */
export const usePaper = lazyCode(async () => {
  const [{ EstimateSheet }, { ReadEstimate }] = await Promise.all([
    import('@/features/estimates/EstimateSheet'),
    import('@/features/estimates/ReadEstimate'),
  ]);
  return { EstimateSheet, ReadEstimate };
});
