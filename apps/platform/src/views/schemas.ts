import { AllKept, Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { type FilterCondition, Filters } from '../lists/filter.ts';

const viewLists = ['CONTACTS', 'HOUSEHOLDS', 'MEETINGS', 'INSIGHTS'] as const;

const Name = Type.String({
  minLength: 1,
  maxLength: 60,
  format: 'not-blank',
  examples: ['Clients to call'],
});
const Sort = Type.Array(Type.String({ maxLength: 100 }), {
  maxItems: 10,
  description: 'field,asc or field,desc, as the list takes it',
});
const Columns = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 100,
  description: 'What a screen shows, in its order',
});
/** A request as `POST /api/analytics/query` takes it. */
const Question = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  maxProperties: 100,
  description: 'Of INSIGHTS: a request as POST /api/analytics/query takes it',
});

const parts = { filters: Filters, sort: Sort, columns: Columns, isShared: Type.Boolean() };

export const ViewInput = Type.Object({
  name: Name,
  list: Enum(viewLists, { title: 'ViewList' }),
  ...Type.Partial(Type.Object(parts)).properties,
  question: Type.Optional(Nullable(Question)),
});

/** Changes to a view: absent stays. */
export const ViewUpdate = Type.Object({
  ...AllKept({ name: Name, list: Enum(viewLists, { title: 'ViewList' }), ...parts }),
  question: Type.Optional(Nullable(Question)),
});

const AnyCondition = Type.Unsafe<Static<typeof FilterCondition>>({
  type: 'object',
  additionalProperties: true,
});

export const View = Named('View', {
  viewUuid: Uuid,
  name: Type.String(),
  list: Enum(viewLists, { title: 'ViewList' }),
  filters: Type.Array(AnyCondition),
  sort: Type.Array(Type.String()),
  columns: Type.Array(Type.String()),
  question: Nullable(Question),
  isShared: Type.Boolean(),
  ownerUuid: Uuid,
  ownerName: Type.String(),
  createdAt: RecordTime,
  updatedAt: RecordTime,
});

export const ViewsQuery = Type.Object({ list: Type.Optional(Enum(viewLists)) });

export type NewView = Static<typeof ViewInput>;
export type ViewChanges = Static<typeof ViewUpdate>;
export type ViewRow = Static<typeof View>;
export type ViewList = ViewRow['list'];
