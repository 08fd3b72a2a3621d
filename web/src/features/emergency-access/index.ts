/** Emergency access: one patient's clinical record for an hour beyond one's role, with a reason, and what a Medical Director says of it. */
export {};
