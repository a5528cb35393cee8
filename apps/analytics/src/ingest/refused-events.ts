import { open, readFile, rename } from 'node:fs/promises';
import type { Logger } from 'pino';
import { byKey } from '../store/attribute-path.ts';
import { StoreError } from '../store/store.ts';
import { clearAttributes, type ValuePatterns } from '../store/value-patterns.ts';
import type { EventRow } from './event-row.ts';

/**
 * Quarantines events that were accepted and that the store then refuses: as events, one a line, so that
 * they can be sent again once the cause is mended, each with the engine's code.
 */
export function openRefusedEvents(path: string) {
  async function synced(to: string, flags: string, text: string): Promise<void> {
    const file = await open(to, flags, 0o600);
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  async function lines(): Promise<string[]> {
    const text = await readFile(path, 'utf8').catch(() => '');
    return text.split('\n').filter(Boolean);
  }

  async function replace(kept: readonly string[]): Promise<void> {
    await synced(`${path}.new`, 'w', kept.map((line) => `${line}\n`).join(''));
    await rename(`${path}.new`, path);
  }

  return {
    async keep(row: EventRow, error: unknown): Promise<void> {
      await synced(path, 'a', `${JSON.stringify(refusedEvent(row, error))}\n`);
    },

    /** Removes a tenant's events and returns how many they were. */
    async purge(tenantUuid: string): Promise<number> {
      const before = await lines();
      const kept = before.filter((line) => JSON.parse(line).tenantId !== tenantUuid);
      if (kept.length < before.length) await replace(kept);
      return before.length - kept.length;
    },

    /** Clears values in the attributes of a tenant's events. */
    async clear(tenantUuid: string, patterns: ValuePatterns): Promise<void> {
      const before = await lines();
      const after = before.map((line) => {
        const event = JSON.parse(line);
        if (event.tenantId !== tenantUuid) return line;
        const { attribute, isChanged } = clearAttributes(event.attributes, patterns);
        return isChanged ? JSON.stringify({ ...event, attributes: attribute }) : line;
      });
      if (after.some((line, index) => line !== before[index])) await replace(after);
    },
  };
}

type Keep = (row: EventRow, error: unknown, token?: string) => Promise<void>;

/** Returns a function that keeps an event and says so in the log. */
export function keepAside(keep: Keep, log: Logger): Keep {
  return async (row, error, token) => {
    log.error({ err: error, event: row.eventId }, 'the store refuses an event, kept aside');
    await keep(row, error, token);
  };
}

/** Returns an event as it was sent, with why the store refuses it. */
export function refusedEvent(row: EventRow, error: unknown): object {
  const refusedBecause = error instanceof StoreError ? error.message : 'unknown';
  return { ...eventOfLine(row.line), refusedAt: new Date().toISOString(), refusedBecause };
}

/** Returns an event as it was sent, from the row that was made of it. */
function eventOfLine(line: string): object {
  const [tenantId, eventType, occurredAt, eventId, , ...rest] = JSON.parse(line);
  const [actorType, actorId, entityType, entityId, schemaVersion, attribute] = rest;
  return {
    eventType,
    tenantId,
    eventId,
    occurredAt: `${occurredAt.replace(' ', 'T')}Z`,
    actorType: actorType || null,
    actorId: actorId || null,
    entityType: entityType || null,
    entityId: entityId || null,
    schemaVersion,
    attributes: byKey(attribute),
  };
}
