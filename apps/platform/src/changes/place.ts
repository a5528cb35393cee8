import { nobody } from '../outbox/position.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

/**
 * A place in the stream of changes, which any replica knows. Told is all that `delivered` sees and, of
 * what `reading` sees besides, all up to the event (lastIn, lastUuid).
 */
export type Place = { delivered: Snapshot; reading: Snapshot; lastIn: string; lastUuid: string };

// Longer than with some hundred transactions under way; nobody else's headers are read to their end.
const longest = 6_000;
const tail = /^(\d{1,18})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Returns the place at which all that a snapshot sees is told. */
export const placeAt = (seen: Snapshot): Place => ({
  delivered: seen,
  reading: seen,
  lastIn: '0',
  lastUuid: nobody,
});

/** Returns a place as the id of an event. */
export const writePlace = ({ delivered, reading, lastIn, lastUuid }: Place): string =>
  [delivered.text, reading.text, lastIn, lastUuid].join('_');

/** Returns the place that a reader names; undefined when it is none. */
export function readPlace(id: string): Place | undefined {
  if (id.length > longest) return undefined;
  const [told = '', round = '', ...rest] = id.split('_');
  const [delivered, reading] = [readSnapshot(told), readSnapshot(round)];
  const [, lastIn, lastUuid] = tail.exec(rest.join('_')) ?? [];
  return delivered && reading && lastIn && lastUuid
    ? { delivered, reading, lastIn, lastUuid }
    : undefined;
}
