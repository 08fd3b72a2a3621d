/** The clinic's settings: its name and time zone, signing in, records, opening hours, and the lists of common findings. */
export {};
