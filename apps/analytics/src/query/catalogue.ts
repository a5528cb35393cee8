import { writeInstant } from '@atrium/questions/instant.ts';
import { type Static, Type } from 'typebox';
import { keyOfPath } from '../store/attribute-path.ts';
import { createBinder } from './bind.ts';
import { type EventScope, scopeSql } from './event-scope.ts';
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

/** Returns the event types that a caller sees with their attribute keys, the first in alphabetical order. */
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
      `where ${where} group by event_type order by event_type limit ${maxTypes + 1}`,
    params,
  });
  const keys =
    scope.partnerUuid === undefined
      ? await run({
          sql:
            `select event_type, groupArraySorted(${maxKeys + 1})(attribute) from ` +
            `(select distinct event_type, attribute from catalogue where ${where} and attribute != '') ` +
            'group by event_type',
          params,
        })
      : (await run({ sql: pathsOfTypes(where), params })).map(keysOfPaths);
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

// The table of what a tenant has sent knows no partners: theirs is read from the events.
const pathsOfTypes = (where: string) =>
  `select event_type, groupUniqArrayArray(${maxKeys + 1})(JSONAllPaths(attribute)) from events ` +
  `where ${where} group by event_type`;

function keysOfPaths([type, paths]: unknown[]): unknown[] {
  return [type, (paths as string[]).map(keyOfPath).sort()];
}
