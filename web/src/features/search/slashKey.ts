/** Whether the slash opens the search in this browser. A shortcut of one key must be possible to turn off (WCAG 2.1.4), for people who use speech input. */
const kept = 'celadon-search-by-slash';

export const opensBySlash = () => localStorage.getItem(kept) !== 'off';

export const setOpensBySlash = (on: boolean) =>
  on ? localStorage.removeItem(kept) : localStorage.setItem(kept, 'off');
