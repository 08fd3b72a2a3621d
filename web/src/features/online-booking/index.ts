/** How patients book online, for those who run the clinic: the panel in the clinic's settings. The page itself is in features/portal/booking. */
export { OnlineBooking } from '@/features/online-booking/OnlineBooking';
