import type { Actor } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { orNotFound } from '../../problems.ts';
import { accountEntity } from '../account-entity.ts';
import { endOtherBranches, keptOfAsker } from '../end-held.ts';
import { isOf, type Person } from '../person.ts';
import { findAccount } from '../queries.ts';
import { type FactorChange, queueSignInMail } from './factor-mail.ts';
import type { FactorMethod } from './schemas.ts';

const recorded: Record<FactorChange, { kind: 'added' | 'removed'; method: FactorMethod | 'ALL' }> =
  {
    TOTP_ADDED: { kind: 'added', method: 'TOTP' },
    TOTP_REPLACED: { kind: 'added', method: 'TOTP' },
    TOTP_REMOVED: { kind: 'removed', method: 'TOTP' },
    PASSKEY_ADDED: { kind: 'added', method: 'PASSKEY' },
    PASSKEY_REMOVED: { kind: 'removed', method: 'PASSKEY' },
    RECOVERY_CODES_RENEWED: { kind: 'added', method: 'RECOVERY_CODE' },
    RECOVERY_CODE_USED: { kind: 'removed', method: 'RECOVERY_CODE' },
    RESET: { kind: 'removed', method: 'ALL' },
  };

/**
 * Records a change of a person's second factors, and mails it to them. Other branches of the session
 * that asks end: whoever copied its cookie does not go on.
 */
export async function recordFactorChange(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  change: FactorChange,
  actor: Actor = tx.actor,
): Promise<void> {
  const account = await orNotFound(findAccount(tx, { tenantUuid, userUuid }), 'user');
  const { kind, method } = recorded[change];
  const own = { tenantUuid, userUuid };
  await endOtherBranches(tx, isOf(tx, own), keptOfAsker(tx, own));
  await recordEvent(tx, {
    eventType: `auth.second_factor_${kind}`,
    tenantUuid,
    actor,
    entityType: accountEntity(account),
    entityId: userUuid,
    attributes: { method, change },
  });
  await queueSignInMail(tx, own, change);
}
