import type { Fragment } from '@atrium/kit/sql.ts';
import { type Static, Type } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import { Filters, filterWhere } from '../lists/filter.ts';
import { meetingFields } from './fields.ts';
import { shown, type Viewer, visibleTo } from './meeting-access.ts';

export const IncludeHidden = Type.Optional(Type.Boolean());

/** The meetings that meet every condition; those out of the viewer's view only if it asks for them. */
export const MeetingFilter = Type.Object({
  filters: Type.Optional(Filters),
  includeHidden: IncludeHidden,
});
export type MeetingFilter = Static<typeof MeetingFilter>;

/** Returns the condition on `meetingsFor` the viewer that finds those they see and ask for. */
export function asked(tx: Tx, viewer: Viewer, filter: MeetingFilter): Fragment {
  const met = filterWhere(tx, filter.filters ?? [], meetingFields);
  return tx`${visibleTo(tx, viewer)} and ${shown(tx, viewer, filter.includeHidden)} and ${met}`;
}
