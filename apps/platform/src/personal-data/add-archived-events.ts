import type { Static } from 'typebox';
import { archivedEvents } from '../audit/archive/archived-events.ts';
import type { TrailMeans } from '../audit/archive/find-whole-run.ts';
import { type ArchivedEvent, listPartsOf } from '../audit/archive/parts.ts';
import { readPart } from '../audit/archive/read-part.ts';
import type { Tx } from '../database/transaction.ts';
import type { PersonalData } from './schemas.ts';

type Held = Static<typeof PersonalData>;

/** Returns what is held of a person with the archived events of the trail besides. Throws AlteredPart. */
export async function addArchivedEvents({ read, objects }: TrailMeans, held: Held): Promise<Held> {
  const uuids = held.contacts.map(({ contactUuid }) => String(contactUuid));
  const isOf = ({ entityId, actorId }: ArchivedEvent) =>
    uuids.includes(entityId ?? '') || uuids.includes(actorId ?? '');
  const archived: ArchivedEvent[] = [];
  for (const part of await read((tx) => listPartsOf(tx, uuids)))
    archived.push(...(await readPart(objects, part)).filter(isOf));
  if (archived.length === 0) return held;
  const rows = await read((tx) => asHeld(tx, archived));
  // What was archived since the others were collected is in both.
  const known = new Set(rows.map(({ eventUuid }) => eventUuid));
  const younger = held.events.filter(({ eventUuid }) => !known.has(eventUuid));
  return { ...held, events: [...rows, ...younger] };
}

const asHeld = (tx: Tx, events: readonly ArchivedEvent[]) =>
  tx<Record<string, unknown>[]>`
    select event_uuid, event_type, occurred_at, actor_type, actor_id, entity_type, entity_id,
           attributes - 'changesHash' as attributes
      from (${archivedEvents(tx, events)}) e order by occurred_at, event_uuid`;
