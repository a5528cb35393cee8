import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ObjectStore } from '../../files/object-store.ts';
import type { ArchivedEvent, ArchivedPart } from './parts.ts';

/** A part of the trail is not in object storage as it was written there. */
export class AlteredPart extends Error {
  override name = 'AlteredPart';
}

export const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');

const unpack = promisify(gunzip);

/**
 * Returns the events of an archived part in the order of the chain. Throws AlteredPart when its object is
 * missing, is not the one that was written, or is not of the part's tenant and numbers.
 */
export async function readPart(
  objects: Pick<ObjectStore, 'read'>,
  part: ArchivedPart,
): Promise<ArchivedEvent[]> {
  const { tenantUuid, firstSequence, lastSequence, objectKey, sha256 } = part;
  const content = await objects.read(objectKey);
  if (!content) throw new AlteredPart(`the archived part ${objectKey} is missing`);
  if (sha256Of(content) !== sha256)
    throw new AlteredPart(`the archived part ${objectKey} was changed`);
  const text = String(await unpack(content));
  const events: ArchivedEvent[] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const isOfPart =
    events.length === lastSequence - firstSequence + 1 &&
    events.every(
      (event, at) => event.tenantUuid === tenantUuid && event.sequence === firstSequence + at,
    );
  if (!isOfPart) throw new AlteredPart(`the archived part ${objectKey} has other events`);
  return events;
}
