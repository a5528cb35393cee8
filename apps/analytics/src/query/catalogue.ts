import { type Static, Type } from 'typebox';
import { writeInstant } from '../instant.ts';
import type { RunSql } from './run-query.ts';

const [maxTypes, maxKeys] = [10_000, 1_000];

export const Catalogue = Type.Object(
  {
    eventTypes: Type.Array(
      Type.Object({
        eventType: Type.String(),
        count: Type.Integer(),
        firstOccurredAt: Type.String(),
        lastOccurredAt: Type.String(),
        attributes: Type.Array(Type.String(), { maxItems: maxKeys }),
        truncated: Type.Boolean({ description: `There are more than ${maxKeys} keys` }),
      }),
      { maxItems: maxTypes },
    ),
    truncated: Type.Boolean({ description: `There are more than ${maxTypes} event types` }),
  },
  { title: 'AnalyticsCatalogue' },
);

/** Returns the event types of a tenant with their attribute keys, both the first in alphabetical order. */
export async function readCatalogue(
  tenantUuid: string,
  run: RunSql,
): Promise<Static<typeof Catalogue>> {
  const params = { tenant: tenantUuid };
  const types = await run({
    sql:
      'select event_type, count(), toUnixTimestamp64Milli(min(occurred_at)), ' +
      'toUnixTimestamp64Milli(max(occurred_at)) from events ' +
      'where tenant_id = toUUID({tenant:String}) ' +
      `group by event_type order by event_type limit ${maxTypes + 1}`,
    params,
  });
  const keys = await run({
    sql:
      `select event_type, groupArraySorted(${maxKeys + 1})(attribute) from ` +
      '(select distinct event_type, attribute from catalogue ' +
      "where tenant_id = toUUID({tenant:String}) and attribute != '') group by event_type",
    params,
  });
  const keysOf = new Map(keys.map(([type, attributes]) => [type, attributes as string[]]));
  return {
    eventTypes: types.slice(0, maxTypes).map(([type, count, first, last]) => {
      const attributes = keysOf.get(type) ?? [];
      return {
        eventType: String(type),
        count: Number(count),
        firstOccurredAt: writeInstant(Number(first)),
        lastOccurredAt: writeInstant(Number(last)),
        attributes: attributes.slice(0, maxKeys),
        truncated: attributes.length > maxKeys,
      };
    }),
    truncated: types.length > maxTypes,
  };
}
