/** The clinic's own subscription: those on record, and the form that creates one. */
export {};
