/** Returns the times of a meeting in thirty days. */
export function inThirtyDays() {
  const start = Temporal.Now.plainDateISO('America/Santiago').add({ days: 30 });
  return { startDateTime: `${start}T10:00:00`, endDateTime: `${start}T10:45:00` };
}

/** Returns the lines of an iCalendar text that say what it is. */
export function firstLines(base64: string): string {
  const text = Buffer.from(base64, 'base64').toString();
  return text
    .split(/\r?\n/)
    .filter((line) => /^(METHOD|UID|SEQUENCE|DTSTART)/.test(line))
    .filter((line) => !/^DTSTART:19/.test(line))
    .join('  ');
}

/** Returns the day that ends in an hour. */
export function lastDay() {
  const now = Temporal.Now.instant();
  return { from: now.subtract({ hours: 24 }).toString(), to: now.add({ hours: 1 }).toString() };
}
