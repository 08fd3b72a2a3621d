/**
 * Handing this device to a patient who signs what waits for them, and the PIN that takes it back. The patient's side is in
 * features/portal/kiosk.
 */
export { SignHere } from '@/features/kiosk/SignHere';
