/** Consent templates, and the consents that are issued from them to a patient and signed through the portal. */
export { ConsentsPanel, preloadConsents } from '@/features/consents/ConsentsPanel';
