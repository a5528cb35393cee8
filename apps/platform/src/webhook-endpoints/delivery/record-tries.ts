import type { Tx } from '../../database/transaction.ts';
import { queueForAdministrators } from '../../mail/outbox/queue-mails.ts';
import { deactivateEndpoint, lockEndpoint } from '../queries.ts';
import { recordChange } from '../record-change.ts';
import type { EndpointRow } from '../schemas.ts';
import { hasFailedForDays, saveHealth, saveTries, type Tried } from './queries.ts';
import { saysGone } from './send-message.ts';

const promptMs = 2_000;

/**
 * Writes what tries of an endpoint's messages came to, and disables an endpoint that is gone or has
 * failed for five days. Returns whether it may be sent to any more.
 */
export async function recordTries(
  tx: Tx,
  endpointUuid: string,
  tries: readonly Tried[],
): Promise<boolean> {
  const endpoint = await lockEndpoint(tx, endpointUuid);
  await saveTries(tx, endpointUuid, tries);
  const works = tries.some(({ error }) => error === null);
  const isPrompt = tries.every(({ error, durationMs }) => error === null && durationMs <= promptMs);
  await saveHealth(tx, endpointUuid, { works, isPrompt });
  if (!endpoint?.isActive) return false;
  const reason = await reasonToDisable(tx, endpointUuid, tries);
  if (!reason) return true;
  await deactivateEndpoint(tx, endpointUuid, reason);
  await recordChange(tx, 'disabled', endpointUuid, { reason });
  if (reason === 'FAILING')
    await queueForAdministrators(tx, { kind: 'WEBHOOK_DISABLED', about: { endpointUuid } });
  return false;
}

async function reasonToDisable(
  tx: Tx,
  endpointUuid: string,
  tries: readonly Tried[],
): Promise<EndpointRow['disabledReason']> {
  if (tries.some(saysGone)) return 'GONE';
  const failed = tries.some(({ error }) => error !== null);
  return failed && (await hasFailedForDays(tx, endpointUuid)) ? 'FAILING' : null;
}
