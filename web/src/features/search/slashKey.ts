/** Whether the slash opens the search in this browser. A key alone has to be possible to turn off (WCAG 2.1.4), for who speaks to the computer. */
const kept = 'celadon-search-by-slash';

export const opensBySlash = () => localStorage.getItem(kept) !== 'off';

export const setOpensBySlash = (on: boolean) => (on ? localStorage.removeItem(kept) : localStorage.setItem(kept, 'off'));
