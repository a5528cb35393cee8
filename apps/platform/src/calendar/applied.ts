/** Says what an event from the calendar did to its meeting. */
export type Applied = 'created' | 'updated' | 'canceled' | 'skipped';

/** Counts the events of a pull by what they did. */
export type Counts = Record<Applied, number>;

export const nothingPulled: Counts = { created: 0, updated: 0, canceled: 0, skipped: 0 };
