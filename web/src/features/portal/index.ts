/**
 * The page behind a secret link, where patients read a consent on their own phone and sign it without an account, or answer a message
 * about a visit. An entry of its own
 * (portal.html), without the store, the router and MUI, so that it loads fast on a slow line.
 */
export {};
