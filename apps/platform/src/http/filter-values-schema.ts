import { problems } from '@atrium/kit/schema.ts';
import type { TSchema } from 'typebox';
import { FilterValues } from '../lists/filter-values.ts';

/** Returns the schema of a route that answers the values of a list's field. */
export const filterValuesSchema = <B extends TSchema>(
  operationId: string,
  tag: string,
  body: B,
) => ({
  operationId,
  tags: [tag],
  summary: `The distinct values of a field of ${tag.toLowerCase()}`,
  description: `Sorted and without nulls, a hundred at a time. search narrows them, filters choose among which ${tag.toLowerCase()}.`,
  body,
  response: { 200: FilterValues, ...problems(400, 401, 403) },
});
