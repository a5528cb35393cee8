/** Says what an event from the calendar did to its meeting. */
export type Applied = 'created' | 'updated' | 'canceled' | 'skipped';
