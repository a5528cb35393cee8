import type { Tx } from '../../database/transaction.ts';
import { isOf, type Person } from '../person.ts';
import type { SsoSecrets } from './sso-secrets.ts';

/** A sign-in at a firm’s provider, with what the provider handed out. */
export type ProviderSignIn = {
  connectionUuid: string;
  refreshToken: string | null;
  idToken: string | null;
  /** True where the firm takes the provider’s word for the second factor. */
  hasFactor: boolean;
};

/** How long a session lasts of which the provider cannot be asked whether it may go on, in days. */
export const daysWithoutAsking = 0.5;

/** Returns a sign-in as it is kept while it waits for the second factor. */
export const sealSignIn = (secrets: SsoSecrets, signIn: ProviderSignIn, challengeHash: Buffer) =>
  secrets.seal(JSON.stringify(signIn), challengeHash.toString('hex'));

/** Returns the sign-in that waited. */
export const openSignIn = (secrets: SsoSecrets, sealed: string, challengeHash: Buffer) =>
  JSON.parse(secrets.open(sealed, challengeHash.toString('hex'))) as ProviderSignIn;

/** Keeps that a session began at the provider. The tokens of a person whom it had let go wake up. */
export async function insertProviderSession(
  tx: Tx,
  secrets: SsoSecrets,
  person: Person,
  sessionUuid: string,
  { connectionUuid, refreshToken, idToken }: ProviderSignIn,
): Promise<void> {
  const { tenantUuid } = person;
  const seal = (text: string | null) => text && secrets.seal(text, sessionUuid);
  await tx`
    insert into sso_sessions
      (tenant_uuid, session_uuid, connection_uuid, sealed_refresh_token, sealed_id_token)
    values (${tenantUuid}, ${sessionUuid}, ${connectionUuid}, ${seal(refreshToken)}, ${seal(idToken)})`;
  await restTokens(tx, person, false);
}

/** Lets the tokens of a person rest, or wakes them up. */
export async function restTokens(tx: Tx, person: Person, areToRest: boolean): Promise<void> {
  await tx`
    update personal_tokens set rested_at = case when ${areToRest} then now() end
     where tenant_uuid = ${person.tenantUuid} and (rested_at is null) = ${areToRest}
       and token_uuid in (select session_uuid from sessions where ${isOf(tx, person)} and is_token)`;
}
