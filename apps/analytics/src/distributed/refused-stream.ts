import type { EventRow } from '../ingest/event-row.ts';
import { refusedEvent } from '../ingest/refused-events.ts';
import { clearAttributes, type ValuePatterns } from '../store/value-patterns.ts';
import { names } from './names.ts';
import type { Log } from './open-log.ts';

/** Quarantines events that the store refuses in a stream, by tenant, as events that can be sent again. */
export function refusedStream({ js, jsm }: Log) {
  return {
    /** Keeps an event: once for each token, so that one of a batch that is written again is kept once. */
    async keep(row: EventRow, error: unknown, token: string = crypto.randomUUID()): Promise<void> {
      const event = JSON.stringify(refusedEvent(row, error));
      await js.publish(names.refusedSubject(row.tenantId), event, { msgID: token });
    },

    async purge(tenantUuid: string): Promise<void> {
      await jsm.streams.purge(names.refused, { filter: names.refusedSubject(tenantUuid) });
    },

    /** Clears values in the attributes of a tenant's events. The stream's leader is asked, which has all of them. */
    async clear(tenantUuid: string, patterns: ValuePatterns, signal: AbortSignal): Promise<void> {
      const subject = names.refusedSubject(tenantUuid);
      for (let seq = 1; ; ) {
        signal.throwIfAborted();
        const next = { seq, next_by_subj: subject };
        const message = await jsm.streams.getMessage(names.refused, next);
        if (!message) return;
        seq = message.seq + 1;
        const event = message.json<{ attributes: object }>();
        const { attribute, isChanged } = clearAttributes(event.attributes, patterns);
        if (!isChanged) continue;
        await js.publish(subject, JSON.stringify({ ...event, attributes: attribute }));
        await jsm.streams.deleteMessage(names.refused, message.seq, true);
      }
    },
  };
}
