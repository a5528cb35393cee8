import { type Href, pathTo } from '../paths.ts';

/** Returns where the record of an event is shown, if there is such a page. */
export function recordHref(entityType: string | null, entityUuid: string | null): Href | undefined {
  if (!entityUuid) return undefined;
  if (entityType === 'CONTACT') return pathTo('person', { contactUuid: entityUuid });
  if (entityType === 'HOUSEHOLD') return pathTo('household', { householdUuid: entityUuid });
  if (entityType === 'MEETING') return pathTo('meeting', { meetingUuid: entityUuid });
  return undefined;
}
