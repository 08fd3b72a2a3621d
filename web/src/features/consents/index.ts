/** Consent templates, and the consents that are issued from them to a patient and signed through the portal. */
export { bodyToHtml, htmlToTyped } from '@/features/consents/bodyToHtml';
export { BodyEditor } from '@/features/consents/BodyEditor';
export { NeededConsents } from '@/features/consents/NeededConsents';
export { useNeededConsents } from '@/features/consents/useNeededConsents';
export { ConsentsPanel, preloadConsents } from '@/features/consents/ConsentsPanel';
export { plainText } from '@/features/consents/preview';
