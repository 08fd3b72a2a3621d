/** The page of the tablet at the desk while a patient has it. It is an entry of its own (tablet.html), which has no code of the staff. */
export const tabletPath = '/tablet';

/**
 * Opens the patient's page in place of the staff's app, as a new document: nothing that was shown before stays in memory. If the
 * browser keeps this document for its Back button, it is loaded again when it is shown, and the server answers nothing to it.
 */
export function leaveForTablet(): void {
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
  window.location.replace(tabletPath);
}
