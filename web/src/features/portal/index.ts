/**
 * The page behind a secret link, where patients read a consent on their own phone and sign it without an account, or answer a message
 * about a visit; and the page where they book one (booking/). Entries of their own
 * (portal.html, book.html, tablet.html), without the store, the router and MUI, so that they load fast on a slow line.
 */
export {};
