/** A `ref` for what appears where nobody may be looking: a form may reach beyond the screen's edges. */
export const bringIntoSight = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });
