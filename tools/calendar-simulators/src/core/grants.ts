import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** An authorization code as it waits to be redeemed. */
export type Code = {
  account: string;
  clientId: string;
  redirectUri: string;
  scope: string;
  /** PKCE, RFC 7636; undefined when the client used none. */
  challenge?: string | undefined;
  challengeMethod?: string | undefined;
  nonce?: string | undefined;
  /** True when a refresh token comes with it. */
  offline: boolean;
  expiresMs: number;
};

export type Grant = { id: string; account: string; clientId: string; scope: string };
export type GrantsData = {
  codes: Map<string, Code>;
  grants: Map<string, Grant>;
  accessTokens: Map<string, { grantId: string; expiresMs: number }>;
  refreshTokens: Map<string, { grantId: string }>;
};
export type Grants = ReturnType<typeof openGrants>;

const codeLifeMs = 600_000;

export function emptyGrants(): GrantsData {
  return {
    codes: new Map(),
    grants: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
  };
}

/** Codes and tokens of one provider; `accessSeconds` is how long access tokens last. */
export function openGrants(data: GrantsData, clock: Clock, accessSeconds: number) {
  function giveCode(code: Omit<Code, 'expiresMs'>): string {
    const value = randomBytes(24).toString('base64url');
    data.codes.set(value, { ...code, expiresMs: clock.now() + codeLifeMs });
    return value;
  }

  /** The code's content, once; undefined for one that is unknown, used, expired or another's. */
  function redeem(
    value: string,
    by: { clientId: string; redirectUri: string; verifier: string | undefined },
  ): Code | undefined {
    const code = data.codes.get(value);
    data.codes.delete(value);
    if (!code || code.expiresMs < clock.now() || code.clientId !== by.clientId) return undefined;
    if (code.redirectUri !== by.redirectUri || !verifies(code, by.verifier)) return undefined;
    return code;
  }

  function open({ account, clientId, scope }: Omit<Grant, 'id'>): Grant {
    const grant = { id: randomBytes(12).toString('hex'), account, clientId, scope };
    data.grants.set(grant.id, grant);
    return grant;
  }

  function giveAccess(grant: Grant): { token: string; expiresIn: number } {
    const token = `at.${randomBytes(32).toString('base64url')}`;
    for (const [old, { expiresMs }] of data.accessTokens)
      if (expiresMs < clock.now() - 3_600_000) data.accessTokens.delete(old);
    data.accessTokens.set(token, {
      grantId: grant.id,
      expiresMs: clock.now() + accessSeconds * 1000,
    });
    return { token, expiresIn: accessSeconds };
  }

  function giveRefresh(grant: Grant): string {
    const token = `1//${randomBytes(32).toString('base64url')}`;
    data.refreshTokens.set(token, { grantId: grant.id });
    return token;
  }

  const ofAccess = (token: string): Grant | undefined => {
    const access = data.accessTokens.get(token);
    if (!access || access.expiresMs <= clock.now()) return undefined;
    return data.grants.get(access.grantId);
  };

  const ofRefresh = (token: string): Grant | undefined =>
    data.grants.get(data.refreshTokens.get(token)?.grantId ?? '');

  /** Ends what an access or refresh token stands for. False for an unknown token. */
  function revoke(token: string): boolean {
    const grantId = (data.accessTokens.get(token) ?? data.refreshTokens.get(token))?.grantId;
    return grantId !== undefined && data.grants.delete(grantId);
  }

  return {
    giveCode,
    redeem,
    open,
    giveAccess,
    giveRefresh,
    ofAccess,
    ofRefresh,
    revoke,
    forgetRefresh: (token: string) => void data.refreshTokens.delete(token),
    forgetAccess: (token: string) => void data.accessTokens.delete(token),
    /** As when a person removes the application from their account. */
    revokeAccount(account: string) {
      for (const grant of data.grants.values())
        if (grant.account === account) data.grants.delete(grant.id);
    },
    /** Makes every access token of an account expire now. */
    expireAccess(account: string) {
      for (const [token, { grantId }] of data.accessTokens)
        if (data.grants.get(grantId)?.account === account) data.accessTokens.delete(token);
    },
  };
}

function verifies({ challenge, challengeMethod }: Code, verifier: string | undefined): boolean {
  if (challenge === undefined) return true;
  if (verifier === undefined) return false;
  if (challengeMethod !== 'S256') return verifier === challenge;
  return createHash('sha256').update(verifier).digest('base64url') === challenge;
}
