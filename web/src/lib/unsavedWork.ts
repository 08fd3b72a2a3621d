const holders = new Set<symbol>();

function askBeforeUnload(event: BeforeUnloadEvent) {
  event.preventDefault();
}

/** Notes that something typed would be lost; the answer lets go of it. One register, because the router asks only one question at a time. */
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
