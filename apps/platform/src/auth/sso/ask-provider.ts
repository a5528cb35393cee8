import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/transaction.ts';
import { endSession } from '../end-session.ts';
import type { Person } from '../person.ts';
import { askMinutes } from './ask-minutes.ts';
import { restTokens } from './provider-sign-in.ts';
import { openSealed, type SsoSecrets } from './sso-secrets.ts';

/** A session about which its provider is to be asked. */
export type DueSession = Person & { sessionUuid: string; connectionUuid: string };

/** What the provider says: AWAY where it says nothing. */
export type ProviderAnswer = { is: 'GOES_ON'; refreshToken?: string } | { is: 'OVER' | 'AWAY' };

export type AskProvider = (due: DueSession, refreshToken: string) => Promise<ProviderAnswer>;

type Means = { db: Db; secrets: SsoSecrets; ask: AskProvider };

/**
 * Asks the provider about the session of a refresh token, where it began there and was not asked about
 * for a quarter of an hour. One that the provider ends is ended, and its person’s tokens rest; so is
 * one whose provider has not answered for an hour.
 */
export async function askAboutSession(
  { db, secrets, ask }: Means,
  tokenHash: Buffer,
): Promise<void> {
  const due = await db.asPlatform((tx) => claimDue(tx, tokenHash));
  if (!due) return;
  const { sealedRefreshToken, ...session } = due;
  const refreshed = openSealed(secrets, sealedRefreshToken, session.sessionUuid);
  const answer: ProviderAnswer =
    refreshed === undefined ? { is: 'AWAY' } : await ask(session, refreshed);
  await db.asPlatform(async (tx) => {
    if (answer.is === 'GOES_ON') {
      const { refreshToken } = answer;
      const sealed = refreshToken && secrets.seal(refreshToken, session.sessionUuid);
      await noteAnswer(tx, session, sealed);
    } else if (answer.is === 'OVER' || (await noteAway(tx, session))) {
      await endSession(tx, session, 'PROVIDER_ENDED');
      if (answer.is === 'OVER') await restTokens(tx, session, true);
    }
  });
}

/** Claims a session that is due, so that no two ask at once: a provider may take each token once. */
async function claimDue(tx: Tx, tokenHash: Buffer) {
  const [due] = await tx<(DueSession & { sealedRefreshToken: string })[]>`
    update sso_sessions o set asked_at = now()
      from refresh_tokens r join sessions s using (tenant_uuid, session_uuid)
     where r.token_hash = ${tokenHash} and s.revoked_at is null and s.expires_at > now()
       and o.tenant_uuid = s.tenant_uuid and o.session_uuid = s.session_uuid
       and o.sealed_refresh_token is not null
       and o.asked_at <= now() - ${askMinutes} * interval '1 minute'
    returning o.tenant_uuid, o.session_uuid, o.connection_uuid, s.user_uuid, o.sealed_refresh_token`;
  return due;
}

const isIt = (tx: Tx, { tenantUuid, sessionUuid }: DueSession) =>
  tx`tenant_uuid = ${tenantUuid} and session_uuid = ${sessionUuid}`;

async function noteAnswer(tx: Tx, session: DueSession, sealed: string | undefined): Promise<void> {
  await tx`
    update sso_sessions
       set away_since = null,
           sealed_refresh_token = coalesce(${sealed ?? null}, sealed_refresh_token)
     where ${isIt(tx, session)}`;
}

/** Notes that the provider is away; true when it has been for an hour. */
async function noteAway(tx: Tx, session: DueSession): Promise<boolean> {
  const [row] = await tx<[{ isLong: boolean }]>`
    update sso_sessions set away_since = coalesce(away_since, now())
     where ${isIt(tx, session)}
    returning away_since <= now() - interval '1 hour' as is_long`;
  return row?.isLong ?? false;
}
