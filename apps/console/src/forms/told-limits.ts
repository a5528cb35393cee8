import type { OperationId } from '../api.ts';
import { wordsOf } from '../i18n/words.ts';
import { showNumber } from '../time.ts';
import { limits as table } from './body-limits.ts';
import { valueAt } from './paths.ts';
import { partsOf } from './typed-lists.ts';

type Known = typeof table;

/** A field of an operation's body that has a limit, `createMeeting:title`. */
export type Place = { [Id in keyof Known]: `${Id}:${keyof Known[Id] & string}` }[keyof Known];

/** Says which limits the fields of a form have: those of an operation by their paths, or each its own. */
export type Limits<V> = OperationId | ((values: V) => Readonly<Record<string, Place>>);

type Limit = number | readonly [least: number | null, most: number | null] | { items: number };
type OfBody = Readonly<Record<string, Limit>>;
const bodies: Readonly<Record<string, OfBody>> = table;

/** Returns what says that a value is over a limit, and by how much; undefined where it is not. */
export function faultAt(place: Place, value: unknown): string | undefined {
  const [id = '', path = ''] = place.split(':');
  return said(overIn(bodies[id] ?? {}, path, value));
}

type Over = { is: 'tooLong' | 'tooMany' | 'tooSmall' | 'tooLarge'; limit: number; length?: number };

function said(over: Over | undefined): string | undefined {
  if (!over) return undefined;
  const { is, limit, length = 0 } = over;
  const numbers = { limit: showNumber(limit), length: showNumber(length) };
  return wordsOf('limits')(`over.${is}`, numbers);
}

/** Returns what of a value is over its limit in a body; undefined where nothing is. */
export function overIn(body: OfBody, path: string, value: unknown): Over | undefined {
  const limit = body[path];
  if (limit === undefined || !isTypable(value)) return undefined;
  const text = String(value).trim();
  if (typeof limit === 'number') {
    // The server counts signs as people do, of which some are two for the language.
    const { length } = [...text];
    return length > limit ? { is: 'tooLong', limit, length } : undefined;
  }
  if ('items' in limit) {
    const items = Array.isArray(value) ? value : partsOf(path, text);
    const { length } = items;
    if (length > limit.items) return { is: 'tooMany', limit: limit.items, length };
    return items.map((each) => overIn(body, `${path}[]`, each)).find(Boolean);
  }
  const [least, most] = limit;
  if (text === '') return undefined;
  if (least !== null && Number(text) < least) return { is: 'tooSmall', limit: least };
  return most !== null && Number(text) > most ? { is: 'tooLarge', limit: most } : undefined;
}

const isTypable = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || Array.isArray(value);

/**
 * Returns the faults of a form's values that are over a limit, by their paths in the form. The limits of an
 * operation are those of the fields that have its paths: the limit of a part is none of a whole.
 */
export function faultsOver<V>(
  limits: Limits<V>,
  values: V,
  isAsked: (path: string, values: V) => boolean = () => true,
): Record<string, string> {
  const places: [path: string, place: Place][] =
    typeof limits === 'function'
      ? Object.entries(limits(values))
      : Object.keys(bodies[limits] ?? {}).map((path) => [path, `${limits}:${path}` as Place]);
  return Object.fromEntries(
    places.flatMap(([path, place]) => {
      const fault = isAsked(path, values) && faultAt(place, valueAt(values, path));
      return fault ? [[path, fault]] : [];
    }),
  );
}
