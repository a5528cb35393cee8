import { setImmediate as turn } from 'node:timers/promises';
import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import { type FieldError, fieldError } from '@atrium/kit/problem.ts';
import { readInstant } from '@atrium/questions/instant.ts';
import { UnreadableEvent } from './batch-body.ts';
import type { EventRow } from './event-row.ts';
import type { Ingestor } from './ingestor.ts';
import { readEvent } from './read-event.ts';
import type { BatchResult } from './schemas.ts';
import { ofOwnPartner } from './sender-partner.ts';

// Others have their turn between so many events.
const atOnce = 100;

const dayMs = 86_400_000;

type Result = BatchResult['results'][number];

type Spend = (tenantId: string, events: number) => void;

/** Judges the items of a batch one by one, stores the good ones and says what became of each. */
export async function takeBatch(
  items: readonly unknown[],
  caller: Caller,
  { spend, spendHistory }: { spend: Spend; spendHistory: Spend },
  ingestor: Ingestor,
): Promise<BatchResult> {
  const receivedMs = Date.now();
  const judged: (EventRow | FieldError[])[] = [];
  for (const item of items) {
    judged.push(judge(item, caller, receivedMs));
    if (judged.length % atOnce === 0) await turn();
  }
  const rows = judged.filter((each): each is EventRow => !Array.isArray(each));
  const isHistory = () =>
    judged.every((each, index) => Array.isArray(each) || isOld(items[index], receivedMs));
  if (!hasRole(caller, 'SYSTEM_ADMIN')) {
    const count = caller.isMachine && isHistory() ? spendHistory : spend;
    count(caller.tenantUuid, rows.length);
  }
  const outcomes = rows.length > 0 ? await ingestor.acceptAndStore(rows) : [];

  let next = 0;
  const results = judged.map((each, index): Result => {
    if (Array.isArray(each)) {
      return { index, eventId: eventIdOf(items[index]), status: 'rejected', errors: each };
    }
    return { index, eventId: each.eventId, status: outcomes[next++] ?? 'rejected' };
  });
  const count = (status: Result['status']) =>
    results.filter((result) => result.status === status).length;
  return {
    accepted: count('accepted'),
    duplicates: count('duplicate'),
    rejected: count('rejected'),
    results,
  };
}

function judge(item: unknown, caller: Caller, receivedMs: number): EventRow | FieldError[] {
  if (item instanceof UnreadableEvent) return item.errors;
  const row = readEvent(item, receivedMs);
  if (Array.isArray(row)) return row;
  if (!mayWriteTo(caller, row.tenantId))
    return [fieldError('tenantId', 'FORBIDDEN_TENANT', 'must be the caller’s tenant')];
  const wrong = 'must be the caller’s own partner';
  return (
    ofOwnPartner(caller, row) ?? [fieldError('attributes.partnerUuid', 'FORBIDDEN_PARTNER', wrong)]
  );
}

/** Returns whether a caller may send a tenant's events: its own, or any as SYSTEM_ADMIN, as the platform does. */
export function mayWriteTo(caller: Caller, tenantId: string): boolean {
  const own = tenantId.toLowerCase() === caller.tenantUuid.toLowerCase();
  return own || hasRole(caller, 'SYSTEM_ADMIN');
}

/** Returns whether a good event happened more than a day ago; without a time it happened now. */
function isOld(item: unknown, receivedMs: number): boolean {
  const { occurredAt } = item as { occurredAt?: string | null };
  const occurredMs = occurredAt ? readInstant(occurredAt) : undefined;
  return occurredMs !== undefined && occurredMs < receivedMs - dayMs;
}

function eventIdOf(item: unknown): string | null {
  const eventId = (item as { eventId?: unknown } | null)?.eventId;
  return typeof eventId === 'string' ? eventId.slice(0, 64) : null;
}
