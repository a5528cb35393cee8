import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { attributeKeyOf, isNumberField } from './field-names.ts';
import { QuestionProblem } from './problems.ts';
import type { AggregateFunction, Condition, Granularity, QueryRequest } from './schemas.ts';
import { readMoment, readZone } from './zone.ts';

type Metric = { name: string; label: string; function: AggregateFunction; field?: string };

/** A question that makes sense in itself, whatever the events may be. */
export type Question = {
  eventType: string;
  fromMs: number;
  toMs: number;
  granularity: Granularity;
  timezone: string;
  conditions: Condition[];
  groupBy: string[];
  metrics: Metric[];
  /** By place among the columns: the bucket if there is one, then groups, then metrics. */
  sort: { column: number; ascending: boolean }[];
  limit: number;
  fillEmpty: boolean;
};

export const timeColumn = 'time_bucket';

/**
 * Reads a request whose shape is right. Throws VALIDATION_FAILED naming the field, or
 * QUERY_EXECUTION_FAILED when `sort` names no column.
 */
export function readQuestion(request: QueryRequest): Question {
  const timezone = readZone(request.timezone ?? 'UTC');
  const fromMs = readMoment(request.timeRange.from, timezone);
  const toMs = readMoment(request.timeRange.to, timezone);
  if (fromMs >= toMs) throw invalid(fieldError('timeRange.to', 'TOO_SMALL', 'must be after from'));
  const granularity = request.granularity ?? 'NONE';
  const groupBy = (request.groupBy ?? []).map(({ field }) => field);
  const metrics = request.aggregations.map(toMetric);
  const columns = [
    ...(granularity === 'NONE' ? [] : [timeColumn]),
    ...groupBy,
    ...metrics.map(({ name }) => name),
  ];
  refuseTwins(request, groupBy, metrics, columns);
  return {
    eventType: request.eventType,
    fromMs,
    toMs,
    granularity,
    timezone,
    conditions: (request.filters ?? []).map(toCondition),
    groupBy,
    metrics,
    sort: (request.sort ?? []).map(({ field, ascending = true }) => {
      const column = columns.indexOf(field);
      if (column < 0)
        throw new QuestionProblem('QUERY_EXECUTION_FAILED', `sort names no column: ${field}`);
      return { column, ascending };
    }),
    limit: request.limit ?? 1_000,
    fillEmpty: (request.fillEmpty ?? false) && granularity !== 'NONE',
  };
}

function toCondition(filter: Condition, index: number): Condition {
  const many = filter.op === 'IN' || filter.op === 'NOT_IN';
  const field = `filters[${index}].value`;
  if (many && filter.value === null)
    throw invalid(fieldError(field, 'WRONG_TYPE', 'must be a list'));
  if (!many && Array.isArray(filter.value))
    throw invalid(fieldError(field, 'WRONG_TYPE', 'must be one value'));
  if (filter.value === null && filter.op !== 'EQ' && filter.op !== 'NEQ')
    throw invalid(fieldError(field, 'WRONG_TYPE', 'must not be null'));
  return filter;
}

function toMetric(aggregation: QueryRequest['aggregations'][number], index: number): Metric {
  const { function: fn, alias } = aggregation;
  const field = aggregation.field || undefined;
  if (!field && fn !== 'COUNT')
    throw invalid(fieldError(`aggregations[${index}].field`, 'REQUIRED', 'is required'));
  if (field && (fn === 'MEDIAN' || fn === 'P90') && !attributeKeyOf(field) && !isNumberField(field))
    throw invalid(fieldError(`aggregations[${index}].field`, 'WRONG_TYPE', 'must hold numbers'));
  const subject = field ? (attributeKeyOf(field)?.key ?? field) : '';
  const word = fn.toLowerCase();
  const name = alias || (field ? `${word}_${subject.replace(/\W/g, '_')}` : word);
  return {
    name,
    label: alias || labelOf(word, subject),
    function: fn,
    ...(field ? { field } : {}),
  };
}

function labelOf(word: string, subject: string): string {
  const head = `${word.charAt(0).toUpperCase()}${word.slice(1)}`.replaceAll('_', ' ');
  return subject ? `${head} of ${subject}` : head;
}

/** Throws VALIDATION_FAILED when two columns have the same name. */
function refuseTwins(
  request: QueryRequest,
  groupBy: string[],
  metrics: Metric[],
  columns: string[],
): void {
  const isTwin = (name: string) => columns.indexOf(name) !== columns.lastIndexOf(name);
  const errors = [
    ...groupBy.flatMap((name, index) =>
      isTwin(name)
        ? [fieldError(`groupBy[${index}].field`, 'NOT_UNIQUE', 'names a column twice')]
        : [],
    ),
    ...metrics.flatMap(({ name }, index) =>
      isTwin(name)
        ? [
            fieldError(
              `aggregations[${index}].${request.aggregations[index]?.alias ? 'alias' : 'function'}`,
              'NOT_UNIQUE',
              `needs an alias that no other column has: ${name}`,
            ),
          ]
        : [],
    ),
  ];
  if (errors.length > 0) throw invalid(...errors);
}
