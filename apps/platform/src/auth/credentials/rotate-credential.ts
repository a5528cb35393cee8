import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { orNotFound } from '../../problems.ts';
import { newSecret } from './new-secret.ts';
import { replaceSecret } from './queries.ts';
import type { CredentialAnswer } from './schemas.ts';

/** Gives a credential a new secret; the one before works for 24 hours more. Throws NOT_FOUND. */
export async function rotateCredential(tx: Tx, credentialUuid: string): Promise<CredentialAnswer> {
  const { clientSecret, secretHash } = newSecret();
  const credential = await orNotFound(replaceSecret(tx, credentialUuid, secretHash), 'credential');
  await recordEvent(tx, {
    eventType: 'credential.rotated',
    entityType: 'CREDENTIAL',
    entityId: credentialUuid,
  });
  return { ...credential, clientSecret };
}
