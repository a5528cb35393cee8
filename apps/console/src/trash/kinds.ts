/** The kinds of record that can be brought back. */
export const kinds = ['CONTACT', 'HOUSEHOLD', 'ORGANISATION'] as const;
export type Kind = (typeof kinds)[number];
