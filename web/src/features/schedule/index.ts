/** When members work, on which days the clinic is closed, which times are kept free, and its rooms and devices: a page at /schedule. */
export {};
