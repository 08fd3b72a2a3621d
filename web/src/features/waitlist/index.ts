/** Who waits for a time: the list, and whom a time that became free would fit. */
export { AddToWaitlist, FreedTime } from '@/features/waitlist/dialogs';
export { useWaiting } from '@/features/waitlist/useWaiting';
