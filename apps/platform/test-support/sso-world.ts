import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { createBrowser } from './cookie-browser.ts';
import type { Answer, IdentityProvider } from './identity-provider.ts';
import type { World } from './world.ts';

export type SsoFirm = Awaited<ReturnType<ReturnType<typeof ssoWorld>['firm']>>;

export const ssoHost = 'http://localhost:8080';

/** Firms that sign in by an identity provider, for tests: what a person does in a browser. */
export function ssoWorld(w: World, provider: IdentityProvider) {
  /** A new firm with a connection, and an e-mail domain of its own. */
  async function firm(changes: object = {}) {
    const tenant = await w.tenant();
    const admin = await tenant.as('TENANT_ADMIN');
    const path = `/api/tenants/${tenant.tenantUuid}/sso`;
    const domain = `d${randomUUID().slice(0, 8)}.example`;
    const connection = {
      isActive: true,
      issuer: provider.issuer,
      clientId: `client-${domain}`,
      clientSecret: 'secret of the client',
      emailDomains: [domain],
    };
    const { status, body } = await admin.put(path, { ...connection, ...changes });
    if (status !== 200) throw new Error(`The connection was not set: ${JSON.stringify(body)}`);
    /** An address of the firm that nobody has yet. */
    const address = () => `${randomUUID().slice(0, 12)}@${domain}`;
    /** A staff member whom the provider knows, with what it says of the person. */
    async function member(staffChanges: object = {}) {
      const email = address();
      const { tenantStaffUuid } = await tenant.staff({ userEmail: email, email, ...staffChanges });
      return { email, userUuid: tenantStaffUuid, claims: { sub: randomUUID(), email } };
    }
    return { ...tenant, admin, path, domain, address, member };
  }

  /** Begins to sign in; returns the browser and where it is sent. */
  async function begin(email: string, browser = createBrowser(w.app), host = ssoHost) {
    const { body } = await browser.post(`${host}/api/auth/sso/start`, { email });
    return { browser, url: String(body.url) };
  }

  /** Signs in, and returns where that leads. */
  async function signIn(
    claims: JWTPayload,
    answer: Answer = {},
    browser = createBrowser(w.app),
    host = ssoHost,
  ) {
    const { url } = await begin(String(claims.email), browser, host);
    const back = provider.authorize(url, { claims, ...answer });
    const { status, location } = await browser.get(back);
    return { browser, status, location, error: /error=(\w+)/.exec(location)?.[1] };
  }

  /** Returns a caller of the session that a browser holds as a cookie, and what refreshing answered. */
  async function refresh(browser: ReturnType<typeof createBrowser>, host = ssoHost) {
    const { status, body } = await browser.post(`${host}/api/auth/refresh`, {}, { origin: host });
    const client = w.anonymous.with({ authorization: `Bearer ${body.accessToken}` });
    return { status, body, client };
  }

  /** Returns the caller of somebody who signs in rightly. */
  async function callerOf(claims: JWTPayload, answer: Answer = {}) {
    const signed = await signIn(claims, answer);
    const { client, body, status } = await refresh(signed.browser);
    if (status !== 200) throw new Error(`Not signed in: ${signed.location}`);
    const { user } = body;
    return {
      ...signed,
      user,
      client: client.with({
        'x-tenant-uuid': user.tenantUuid,
        'x-user-id': user.userUuid,
        'x-user-email': user.email,
        'x-user-type': user.userType,
      }),
    };
  }

  return { firm, begin, signIn, refresh, callerOf };
}
