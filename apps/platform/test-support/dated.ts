/** The day from which dates of tests are counted. */
const written = Temporal.PlainDate.from('2026-11-26');
const days = written.until(Temporal.Now.plainDateISO('UTC')).days;
/** Whole weeks, so that a date keeps its day of the week. */
const shift = { days: days - (days % 7) };

/**
 * Moves the dates of a text as far from today as they were from 26 November 2026, to the week: what
 * is ahead stays ahead, and what a sync lists it goes on listing. Times stay as they are.
 */
export const dated = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\d/g, (date) => Temporal.PlainDate.from(date).add(shift).toString());
