import type { KeyRing } from '../database/key-ring.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { actorOf } from '../http/actor-of.ts';
import { isOutside } from '../http/networks.ts';
import { Problem } from '../problems.ts';
import { tellPeople } from '../tell-people.ts';
import { findDaysOfClient, markSignedIn, saveKnownAddress } from './known-sign-ins.ts';
import { type Account, insertSession, type SessionPlace } from './queries.ts';
import type { TokensAnswer } from './schemas.ts';
import { handOutTokens } from './sign-in.ts';
import { hashAddress } from './sign-in-checks.ts';
import { askMinutes } from './sso/ask-minutes.ts';
import {
  daysWithoutAsking,
  insertProviderSession,
  type ProviderSignIn,
} from './sso/provider-sign-in.ts';
import type { SsoSecrets } from './sso/sso-secrets.ts';
import type { TokenIssuer } from './token-issuer.ts';

/** Says where somebody signs in, as the session keeps it. */
export type SignInPlace = SessionPlace & { address: string };

/** Says how a session begins other than by a password, a factor or a link that was mailed. */
type Beginning = {
  byProvider?: ProviderSignIn | undefined;
  /** True for a program with a code: where it runs nobody has proven who they are. */
  byCode?: boolean;
};

type Means = {
  issuer: TokenIssuer;
  refreshDays: number;
  secretKeys: KeyRing;
  ssoSecrets: SsoSecrets;
};

/**
 * Begins the session of an account that has proven who it is, and hands out its tokens. Throws
 * NETWORK_NOT_ALLOWED, which the caller records.
 */
export async function startSession(
  tx: Tx,
  { issuer, refreshDays, secretKeys, ssoSecrets }: Means,
  account: Account,
  place: SignInPlace,
  { byProvider, byCode = false }: Beginning = {},
): Promise<TokensAnswer> {
  if (await isOutside(tx, account, place.address)) throw new Problem('NETWORK_NOT_ALLOWED');
  const [addressHash] = hashAddress(secretKeys, place.address);
  if (addressHash && !byCode) await saveKnownAddress(tx, account, addressHash);
  const isFirst = await markSignedIn(tx, account);
  const days = byProvider?.refreshToken === null ? daysWithoutAsking : refreshDays;
  const hasFactor = byProvider?.hasFactor ?? false;
  const sessionUuid = await insertSession(tx, account, days, { ...place, hasFactor });
  if (byProvider) await insertProviderSession(tx, ssoSecrets, account, sessionUuid, byProvider);
  await recordEvent(tx, {
    eventType: 'login.success',
    tenantUuid: account.tenantUuid,
    actor: actorOf(account),
    entityType: 'SESSION',
    entityId: sessionUuid,
    attributes: {
      userType: account.roles[0] ?? '',
      first: String(isFirst),
      ...(byProvider ? { via: 'SSO' } : {}),
      ...(await daysOf(tx, account)),
    },
  });
  if (isFirst) await tellOfFirst(tx, account);
  const seconds = byProvider?.refreshToken ? askMinutes * 60 : null;
  return handOutTokens(tx, issuer, account, { sessionUuid, branchUuid: sessionUuid }, seconds);
}

/** Tells whoever manages a client in the inbox that the client signed in for the first time. */
async function tellOfFirst(tx: Tx, { tenantUuid, userUuid }: Account): Promise<void> {
  await tellPeople(
    tx,
    tx`select 'CLIENT_SIGNED_IN', contact_manager_entity_uuid, 'CONTACT', contact_uuid, null::uuid, null::text
         from contacts where tenant_uuid = ${tenantUuid} and contact_uuid = ${userUuid}`,
    { tenantUuid, actorId: userUuid },
  );
}

/** Returns for a client how many whole days passed since the login and the record were made. */
async function daysOf(tx: Tx, account: Account): Promise<Record<string, string>> {
  const days = account.roles.includes('CLIENT') ? await findDaysOfClient(tx, account) : undefined;
  if (!days) return {};
  const { sinceInit, sinceCreated } = days;
  return {
    ...(sinceInit !== null && { daysSinceInit: String(sinceInit) }),
    daysSinceCreated: String(sinceCreated),
  };
}
