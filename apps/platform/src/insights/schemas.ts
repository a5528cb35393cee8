import { IsoDate, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

export const InsightsQuery = Type.Object({
  timezone: Type.Optional(
    Type.String({
      format: 'time-zone',
      description: 'Of the weeks: the caller’s own, unless stated',
    }),
  ),
});

const Week = Type.Object({
  from: { ...IsoDate, description: 'Its Monday' },
  held: Type.Integer({ description: 'Meetings with a client that took place' }),
});

const Load = Type.Object({
  staffUuid: Uuid,
  name: Type.String(),
  clients: Type.Integer({ description: 'Contacts in their care that are no prospects' }),
  households: Type.Integer({ description: 'Active households in their care' }),
  openTasks: Type.Integer(),
  meetingsAhead: Type.Integer({ description: 'Meetings to come that they host' }),
});

export const Insights = Type.Object({
  weeks: Type.Array(Week, { description: 'The last 26, the current one last' }),
  loads: Type.Optional(
    Type.Array(Load, { description: 'Of staff with anything in their care, up to 100' }),
  ),
});

export type InsightsQuery = Static<typeof InsightsQuery>;
export type InsightsAnswer = Static<typeof Insights>;
