/** The height of an hour, in pixels. */
export const hourHeight = 52;
/** The width of the column of hours, in pixels. */
export const hoursWidth = 52;
/** Times are taken by the quarter of an hour. */
export const snap = (minutes: number) => Math.round(minutes / 15) * 15;
