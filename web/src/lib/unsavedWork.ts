const holders = new Set<symbol>();

function askBeforeUnload(event: BeforeUnloadEvent) {
  event.preventDefault();
}

/** Registers unsaved work; returns a function that unregisters it. One register for all forms, because the router allows one blocker. */
export function holdUnsavedWork(): () => void {
  const holder = Symbol('unsaved work');
  holders.add(holder);
  window.addEventListener('beforeunload', askBeforeUnload);
  return () => {
    holders.delete(holder);
    if (holders.size === 0) window.removeEventListener('beforeunload', askBeforeUnload);
  };
}

export function hasUnsavedWork(): boolean {
  return holders.size > 0;
}
