/** One's own account: signing in and out, invitations, a forgotten password, the second factor, the devices one is signed in on. */
export type { RequiredEnrolment } from '@/features/account/RequiredEnrolment';
export { UnconfirmedBanner } from '@/features/account/UnconfirmedBanner';
