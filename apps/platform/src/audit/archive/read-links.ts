import type { Work } from '../../database/transaction.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { type Link, listLinks } from '../chain-queries.ts';
import type { RecordedEvent } from '../schemas.ts';
import { type ArchivedEvent, type ArchivedPart, findPart } from './parts.ts';
import { readPart } from './read-part.ts';

type Means = {
  read: <T>(work: Work<T>) => Promise<T>;
  objects: Pick<ObjectStore, 'read'>;
  /** Is told of each archived part before its events come. */
  onPart?: (part: ArchivedPart) => Promise<void>;
};
type Asked = { tenantUuid: string; after: number; last: number; limit: number };

/**
 * Yields the numbers of a tenant's chain in their order, some at a time, from object storage and then from
 * the database. The first that is in neither is left out. Throws AlteredPart.
 */
export async function* readLinks(
  { read, objects, onPart }: Means,
  { tenantUuid, after, last, limit }: Asked,
): AsyncGenerator<Link[]> {
  let at = after;
  while (at < last) {
    const { links, part } = await read(async (tx) => {
      // The database first: what is archived meanwhile is then found in the next statement.
      const found = await listLinks(tx, tenantUuid, { after: at, last, limit });
      const due = at + 1;
      return {
        links: found,
        part: found[0]?.sequence === due ? undefined : await findPart(tx, tenantUuid, due),
      };
    });
    if (!part) {
      if (links.length > 0) yield links;
      if (links.length < limit) return;
      at = links.at(-1)?.sequence ?? last;
      continue;
    }
    await onPart?.(part);
    const archived = (await readPart(objects, part)).filter(
      ({ sequence }) => sequence > at && sequence <= last,
    );
    for (let from = 0; from < archived.length; from += limit)
      yield archived.slice(from, from + limit).map(toLink);
    at = part.lastSequence;
  }
}

function toLink(archived: ArchivedEvent): Link {
  const { sequence, hash } = archived;
  return { sequence, hash, event: recordedOf(archived) };
}

/** Returns what a hash covers of an archived event beside its number. */
export const recordedOf = (event: ArchivedEvent): RecordedEvent => ({
  eventId: event.eventId,
  tenantUuid: event.tenantUuid,
  eventType: event.eventType,
  occurredAt: event.occurredAt,
  actorType: event.actorType,
  actorId: event.actorId,
  entityType: event.entityType,
  entityId: event.entityId,
  attributes: event.attributes,
});
