import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../database/transaction.ts';
import type { SyncOperation } from '../meetings/fields.ts';
import type { ProviderError } from './providers/provider.ts';

/** One exchange about a meeting between here and its calendar, as its history keeps it. */
type Attempt = {
  meetingUuid: string;
  connectionUuid: string;
  direction: 'OUTWARD' | 'INWARD';
  operation: SyncOperation;
  /** DONE; RETRY and FAILED only for exports; KEPT_OURS when a later change here won. */
  outcome: 'DONE' | 'RETRY' | 'FAILED' | 'KEPT_OURS';
  /** Names of fields, never what is in them. */
  changed?: readonly string[];
  error?: ProviderError | undefined;
  attempt?: number;
  nextTryAt?: string | undefined;
  driftRepaired?: boolean;
  durationMs?: number;
};

export async function recordAttempt(tx: Tx, { error, ...attempt }: Attempt): Promise<void> {
  const values = {
    tenantUuid: tx.tenantUuid,
    attemptUuid: randomUUIDv7(),
    ...attempt,
    changed: [...(attempt.changed ?? [])],
    code: error?.code,
    providerStatus: error?.status,
    providerCode: error?.providerCode,
  };
  const stated = Object.entries(values).filter(([, value]) => value !== undefined);
  await tx`insert into calendar_attempts ${tx(Object.fromEntries(stated) as never)}`;
}
