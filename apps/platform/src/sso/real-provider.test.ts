import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { afterAll, expect, test } from 'vitest';
import { createBrowser } from '../../test-support/cookie-browser.ts';
import { ssoHost } from '../../test-support/sso-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const client = { client_id: 'atrium', client_secret: 'a secret of the client' };
const provider = new Provider(issuer, {
  clients: [
    {
      ...client,
      redirect_uris: [`${ssoHost}/api/auth/sso/callback`],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  cookies: { keys: ['keys of the provider'] },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
  issueRefreshToken: async () => true,
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: async (_ctx, id) => ({
    accountId: id,
    claims: async () => ({ sub: id, email: id, email_verified: true, name: 'Eva Mar' }),
  }),
  loadExistingGrant: async ({ oidc }) => {
    const grant = new provider.Grant({
      clientId: client.client_id,
      accountId: oidc.session?.accountId ?? '',
    });
    grant.addOIDCScope('openid email profile offline_access');
    await grant.save();
    return grant;
  },
});
const answer = provider.callback();
server.on('request', async (request, response) => {
  if (!request.url?.startsWith('/interaction/')) return answer(request, response);
  const { params } = await provider.interactionDetails(request, response);
  const login = { accountId: String(params.login_hint) };
  await provider.interactionFinished(request, response, { login });
});

/** Follows the provider's pages, which sign in at once, to where it sends the browser back to. */
async function through(url: string): Promise<string> {
  const jar = new Map<string, string>();
  let at = url;
  while (at.startsWith(issuer)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const { headers } = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const each of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      jar.set(name, value);
    }
    at = new URL(headers.get('location') ?? 'about:blank', at).href;
  }
  return at;
}

test('A firm goes from its provider’s address to being signed in, asked about, and signed out', async () => {
  const firm = await w.tenant();
  const admin = await firm.as('TENANT_ADMIN');
  const domain = `d${randomUUID().slice(0, 8)}.example`;
  const path = `/api/tenants/${firm.tenantUuid}/sso`;
  const { status, body } = await admin.put(path, {
    isActive: true,
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    emailDomains: [domain],
    createStaff: true,
  });
  expect([status, body.redirectUris]).toEqual([200, [`${ssoHost}/api/auth/sso/callback`]]);

  const browser = createBrowser(w.app);
  const email = `eva@${domain}`;
  const started = await browser.post(`${ssoHost}/api/auth/sso/start`, { email });
  const back = await through(started.body.url);
  expect(new URL(back).searchParams.get('iss')).toBe(issuer);
  expect((await browser.get(back)).location).toBe('/#signed-in');
  const headers = { origin: ssoHost };
  const refresh = () => browser.post(`${ssoHost}/api/auth/refresh`, {}, headers);
  const { body: tokens } = await refresh();
  expect(tokens.user).toMatchObject({ email, displayName: 'Eva Mar', roles: ['TENANT_STAFF'] });

  const ask = async () => {
    await w.db.asPlatform(
      (tx) => tx`update sso_sessions set asked_at = now() - interval '15 minutes'
        where tenant_uuid = ${firm.tenantUuid}`,
    );
    return (await refresh()).status;
  };
  expect([await ask(), await ask()]).toEqual([200, 200]);
  const own = w.anonymous.with({ authorization: `Bearer ${(await refresh()).body.accessToken}` });
  const { body: left } = await own.post('/api/auth/logout');
  expect((await fetch(left.url)).status).toBe(200);
  expect((await own.get('/api/auth/me')).status).toBe(401);
});
