/** A `ref` that scrolls an element into view when it is mounted: a message may appear beyond the screen's edge. */
export const scrollIntoViewRef = (element: HTMLElement | null) =>
  element?.scrollIntoView?.({ block: 'nearest' });
