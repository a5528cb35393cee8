import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldLines, ICalCalendarMethod } from 'ical-generator';
import {
  addEntry,
  type CalendarEntry,
  newCalendar,
  toLine,
  zoneBlock,
} from '../invitations/icalendar.ts';

/** The entries that are written in one turn of the event loop: some five milliseconds' work at most. */
export const entriesATurn = 10;

/** Returns meetings as a calendar to subscribe to, written in many turns of the event loop. */
export async function toFeed(name: string, entries: readonly CalendarEntry[]): Promise<string> {
  const head = newCalendar();
  head.name(toLine(name).replace(/[\\;,]/g, '\\$&'));
  head.method(ICalCalendarMethod.PUBLISH).ttl(15 * 60);
  const end = 'END:VCALENDAR';
  const zones = new Map<string, string>();
  const events: string[] = [];
  for (let from = 0; from < entries.length; from += entriesATurn) {
    const calendar = newCalendar();
    for (const entry of entries.slice(from, from + entriesATurn)) {
      const event = addEntry(calendar, entry);
      const zone = event.timezone();
      if (zone && !zones.has(zone)) zones.set(zone, foldLines(zoneBlock(zone)));
      events.push(foldLines(event.toString()));
    }
    await nextTurn();
  }
  const beginning = head.toString().slice(0, -end.length);
  return [beginning, ...zones.values(), ...events, end, '\r\n'].join('');
}
