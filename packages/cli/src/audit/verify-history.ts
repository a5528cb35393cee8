import { createReadStream } from 'node:fs';
import { changesHash } from '@atrium/kit/hash-chain.ts';
import { linesOf } from '../events/lines.ts';
import { type Line, say, toObject } from './lines-of-objects.ts';

/** What an event of the trail says of its changes. */
export type Change = {
  eventId: unknown;
  sequence: unknown;
  entityType: unknown;
  entityUuid: unknown;
  hash: unknown;
};

const known = ['eventId', 'sequence', 'entityType', 'entityUuid', 'salt', 'changes'];
const knownOfChange = ['field', 'before', 'after', 'isLong'];

/** Returns what a line of the trail says of changes: one entry, or none. */
export function changesIn({ eventId, sequence, entityType, entityId, attributes }: Line): Change[] {
  const hash = (attributes as Line | null)?.changesHash;
  return hash === undefined ? [] : [{ eventId, sequence, entityType, entityUuid: entityId, hash }];
}

/**
 * Checks an export of histories against the changes of a trail, in its order, prints the result and
 * answers the exit code: 0 when there is one line for each, whose hash is that of its event, or whose
 * values were erased.
 */
export async function verifyHistory(file: string, changes: readonly Change[]): Promise<number> {
  let number = 0;
  let erased = 0;
  for await (const text of linesOf(createReadStream(file))) {
    const due = changes[number];
    number += 1;
    const line = toObject(text);
    const fault = line ? faultOf(line, due) : 'is not a JSON object';
    if (!line || fault) return say(`history, line ${number}: ${fault}`, 1);
    if (line.changes === null) erased += 1;
  }
  const missing = changes[number];
  if (missing)
    return say(`history, line ${number + 1}: is missing. ${nameOf(missing)} changed something`, 1);
  return say(
    `${number} changes are as they were recorded, of which ${erased} were erased since.`,
    0,
  );
}

/** Returns what is wrong with a line, if anything is. */
function faultOf(line: Line, due: Change | undefined): string | undefined {
  const { salt, changes } = line;
  if (!due) return 'is of no event of the trail';
  for (const name of ['eventId', 'sequence', 'entityType', 'entityUuid'] as const)
    if (line[name] !== due[name])
      return `has another ${name} than the trail, where ${nameOf(due)} is next`;
  const unknown = Object.keys(line).find((name) => !known.includes(name));
  if (unknown) return `has ${unknown}, which no hash covers`;
  if (salt === null && changes === null) return undefined;
  if (typeof salt !== 'string' || !Array.isArray(changes) || !changes.every(isChange))
    return 'has no salt and changes';
  return hashOf(salt, changes) === due.hash ? undefined : 'has another hash than its event says';
}

type Value = string | null;
type KnownChange = { field: string; before: Value; after: Value };

/** Returns whether a value is a change and nothing else: one that is long says nothing of its values. */
function isChange(value: unknown): value is KnownChange {
  if (typeof value !== 'object' || value === null) return false;
  const { field, before, after, isLong } = value as Line;
  const isText = (each: unknown) => each === null || typeof each === 'string';
  const isLongOrNot =
    isLong === undefined || (isLong === true && before === null && after === null);
  return (
    typeof field === 'string' &&
    isText(before) &&
    isText(after) &&
    isLongOrNot &&
    Object.keys(value).every((name) => knownOfChange.includes(name))
  );
}

/** Returns the hash of changes; undefined when their texts are none that canonical JSON can have. */
function hashOf(salt: string, changes: readonly KnownChange[]): string | undefined {
  try {
    return changesHash(salt, changes);
  } catch {
    return undefined;
  }
}

const nameOf = ({ sequence, eventId }: Change) => `Event ${sequence} (${eventId})`;
