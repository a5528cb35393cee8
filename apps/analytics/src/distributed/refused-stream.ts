import type { EventRow } from '../ingest/event-row.ts';
import { refusedEvent } from '../ingest/refused-events.ts';
import { clearAttributes, type ValuePatterns } from '../store/value-patterns.ts';
import { names } from './names.ts';
import type { Log } from './open-log.ts';
import { readStream } from './read-stream.ts';

/** Quarantines events that the store refuses in a stream, by tenant, as events that can be sent again. */
export function refusedStream({ nc, js, jsm }: Log) {
  return {
    async keep(row: EventRow, error: unknown): Promise<void> {
      const event = JSON.stringify(refusedEvent(row, error));
      await js.publish(names.refusedSubject(row.tenantId), event);
    },

    async purge(tenantUuid: string): Promise<void> {
      await jsm.streams.purge(names.refused, { filter: names.refusedSubject(tenantUuid) });
    },

    /** Clears values in the attributes of a tenant's events. */
    async clear(tenantUuid: string, patterns: ValuePatterns): Promise<void> {
      const subject = names.refusedSubject(tenantUuid);
      for (let from = 1; ; ) {
        const page = await readStream(nc, names.refused, from);
        if (page.length === 0) return;
        for (const { sequence, msg } of page) {
          from = sequence + 1;
          if (msg.headers?.get('Nats-Subject') !== subject) continue;
          const event = JSON.parse(msg.string());
          const { attribute, isChanged } = clearAttributes(event.attributes, patterns);
          if (!isChanged) continue;
          await js.publish(subject, JSON.stringify({ ...event, attributes: attribute }));
          await jsm.streams.deleteMessage(names.refused, sequence, true);
        }
      }
    },
  };
}
