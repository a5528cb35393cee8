import { randomUUIDv7 } from 'node:crypto';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { queueForAdministrators } from '../../mail/outbox/queue-mails.ts';
import { Problem } from '../../problems.ts';
import { newClientId, newSecret } from './new-secret.ts';
import { countCredentials, insertCredential } from './queries.ts';
import type { CredentialAnswer, NewCredential } from './schemas.ts';

const mostCredentials = 50;

/**
 * Creates a credential of the tenant, mails its administrators and returns it with its secret. Throws VALIDATION_FAILED for a
 * time to end that has passed, and TOO_MANY_CREDENTIALS.
 */
export async function createCredential(tx: Tx, input: NewCredential): Promise<CredentialAnswer> {
  refusePast(input);
  if ((await countCredentials(tx)) >= mostCredentials) throw new Problem('TOO_MANY_CREDENTIALS');
  const credentialUuid = randomUUIDv7();
  const { clientSecret, secretHash } = newSecret();
  const credential = await insertCredential(tx, credentialUuid, input, {
    clientId: newClientId(),
    secretHash,
  });
  await recordEvent(tx, {
    eventType: 'credential.created',
    entityType: 'CREDENTIAL',
    entityId: credentialUuid,
    attributes: {
      role: credential.roles.includes('TENANT_ADMIN') ? 'TENANT_ADMIN' : 'TENANT_STAFF',
    },
  });
  await queueForAdministrators(tx, { kind: 'CREDENTIAL_CREATED', about: { credentialUuid } });
  return { ...credential, clientSecret };
}

function refusePast({ expiresAt }: NewCredential): void {
  if (!expiresAt) return;
  const instant = Temporal.Instant.from(`${expiresAt.replace(/Z$/, '')}Z`);
  if (Temporal.Instant.compare(instant, Temporal.Now.instant()) > 0) return;
  throw invalid(fieldError('expiresAt', 'IN_THE_PAST', 'must be in the future'));
}
