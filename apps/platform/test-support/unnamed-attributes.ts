import { anyEvents, eventAttributes } from '../src/event-attributes.ts';
import type { EventType } from '../src/event-types.ts';
import type { RecordedEvent } from './personal-data.ts';

/** Returns the attributes of recorded events that the document names for none of their kind. */
export function unnamedIn(events: readonly RecordedEvent[]): string[] {
  const found = events.flatMap(({ eventType, attributes }) => {
    const named: readonly string[] = [
      ...anyEvents,
      ...(eventAttributes[eventType as EventType] ?? []),
    ];
    // Tests that write into the trail itself name what they write by one letter, and the kind of record
    // that the test of kinds adds and throws away is the document.
    const others = Object.keys(attributes).filter(
      (name) => !named.includes(name) && name.length > 1 && !/^documents?[A-Z]/.test(name),
    );
    return others.map((name) => `${eventType} ${name}`);
  });
  return [...new Set(found)];
}
