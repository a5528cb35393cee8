import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldLines } from 'ical-generator';
import { addEntry, type CalendarEntry, newCalendar, toLine } from '../invitations/icalendar.ts';
import { zoneBlock } from '../invitations/zone-block.ts';

/** The entries that are written in one turn of the event loop: some five milliseconds' work at most. */
export const entriesATurn = 10;

/** Returns meetings as a calendar to subscribe to, written in many turns of the event loop. */
export async function toFeed(name: string, entries: readonly CalendarEntry[]): Promise<string> {
  const head = newCalendar(name);
  head.name(toLine(name).replace(/[\\;,]/g, '\\$&'));
  // Without METHOD: a subscription is no scheduling message (RFC 5545, section 3.7.2).
  head.ttl(15 * 60);
  const end = 'END:VCALENDAR';
  const zones = new Map<string, string>();
  const events: string[] = [];
  for (let from = 0; from < entries.length; from += entriesATurn) {
    const calendar = newCalendar(name);
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
