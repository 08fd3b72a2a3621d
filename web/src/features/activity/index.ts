/** The activity log: who did what, with whose data, when and from where; and the mails that could not be delivered. */
export {};
