import { type Static, Type } from 'typebox';
import { writeInstant } from '../instant.ts';
import type { RunSql } from './run-query.ts';

export const Catalogue = Type.Object(
  {
    eventTypes: Type.Array(
      Type.Object({
        eventType: Type.String(),
        count: Type.Integer(),
        firstOccurredAt: Type.String(),
        lastOccurredAt: Type.String(),
        attributes: Type.Array(Type.String()),
      }),
    ),
  },
  { title: 'AnalyticsCatalogue' },
);

/** The event types of a tenant with their attribute keys, both in alphabetical order. */
export async function readCatalogue(
  tenantUuid: string,
  run: RunSql,
): Promise<Static<typeof Catalogue>> {
  const params = { tenant: tenantUuid };
  const types = await run({
    sql:
      'select event_type, count(), toUnixTimestamp64Milli(min(occurred_at)), ' +
      'toUnixTimestamp64Milli(max(occurred_at)) from events ' +
      'where tenant_id = toUUID({tenant:String}) group by event_type order by event_type limit 10000',
    params,
  });
  const keys = await run({
    sql:
      "select event_type, arraySort(groupUniqArrayIf(1000)(attribute, attribute != '')) from catalogue " +
      'where tenant_id = toUUID({tenant:String}) group by event_type',
    params,
  });
  const attributesOf = new Map(keys.map(([type, attributes]) => [type, attributes as string[]]));
  return {
    eventTypes: types.map(([type, count, first, last]) => ({
      eventType: String(type),
      count: Number(count),
      firstOccurredAt: writeInstant(Number(first)),
      lastOccurredAt: writeInstant(Number(last)),
      attributes: attributesOf.get(type) ?? [],
    })),
  };
}
