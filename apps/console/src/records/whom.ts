/** Whom a chip is of: a contact, or the client of a meeting who bears a name. */
export type Whom = { contactUuid: string } | { meetingUuid: string; name: string };
