const holders = new Set<symbol>();

function askBeforeUnload(event: BeforeUnloadEvent) {
  event.preventDefault();
}

/** Notes that leaving now would lose something typed; returns a function that takes the note back. One register for all forms, because the router takes one blocker. */
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
