import { afterAll, describe, expect, test } from 'vitest';
import { ageProof } from '../../test-support/age-proof.ts';
import { startIdentityProvider } from '../../test-support/identity-provider.ts';
import { startNameServer } from '../../test-support/name-server.ts';
import { world } from '../../test-support/world.ts';
import { createProviderFetch } from './provider-fetch.ts';

const names = await startNameServer();
const w = await world({ DOMAIN_PROOF: 'dns', DOMAIN_PROOF_NAME_SERVERS: names.address });
const provider = await startIdentityProvider();
afterAll(() => {
  names.stop();
  provider.stop();
});

let count = 0;
const newDomain = () => `firm-${process.pid}-${++count}.example`;

async function firm() {
  const { tenantUuid, code, as, staff } = await w.tenant();
  const admin = await as('TENANT_ADMIN');
  return { tenantUuid, code, as, staff, admin, path: `/api/tenants/${tenantUuid}/sso` };
}

const usable = {
  isActive: true,
  issuer: provider.issuer,
  clientId: 'atrium',
  clientSecret: 's3cret',
};

describe('A firm’s identity provider', () => {
  test('is none until one is set', async () => {
    const { admin, path } = await firm();
    const { status, body } = await admin.get(path);
    expect([status, body]).toEqual([
      200,
      {
        isActive: false,
        issuer: null,
        clientId: null,
        emailDomains: [],
        signIn: 'ANY',
        createStaff: false,
        defaultRoles: ['TENANT_STAFF'],
        groupRoles: [],
        groupsClaim: 'groups',
        breakGlass: [],
        trustsSecondFactor: false,
        redirectUris: ['http://localhost:8080/api/auth/sso/callback'],
      },
    ]);
  });

  test('changes by what is stated, keeps its secret to itself, and is told in the trail', async () => {
    const { tenantUuid, admin, path } = await firm();
    const set = await admin.put(path, usable);
    expect([set.status, set.body.issuer, set.body.isActive]).toEqual([200, provider.issuer, true]);
    const groupRoles = [{ roles: ['TENANT_ADMIN'], group: 'owners' }];
    const foreign = { sealedSecret: 'x', savedBy: null, tenantUuid: null, nothing: 1 };
    expect((await admin.put(path, foreign)).body).toEqual(set.body);
    const { body } = await admin.put(path, { createStaff: true, groupRoles });
    expect(body).toMatchObject({ createStaff: true, groupRoles, clientId: 'atrium' });
    expect((await admin.put(path, { createStaff: true, groupRoles })).status).toBe(200);
    expect(JSON.stringify([set.body, body])).not.toContain('s3cret');
    const [kept] = await w.db.asPlatform(
      (tx) => tx<{ text: string }[]>`
        select c::text as text from sso_connections c where tenant_uuid = ${tenantUuid}`,
    );
    expect(kept?.text).not.toContain('s3cret');
    const events = await w.db.asPlatform(
      (tx) => tx`select attributes from events
        where event_type = 'tenant.sso_updated' and tenant_uuid = ${tenantUuid} order by event_uuid`,
    );
    expect(events.map(({ attributes }) => attributes.changedFields)).toEqual([
      'clientId,clientSecret,isActive,issuer',
      'createStaff,groupRoles',
    ]);
  });

  test('is asked whether people can sign in by it, and what it says is told', async () => {
    const { admin, as, path } = await firm();
    const ask = async () => {
      const { status, body } = await admin.get(`${path}/check`);
      expect(status).toBe(200);
      return [body.issuer.detail, body.keys.detail, body.client.detail, body.client.ok];
    };
    expect(await ask()).toEqual(['NOT_SET', 'NOT_ASKED', 'NOT_ASKED', false]);
    await admin.put(path, usable);
    const before = (await admin.get(path)).body;
    expect(await ask()).toEqual(['ANSWERED', 'ANSWERED', 'ANSWERED', true]);
    try {
      const json = { 'content-type': 'application/json' };
      const unknown = JSON.stringify({ error: 'invalid_client' });
      provider.state.instead.set('/token', { status: 401, body: unknown, headers: json });
      provider.state.instead.set('/jwks', { status: 200, body: '{"keys":[]}', headers: json });
      expect(await ask()).toEqual(['ANSWERED', 'INVALID', 'REFUSED', false]);
      provider.state.instead.set('/token', { status: 503 });
      provider.state.instead.set('/jwks', { status: 503 });
      expect(await ask()).toEqual(['ANSWERED', 'UNREACHABLE', 'UNREACHABLE', false]);
      const found = '/.well-known/openid-configuration';
      provider.state.instead.set(found, { status: 503 });
      expect(await ask()).toEqual(['UNREACHABLE', 'NOT_ASKED', 'NOT_ASKED', false]);
      provider.state.instead.set(found, {
        status: 200,
        body: '{"issuer":"https://other.example"}',
      });
      const { body } = await admin.get(`${path}/check`);
      expect(body.issuer).toMatchObject({ ok: false, detail: 'INVALID' });
      expect(body.issuer.reason).toContain('another issuer');
    } finally {
      provider.state.instead.clear();
    }
    expect((await admin.get(path)).body).toEqual(before);
    expect((await (await as('TENANT_STAFF')).get(`${path}/check`)).status).toBe(403);
  });

  test.each([
    [{ issuer: '' }, 'issuer'],
    [{ issuer: null }, 'issuer'],
    [{ isActive: true }, 'issuer'],
    [{ isActive: true, issuer: provider.issuer }, 'clientId'],
    [{ signIn: 'NEVER' }, 'signIn'],
    [{ defaultRoles: ['CLIENT'] }, 'defaultRoles[0]'],
    [{ defaultRoles: ['SYSTEM_ADMIN'] }, 'defaultRoles[0]'],
    [{ groupRoles: [{ group: 'all', roles: ['PARTNER_ADMIN'] }] }, 'groupRoles[0].roles[0]'],
    [{ emailDomains: ['firm.example', 'not a domain'] }, 'emailDomains[1]'],
    [{ emailDomains: ['co.uk'] }, 'emailDomains[0]'],
    [{ breakGlass: ['nobody'] }, 'breakGlass[0]'],
    [{ breakGlass: ['11111111-1111-4111-8111-111111111111'] }, 'breakGlass'],
    [{ signIn: 'SSO_ONLY' }, 'breakGlass'],
    [{ trustsSecondFactor: 'yes' }, 'trustsSecondFactor'],
  ])('refuses %j, naming the field, and stays', async (change, field) => {
    const { admin, path } = await firm();
    const { status, body } = await admin.put(path, change);
    expect([status, body.errors?.[0].field]).toEqual([400, field]);
    expect((await admin.get(path)).body.isActive).toBe(false);
  });

  test('is the administrators’ own, and asks for a proof', async () => {
    const { as, admin, path } = await firm();
    for (const role of ['TENANT_STAFF', 'PARTNER_ADMIN', 'CLIENT'] as const) {
      const caller = await as(role);
      const answers = [await caller.get(path), await caller.put(path, {})];
      expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    }
    expect((await (await firm()).admin.get(path)).status).toBe(403);
    const root = await w.systemAdmin();
    expect((await root.put(path, { createStaff: true })).body.createStaff).toBe(true);
    const userUuid = admin.identity['x-user-id'] ?? '';
    const byRoot = await root.put(path, { breakGlass: [userUuid] });
    expect([byRoot.status, (await admin.put(path, { breakGlass: [userUuid] })).status]).toEqual([
      403, 200,
    ]);
    await ageProof(w, userUuid);
    const late = await admin.put(path, { createStaff: false });
    expect([late.status, late.body.code]).toEqual([403, 'PROOF_REQUIRED']);
  });

  test('is one that can be used: it is asked, and what is wrong with it is said', async () => {
    const { admin, path } = await firm();
    const codeOf = async (issuer: string) => {
      const { status, body } = await admin.put(path, { ...usable, issuer });
      expect([status, body.detail?.length > 20]).toEqual([422, true]);
      return body.code;
    };
    const outside = [
      'https://login.microsoftonline.com/common/v2.0',
      'https://login.microsoftonline.com/Organizations/v2.0',
      'https://login.microsoftonline.com/consumers/v2.0',
      'https://sts.windows.net/common/',
      'http://id.firm.example',
      'https://user:pass@id.firm.example',
      'https://id.firm.example/?tenant=1',
      'ftp://127.0.0.1',
      'no address',
    ];
    for (const issuer of outside)
      expect([issuer, await codeOf(issuer)]).toEqual([issuer, 'ISSUER_INVALID']);
    for (const issuer of ['https://127.0.0.1:1', 'https://10.0.0.1', 'https://nowhere.invalid'])
      expect([issuer, await codeOf(issuer)]).toEqual([issuer, 'ISSUER_UNREACHABLE']);
    const wrong: Record<string, unknown>[] = [
      { issuer: 'https://other.example' },
      { token_endpoint: undefined },
      { jwks_uri: 'http://10.0.0.1/keys' },
      { userinfo_endpoint: 'http://id.example/me' },
      { response_types_supported: ['id_token'] },
      { id_token_signing_alg_values_supported: ['HS256', 'none'] },
    ];
    for (const metadata of wrong) {
      provider.state.metadata = metadata;
      expect([metadata, await codeOf(provider.issuer)]).toEqual([metadata, 'ISSUER_INVALID']);
    }
    provider.state.metadata = {};
    const document = '/.well-known/openid-configuration';
    const answers = [
      [{ status: 302, headers: { location: `${provider.issuer}/elsewhere` } }, 'ISSUER_INVALID'],
      [{ status: 404 }, 'ISSUER_INVALID'],
      [{ status: 200, body: 'no json' }, 'ISSUER_INVALID'],
      [{ status: 200, body: `"${'x'.repeat(300_000)}"` }, 'ISSUER_INVALID'],
      [{ status: 503 }, 'ISSUER_UNREACHABLE'],
    ] as const;
    for (const [answer, code] of answers) {
      provider.state.instead.set(document, answer);
      expect(await codeOf(provider.issuer)).toBe(code);
    }
    provider.state.instead.clear();
    expect((await admin.get(path)).body.issuer).toBeNull();
    expect((await admin.put(path, usable)).status).toBe(200);
  });

  test('is asked at public addresses alone, by https, under production rules', async () => {
    const { isAllowed, ask } = createProviderFetch({
      development: false,
      webhooksPrivateAddresses: false,
    });
    expect([isAllowed(provider.issuer), isAllowed('https://id.example')]).toEqual([false, true]);
    await expect(ask('https://127.0.0.1:1/')).rejects.toThrow('No answer');
    await expect(ask(provider.issuer)).rejects.toThrow('not asked');
  });
});

describe('An e-mail domain of a firm', () => {
  const proofOf = (body: {
    emailDomains: { domain: string; proof: { name: string; value: string } }[];
  }) => body.emailDomains[0]?.proof ?? { name: '', value: '' };

  test('counts once its DNS record is there, which each change looks at', async () => {
    const { admin, path } = await firm();
    const domain = newDomain();
    const { body } = await admin.put(path, {
      emailDomains: [` ${domain.toUpperCase()}. `, domain],
    });
    const proof = proofOf(body);
    expect(body.emailDomains).toEqual([{ domain, isProved: false, proof }]);
    expect(proof.name).toBe(`_atrium-challenge.${domain}`);
    names.setText(proof.name, 'something else');
    expect((await admin.put(path, {})).body.emailDomains[0].isProved).toBe(false);
    names.setText(proof.name, proof.value);
    expect((await admin.put(path, {})).body.emailDomains).toEqual([
      { domain, isProved: true, proof },
    ]);
    names.setText(proof.name, 'gone');
    expect((await admin.put(path, {})).body.emailDomains[0].isProved).toBe(false);
    expect((await admin.put(path, { emailDomains: [] })).body.emailDomains).toEqual([]);
  });

  test('is one firm’s: another is told so, until the first proves it no longer', async () => {
    const [first, second] = [await firm(), await firm()];
    const domain = newDomain();
    const claim = await second.admin.put(second.path, { emailDomains: [domain] });
    const own = await first.admin.put(first.path, { emailDomains: [domain] });
    names.setText(proofOf(own.body).name, proofOf(own.body).value);
    expect((await first.admin.put(first.path, {})).body.emailDomains[0].isProved).toBe(true);
    for (const change of [{ emailDomains: [domain] }, {}]) {
      const { status, body } = await second.admin.put(second.path, change);
      expect([status, body.code, body.errors[0].field]).toEqual([
        409,
        'DOMAIN_TAKEN',
        'emailDomains',
      ]);
    }
    expect(claim.body.emailDomains[0].isProved).toBe(false);
    await first.admin.put(first.path, { emailDomains: [] });
    expect((await second.admin.put(second.path, {})).status).toBe(200);
  });

  test('comes back with a restored firm: proved anew by its record, left out when another has it by then', async () => {
    const [one, other] = [await firm(), await firm()];
    const [kept, lost, taken] = [newDomain(), newDomain(), newDomain()];
    type Kept = { domain: string; isProved: boolean; proof: { name: string; value: string } };
    const prove = async ({ admin, path }: typeof one, emailDomains: string[]) => {
      const claimed: Kept[] = (await admin.put(path, { emailDomains })).body.emailDomains;
      for (const { proof } of claimed) names.setText(proof.name, proof.value);
      const proved: Kept[] = (await admin.put(path, {})).body.emailDomains;
      expect(proved.map(({ isProved }) => isProved)).toEqual(emailDomains.map(() => true));
      return proved;
    };
    const [, gone] = await prove(one, [kept, lost, taken]);
    const root = await w.systemAdmin();
    expect((await root.delete(`/api/tenants/${one.tenantUuid}`)).status).toBe(204);
    names.setText(gone?.proof.name ?? '', 'gone');
    await prove(other, [taken]);
    const { status, body } = await root.post(`/api/tenants/${one.tenantUuid}/restore`);
    expect([status, body.notRestored]).toEqual([200, [{ kind: 'DOMAIN', value: taken }]]);
    expect((await root.get(one.path)).body.emailDomains).toMatchObject([
      { domain: kept, isProved: true },
      { domain: lost, isProved: false },
    ]);
    expect((await other.admin.get(other.path)).body.emailDomains).toMatchObject([
      { domain: taken, isProved: true },
    ]);
  });

  test('is looked at again each day, and proven no longer when it is missed three times', async () => {
    const { tenantUuid, admin, path } = await firm();
    const domain = newDomain();
    const { body } = await admin.put(path, { emailDomains: [domain] });
    names.setText(proofOf(body).name, proofOf(body).value);
    await admin.put(path, {});
    names.setText(proofOf(body).name, 'gone');
    const look = async () => {
      await w.db.asPlatform(
        (tx) => tx`update sso_domains set proof_due_at = now() where domain = ${domain}`,
      );
      await w.services.ssoDomainChecks.runDue();
      return (await admin.get(path)).body.emailDomains[0].isProved;
    };
    expect([await look(), await look(), await look()]).toEqual([true, true, false]);
    const events = await w.db.asPlatform(
      (tx) => tx`select attributes from events
        where event_type = 'domain.unproved' and tenant_uuid = ${tenantUuid}`,
    );
    expect(events).toHaveLength(1);
  });
});
