import { attributeKeyOf } from '@atrium/questions/field-names.ts';
import { writeInstant } from '@atrium/questions/instant.ts';
import { Problem } from '../problems.ts';
import { keyOfPath, pathOf } from '../store/attribute-path.ts';
import { type BoundSql, StoreError, storeCodes } from '../store/store.ts';
import { createBinder } from './bind.ts';
import { compileQuery } from './compile-query.ts';
import { type ScopedQuestion, scopeSql } from './event-scope.ts';
import { fillEmpty } from './fill-empty.ts';
import type { QueryAnswer } from './schemas.ts';
import { describeColumns, shapeRows } from './shape-answer.ts';

/** Runs a statement within the service's caps and turns. */
export type RunSql = (statement: BoundSql) => Promise<unknown[][]>;

const [maxBuckets, maxFillRows] = [10_000, 100_000];

/** Returns the answer to a question. Throws QUERY_EXECUTION_FAILED, or VALIDATION_FAILED for too many buckets. */
export async function runQuery(
  question: ScopedQuestion,
  run: RunSql,
  attributeColumns: ReadonlySet<string>,
): Promise<QueryAnswer> {
  const startedMs = performance.now();
  const isEmpty = !(await knowsFields(question, run));
  const maxRows = question.fillEmpty ? maxFillRows + 1 : question.limit + 1;
  const query = compileQuery(question, maxRows, attributeColumns);
  const cells = isEmpty ? [] : await run(query).catch(explain);
  if (question.fillEmpty && cells.length > maxFillRows)
    throw new Problem('QUERY_EXECUTION_FAILED', 'There are too many groups to fill');
  const found = shapeRows(question, query, cells);
  const rows =
    question.fillEmpty && !isEmpty ? fillEmpty(question, query, found, maxBuckets) : found;
  const kept = rows.slice(0, question.limit);
  return {
    columns: describeColumns(question, query, cells[0]),
    rows: kept.map((row) => ({
      values: query.hasBucket ? [writeInstant(Number(row[0])), ...row.slice(1)] : row,
    })),
    generatedAt: writeInstant(Date.now()),
    stats: {
      rowCount: kept.length,
      queryTimeMs: Math.round(performance.now() - startedMs),
      truncated: rows.length > question.limit,
      limit: question.limit,
    },
  };
}

// Names that were found, until when that is believed: what a tenant has sent stays sent.
const seenNames = new Map<string, number>();
const [believedMs, mostNames] = [60_000, 10_000];

/**
 * Returns whether the bare names of a question are attributes; false when no event of the type came
 * yet, so that none can be. Throws QUERY_EXECUTION_FAILED for a name that no event of the type has carried.
 */
async function knowsFields(question: ScopedQuestion, run: RunSql): Promise<boolean> {
  const named = [
    ...question.conditions.map(({ field }) => field),
    ...question.groupBy,
    ...question.metrics.flatMap(({ field }) => field ?? []),
  ];
  const { tenantUuid, partnerUuid, eventType } = question;
  const keyOf = (name: string) => JSON.stringify([tenantUuid, partnerUuid, eventType, name]);
  const bare = [
    ...new Set(
      named.flatMap((name) => {
        const attribute = attributeKeyOf(name);
        const isNew = attribute?.bare && (seenNames.get(keyOf(attribute.key)) ?? 0) < Date.now();
        return isNew ? [attribute.key] : [];
      }),
    ),
  ];
  if (bare.length === 0) return true;
  const seen = await run(seenSql(question, bare)).catch(explain);
  const names = new Set(seen.map(([path]) => keyOfPath(String(path))));
  if (seenNames.size > mostNames) seenNames.clear();
  for (const name of names) seenNames.set(keyOf(name), Date.now() + believedMs);
  const unknown = bare.filter((key) => !names.has(key));
  if (unknown.length === 0) return true;
  const [event] = await run(anyEventSql(question)).catch(explain);
  if (event) throw new Problem('QUERY_EXECUTION_FAILED', `Unknown field: ${unknown.join(', ')}`);
  return false;
}

/** Returns a statement that finds one visible event of the type, if there is any. */
function anyEventSql(question: ScopedQuestion): BoundSql {
  const { bind, params } = createBinder();
  const where = `${scopeSql(question, bind)} and event_type = ${bind(question.eventType)}`;
  return { sql: `select 1 from events where ${where} limit 1`, params };
}

/** Returns which of some attribute keys, as paths, the visible events of the type have. */
function seenSql(question: ScopedQuestion, keys: readonly string[]): BoundSql {
  const { bind, params } = createBinder();
  const where = `${scopeSql(question, bind)} and event_type = ${bind(question.eventType)}`;
  // The table of what a tenant has sent knows no partners: theirs is read from the events.
  const sql =
    question.partnerUuid === undefined
      ? `select distinct concat('k', lower(hex(attribute))) from catalogue where ${where} and attribute in ${bind(keys)}`
      : 'select path from (select distinct arrayJoin(JSONAllPaths(attribute)) as path from events ' +
        `where ${where}) where path in ${bind(keys.map(pathOf))}`;
  return { sql, params };
}

const reasons: Record<number, string> = {
  [storeCodes.timeoutExceeded]: 'The query took too long',
  [storeCodes.tooManyRows]: 'The query would read too many events',
  [storeCodes.tooManyBytes]: 'The query would read too much',
  [storeCodes.memoryLimit]: 'The query needs too much memory',
  [storeCodes.cancelled]: 'The query was cancelled',
};

/** Throws QUERY_EXECUTION_FAILED with what a failure of the store means to the caller. */
export function explain(error: unknown): never {
  if (!(error instanceof StoreError)) throw error;
  throw new Problem('QUERY_EXECUTION_FAILED', reasons[error.code], { cause: error });
}

const momentary: number[] = [
  storeCodes.timeoutExceeded,
  storeCodes.memoryLimit,
  storeCodes.cancelled,
];

/** Throws OVERLOADED where the store had no time or room for what is small by itself, else what `explain` throws. */
export function tellBusy(error: unknown): never {
  if (!(error instanceof StoreError && momentary.includes(error.code))) return explain(error);
  const options = { cause: error, headers: { 'retry-after': '5' } };
  throw new Problem('OVERLOADED', 'The store is busy', options);
}
