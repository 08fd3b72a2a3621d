/** Banners about the service's access to a clinic's data. */
export { ReadOnlyBanner, SupportBanner } from '@/features/support/SupportBanner';
