import type { Calendar } from '../core/calendar.ts';
import type { CalendarEvent } from '../core/event.ts';
import { invalid, refusal } from './errors.ts';

/**
 * An event's id. The ordinary one changes when the event is moved to another calendar, the
 * immutable one (`Prefer: IdType="ImmutableId"`) does not:
 * https://learn.microsoft.com/graph/outlook-immutable-id
 */
export function idOf(
  { id, moves }: Pick<CalendarEvent, 'id' | 'moves'>,
  immutable: boolean,
): string {
  if (immutable) return `AAkALg${encode(id)}=`;
  return `AAMkAG${encode(`${moves}:${id}`)}=`;
}

/** The event with this id of either kind. Throws 404, also for an id from before a move. */
export function findById(calendar: Calendar, id: string): CalendarEvent {
  const parts = /^(AAkALg|AAMkAG)([\w-]+)=$/.exec(id);
  if (!parts) throw invalid('Id is malformed.', 'ErrorInvalidIdMalformed');
  const text = Buffer.from(parts[2] ?? '', 'base64url').toString();
  const ordinary = parts[1] === 'AAMkAG';
  const found = calendar.find(ordinary ? text.slice(text.indexOf(':') + 1) : text);
  if (!found || found.status === 'cancelled') throw refusal(404);
  if (ordinary && Number.parseInt(text, 10) !== found.moves) throw refusal(404);
  return found;
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}
