/**
 * The platform's own host: what Celadon is, what it costs, signing up a clinic, and finding a clinic's address. An entry of its own
 * (platform.html) with four small pages, without the router and the store.
 */
export {};
