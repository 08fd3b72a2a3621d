/** Banners about the service's access to a clinic's data. */
export { LookingBanner, SupportBanner } from '@/features/support/SupportBanner';
