import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { shownZone, today } from '../time.ts';
import { sumOf } from './counted-bars.tsx';
import type { Question } from './question.ts';
import { options, useHas } from './use-has.ts';

export const months = 12;
/** So many of the last people are read with their adviser and source. */
const mostPeople = 100;

export type WonPerson = AnswerOf<'filterContacts'>['content'][number] & { month: string };

/** Reads how many of the prospects became clients in each of the last months, and who did last, the newest first. */
export function useWon() {
  const zone = shownZone();
  const isKnown = useHas('contact.updated', 'fromContactType');
  const first = today()
    .with({ day: 1 })
    .subtract({ months: months - 1 });
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant().toString();
  const asked: Omit<Question, 'aggregations'> = {
    eventType: 'contact.updated',
    timeRange: { from: at(first), to: at(today().add({ days: 1 })) },
    granularity: 'MONTH',
    timezone: zone,
    filters: [
      { field: 'fromContactType', op: 'EQ', value: 'PROSPECT' },
      { field: 'contactType', op: 'IN', value: ['ACTIVE', 'SUBSCRIBER'] },
    ],
  };
  const own = { ...options, enabled: isKnown === true };
  // Counted where the events are, so that of any number of people the figures are right.
  const aggregations: Question['aggregations'] = [
    { function: 'COUNT_DISTINCT', field: 'entityId' },
  ];
  const counts = useRead('queryAnalytics', { body: { ...asked, aggregations } }, own);
  const body: Question = {
    ...asked,
    aggregations: [{ function: 'COUNT' }],
    groupBy: [{ field: 'entityId' }],
    sort: [{ field: 'time_bucket', ascending: false }],
    // Whoever became a client in several months is there as often.
    limit: months * mostPeople,
  };
  const events = useRead('queryAnalytics', { body }, own);
  const monthOf = new Map<string, string>();
  for (const { values } of events.data?.rows ?? []) {
    const [month, uuid] = [monthIn(String(values[0]), zone), String(values[1])];
    if (!monthOf.has(uuid)) monthOf.set(uuid, month);
  }
  const uuids = [...monthOf.keys()].slice(0, mostPeople);
  const filters = [{ field: 'contactUuid', operator: 'IN', value: uuids }];
  const people = useRead(
    'filterContacts',
    { body: { filters, size: mostPeople } },
    { ...options, enabled: uuids.length > 0 },
  );
  // The newest first, as they were asked for.
  const found = (people.data?.content ?? [])
    .map((each) => ({ ...each, month: monthOf.get(each.contactUuid) ?? '' }))
    .sort((one, other) => uuids.indexOf(one.contactUuid) - uuids.indexOf(other.contactUuid));
  const wonIn = new Map(
    (counts.data?.rows ?? []).map(({ values }) => [
      monthIn(String(values[0]), zone),
      Number(values[1]),
    ]),
  );
  const isNone = isKnown === false || (events.data !== undefined && uuids.length === 0);
  const all = monthOf.size > mostPeople ? sumOf([...wonIn.values()], (each) => each) : uuids.length;
  return { isNone, reads: [counts, events, people] as const, people: found, all, wonIn, first };
}

const monthIn = (instant: string, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString().slice(0, 7);
