import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../problems.ts';
import type { Person } from '../person.ts';
import { findAccount } from '../queries.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import { listCredentials } from './passkey-queries.ts';
import { findTenantName } from './queries.ts';
import type { PasskeyCreationOptions, RequestOptions } from './schemas.ts';

/** The time in which a person should answer the authenticator, in milliseconds. */
const timeout = 5 * 60_000;

/** EdDSA, ES256 and RS256 (RFC 9053): what authenticators have. */
export const passkeyAlgorithms = [-8, -7, -257];

/** Says what the challenges of a new passkey, of a proof and of a sign-in by passkey are for. */
export const registrationOf = ({ tenantUuid, userUuid }: Person, rpId: string): string =>
  `registration ${tenantUuid} ${userUuid} ${rpId}`;
export const proofOf = ({ tenantUuid, userUuid }: Person, sessionUuid: string, rpId: string) =>
  `proof ${tenantUuid} ${userUuid} ${sessionUuid} ${rpId}`;
export const signInAt = (rpId: string): string => `sign-in ${rpId}`;

/** Returns the handle by which an authenticator knows a person: no name, no e-mail. */
export function userHandleOf({ userUuid }: Pick<Person, 'userUuid'>): string {
  return Buffer.from(userUuid.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Returns what an authenticator makes a passkey by; it refuses to make a second one for the host. */
export async function creationOptions(
  tx: Tx,
  challenges: PasskeyChallenges,
  person: Person,
  rpId: string,
): Promise<Static<typeof PasskeyCreationOptions>> {
  const [account, tenantName, excludeCredentials] = await Promise.all([
    findAccount(tx, person),
    findTenantName(tx, person.tenantUuid),
    listCredentials(tx, person, rpId),
  ]);
  if (!account) throw notFound('user');
  return {
    rp: { id: rpId, name: tenantName },
    user: { id: userHandleOf(person), name: account.email, displayName: account.displayName },
    challenge: challenges.issue(registrationOf(person, rpId)),
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials,
    authenticatorSelection: {
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'preferred',
    },
    attestation: 'none',
  };
}

type Asked = Pick<RequestOptions, 'challenge' | 'rpId' | 'allowCredentials'> & {
  byItself: boolean;
};

/** Returns what an authenticator signs by; a passkey that signs in by itself verifies the user. */
export function requestOptions({ byItself, ...asked }: Asked): RequestOptions {
  return { ...asked, timeout, userVerification: byItself ? 'required' : 'preferred' };
}
