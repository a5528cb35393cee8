import type { CalendarEvent } from '../core/event.ts';
import { sameName } from './read-event.ts';

type Property = { id: string; value: string };

/**
 * Applies `$select` and the one `$expand` there is: an extended property by its id, as in
 * https://learn.microsoft.com/graph/api/singlevaluelegacyextendedproperty-get
 */
export function shape(
  wire: Record<string, unknown>,
  { extra }: CalendarEvent,
  query: Record<string, string | undefined>,
): Record<string, unknown> {
  const wanted = query.$select?.split(',').map((each) => each.trim());
  const shown = wanted
    ? Object.fromEntries(
        Object.entries(wire).filter(
          ([name]) => name === '@odata.etag' || name === 'id' || wanted.includes(name),
        ),
      )
    : { ...wire };
  const asked = [...(query.$expand ?? '').matchAll(/id eq '([^']+)'/gi)].map(([, id]) => id ?? '');
  if (!/singleValueExtendedProperties/i.test(query.$expand ?? '')) return shown;
  const found = propertiesOf(extra).filter(({ id }) => asked.some((each) => sameName(each, id)));
  return found.length > 0 ? { ...shown, singleValueExtendedProperties: found } : shown;
}

/** Returns whether an event meets a `$filter`; undefined for one that is not understood. */
export function filterOf(text: string): ((event: CalendarEvent) => boolean) | undefined {
  const uid = /^iCalUId eq '([^']+)'$/i.exec(text)?.[1];
  if (uid) return (event) => event.iCalUid === uid;
  const property =
    /^singleValueExtendedProperties\/any\((\w+):\s*\1\/id eq '([^']+)' and \1\/value eq '([^']*)'\)$/i.exec(
      text,
    );
  if (!property) return undefined;
  const [, , id = '', value] = property;
  return ({ extra }) =>
    propertiesOf(extra).some((each) => sameName(each.id, id) && each.value === value);
}

function propertiesOf(extra: Record<string, unknown>): Property[] {
  return (extra.properties as Property[] | undefined) ?? [];
}
