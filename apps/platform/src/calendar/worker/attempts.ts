import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';

/** One exchange about a meeting between here and its calendar, as its history keeps it. */
type Attempt = {
  meetingUuid: string;
  connectionUuid: string;
  direction: 'OUTWARD' | 'INWARD';
  operation: 'CREATE' | 'UPDATE' | 'DELETE';
  /** DONE; RETRY and FAILED only for exports; KEPT_OURS when a later change here won. */
  outcome: 'DONE' | 'RETRY' | 'FAILED' | 'KEPT_OURS';
  /** Names of fields, never what is in them. */
  changed?: readonly string[];
  code?: string | undefined;
  providerStatus?: number | undefined;
  providerCode?: string | undefined;
  attempt?: number;
  nextTryAt?: string | undefined;
  driftRepaired?: boolean;
  durationMs?: number;
};

export async function recordAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  const stated = Object.entries(attempt).filter(([, value]) => value !== undefined);
  const values = {
    tenantUuid: tx.tenantUuid,
    attemptUuid: randomUUIDv7(),
    ...Object.fromEntries(stated),
    changed: [...(attempt.changed ?? [])],
  };
  await tx`insert into calendar_attempts ${tx(values as never)}`;
}
