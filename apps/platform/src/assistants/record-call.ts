import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';

/** Records that an assistant called a tool with a person's token. */
export async function recordCall(tx: Tx, { sessionUuid }: Caller, tool: string): Promise<void> {
  await recordEvent(tx, {
    eventType: 'assistant.called',
    entityType: 'TOKEN',
    entityId: sessionUuid,
    attributes: { tool },
    actor: { ...tx.actor, via: 'ASSISTANT' },
  });
}
