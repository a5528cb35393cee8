import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { shownZone, today } from '../time.ts';
import type { Question } from './question.ts';
import { options, useHas } from './use-has.ts';

export const months = 12;
/** So many of the last people are read with their adviser and source. */
const mostPeople = 100;

export type WonPerson = AnswerOf<'filterContacts'>['content'][number] & { month: string };

/** Reads who of the prospects became a client in each of the last months, the newest first. */
export function useWon() {
  const zone = shownZone();
  const isKnown = useHas('contact.updated', 'fromContactType');
  const first = today()
    .with({ day: 1 })
    .subtract({ months: months - 1 });
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant().toString();
  const body: Question = {
    eventType: 'contact.updated',
    timeRange: { from: at(first), to: at(today().add({ days: 1 })) },
    granularity: 'MONTH',
    timezone: zone,
    aggregations: [{ function: 'COUNT' }],
    groupBy: [{ field: 'entityId' }],
    filters: [
      { field: 'fromContactType', op: 'EQ', value: 'PROSPECT' as never },
      { field: 'contactType', op: 'IN', value: ['ACTIVE', 'SUBSCRIBER'] as never },
    ],
    limit: 1_000,
  };
  const events = useRead('queryAnalytics', { body }, { ...options, enabled: isKnown === true });
  // Whoever became a client twice counts once, the last time.
  const monthOf = new Map(
    (events.data?.rows ?? [])
      .map(({ values }) => [String(values[1]), monthIn(String(values[0]), zone)] as const)
      .sort(([, one], [, other]) => one.localeCompare(other)),
  );
  const uuids = [...monthOf.keys()].reverse().slice(0, mostPeople);
  const filters = [{ field: 'contactUuid', operator: 'IN', value: uuids }];
  const people = useRead(
    'filterContacts',
    { body: { filters, size: mostPeople } as never },
    { ...options, enabled: uuids.length > 0 },
  );
  const found = (people.data?.content ?? []).map((each) => ({
    ...each,
    month: monthOf.get(each.contactUuid) ?? '',
  }));
  const isNone = isKnown === false || (events.data !== undefined && uuids.length === 0);
  const wonIn = (month: string) => [...monthOf.values()].filter((each) => each === month).length;
  return { isNone, events, read: people, people: found, all: monthOf.size, wonIn, first };
}

const monthIn = (instant: string, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString().slice(0, 7);
