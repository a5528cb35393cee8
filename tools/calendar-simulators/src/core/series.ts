import { RRuleTemporal } from 'rrule-temporal';
import type { CalendarEvent } from './event.ts';
import { instantOf, startingAt, toZone, type ZonedTime } from './time.ts';

/** No series is expanded beyond this many instances, however it is asked. */
const mostInstances = 1_000;
const dayMs = 86_400_000;

// Events are replaced when they change, so that what was computed for one stays true.
const lastExpansion = new WeakMap<CalendarEvent, { window: string; instances: CalendarEvent[] }>();

/** The instances that a series' rule puts between two instants, without looking at exceptions. */
export function expand(series: CalendarEvent, fromMs: number, toMs: number): CalendarEvent[] {
  const window = `${fromMs}-${toMs}`;
  const known = lastExpansion.get(series);
  if (known?.window === window) return known.instances;
  const instances = compute(series, fromMs, toMs);
  lastExpansion.set(series, { window, instances });
  return instances;
}

function compute(series: CalendarEvent, fromMs: number, toMs: number): CalendarEvent[] {
  const { span } = series;
  const zone = span.allDay ? 'UTC' : span.start.zone;
  const first = span.allDay ? `${span.start}T00:00:00` : span.start.local;
  const rule = new RRuleTemporal({
    rruleString: [
      `DTSTART;TZID=${zone}:${first.replace(/[-:]/g, '').slice(0, 15)}`,
      ...series.recurrence,
    ].join('\n'),
  });
  const lengthMs = instantOf(lastOf(series)) - instantOf({ local: first, zone });
  // Whole days in UTC may be up to a day away from the asker's.
  const slackMs = span.allDay ? dayMs : 0;
  const starts = rule.between(
    new Date(fromMs - lengthMs - slackMs),
    new Date(toMs + slackMs),
    true,
  );
  return starts
    .slice(0, mostInstances)
    .map((start) => instanceOf(series, toZone(start.epochMilliseconds, zone)));
}

/** The instance of a series with this id, if its rule has one. */
export function findInstance(series: CalendarEvent, id: string): CalendarEvent | undefined {
  const key = id.slice(series.id.length + 1);
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(key);
  if (!parts || series.recurrence.length === 0) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = parts;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return compute(series, at - dayMs, at + 2 * dayMs).find((each) => each.id === id);
}

function instanceOf(series: CalendarEvent, start: ZonedTime): CalendarEvent {
  const originalStart = series.span.allDay ? start.local.slice(0, 10) : start;
  return {
    ...series,
    id: `${series.id}_${keyOf(originalStart)}`,
    recurrence: [],
    seriesId: series.id,
    originalStart,
    span: startingAt(series.span, originalStart),
  };
}

function keyOf(start: ZonedTime | string): string {
  if (typeof start === 'string') return start.replaceAll('-', '');
  return `${toZone(instantOf(start), 'UTC').local.replace(/[-:]/g, '')}Z`;
}

function lastOf({ span }: CalendarEvent): ZonedTime {
  return span.allDay ? { local: `${span.end}T00:00:00`, zone: 'UTC' } : span.end;
}
