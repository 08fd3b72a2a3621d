/** The clinic's team: members, their roles and invitations. */
export {};
