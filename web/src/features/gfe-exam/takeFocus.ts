/** A `ref` for what comes in place of a long part that held the focus: the work goes on there, with the page's head in sight. */
export function takeFocus(element: HTMLElement | null) {
  if (!element) return;
  element.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}
