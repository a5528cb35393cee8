import { type Static, Type } from 'typebox';
import { writeInstant } from '../instant.ts';
import { keyOfPath } from '../store/attribute-path.ts';
import { createBinder } from './bind.ts';
import { type EventScope, scopeSql } from './event-scope.ts';
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

/** The event types that a caller sees with their attribute keys, both in alphabetical order. */
export async function readCatalogue(
  scope: EventScope,
  run: RunSql,
): Promise<Static<typeof Catalogue>> {
  const { bind, params } = createBinder();
  const where = scopeSql(scope, bind);
  const types = await run({
    sql:
      'select event_type, count(), toUnixTimestamp64Milli(min(occurred_at)), ' +
      'toUnixTimestamp64Milli(max(occurred_at)) from events ' +
      `where ${where} group by event_type order by event_type limit 10000`,
    params,
  });
  const keys =
    scope.partnerUuid === undefined
      ? await run({
          sql:
            "select event_type, arraySort(groupUniqArrayIf(1000)(attribute, attribute != '')) from catalogue " +
            `where ${where} group by event_type`,
          params,
        })
      : (await run({ sql: pathsOfTypes(where), params })).map(keysOfPaths);
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

// The table of what a tenant has sent knows no partners: theirs is read from the events.
const pathsOfTypes = (where: string) =>
  'select event_type, groupUniqArrayArray(1000)(JSONAllPaths(attribute)) from events ' +
  `where ${where} group by event_type`;

function keysOfPaths([type, paths]: unknown[]): unknown[] {
  return [type, (paths as string[]).map(keyOfPath).sort()];
}
