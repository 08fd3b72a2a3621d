/** Books appointments and lists them day by day, in the clinic's own time. */
export {};
