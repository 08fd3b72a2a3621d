/** Emergency access: one patient's clinical record for an hour beyond one's role, with a reason, and a Medical Director's assessment. */
export {};
