import { createReadStream } from 'node:fs';
import { beginning, nextHash } from '@atrium/kit/hash-chain.ts';
import { linesOf } from '../events/lines.ts';
import { type Line, say, toObject } from './lines-of-objects.ts';
import { type Change, changesIn, verifyHistory } from './verify-history.ts';

/** The fields of an event that its hash covers. */
const fields = [
  'sequence',
  'eventId',
  'tenantUuid',
  'eventType',
  'occurredAt',
  'actorType',
  'actorId',
  'entityType',
  'entityId',
  'attributes',
] as const;
const known: readonly string[] = [...fields, 'hash', 'previousHash'];

/** The last event that was checked. */
type Place = { sequence: number; hash: string; tenantUuid: unknown };

/**
 * Checks an export of the audit trail line by line, prints the result and answers the exit code: 0
 * when the file is a part of one chain without gaps, and has the hash that it must have.
 */
export async function verifyTrail(
  file: string,
  head: string | undefined,
  historyFile: string | undefined,
): Promise<number> {
  let number = 0;
  let first: number | undefined;
  let place: Place | undefined;
  let hasHead = head === undefined || head === beginning;
  const changes: Change[] = [];
  for await (const text of linesOf(createReadStream(file))) {
    number += 1;
    const line = toObject(text);
    const fault = line ? faultOf(line, place) : 'is not a JSON object';
    if (!line || fault) return say(`line ${number}: ${fault}`, 1);
    place = line as Place;
    if (historyFile !== undefined) changes.push(...changesIn(line));
    first ??= place.sequence;
    hasHead ||= place.hash === head;
  }
  if (!hasHead)
    return say(
      `line ${number + 1}: is missing. None of the ${number} lines has the hash ${head}`,
      1,
    );
  say(
    place
      ? `${number} events, ${first} to ${place.sequence}, are as they were chained. Head: ${place.hash}`
      : 'The file has no events.',
    0,
  );
  return historyFile === undefined ? 0 : verifyHistory(historyFile, changes);
}

/** Returns what is wrong with a line behind the last good one, if anything is. */
function faultOf(line: Line, before: Place | undefined): string | undefined {
  const { sequence, hash, tenantUuid, previousHash } = line;
  const due = before ? before.sequence + 1 : undefined;
  if (due !== undefined && sequence !== due) return `has the number ${sequence}, not ${due}`;
  if (before && tenantUuid !== before.tenantUuid) return 'is of another tenant';
  const unknown = Object.keys(line).find((name) => !known.includes(name));
  if (unknown) return `has ${unknown}, which no hash covers`;
  const start = sequence === 1 ? beginning : previousHash;
  const previous = before ? before.hash : start;
  if (typeof previous !== 'string')
    return 'does not say what it follows: a line before it is missing';
  if (previousHash !== undefined && previousHash !== previous) return 'follows another line';
  const covered = Object.fromEntries(fields.map((name) => [name, line[name]]));
  if (hash !== hashOf(previous, covered)) return 'has another hash than its content gives';
  return undefined;
}

/** Returns the hash of a line; undefined when its texts are none that canonical JSON can have. */
function hashOf(previous: string, covered: object): string | undefined {
  try {
    return nextHash(previous, covered);
  } catch {
    return undefined;
  }
}
