/** A `ref` that focuses what replaces a long part of the page, and scrolls to the top. */
export function focusOnMount(element: HTMLElement | null) {
  if (!element) return;
  element.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}
