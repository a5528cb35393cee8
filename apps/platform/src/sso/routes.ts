import type { Caller } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { findTenantDomain } from '../tenants/domains/queries.ts';
import { inNamedTenant, readNamedTenant } from '../tenants/in-named-tenant.ts';
import { callbackPath } from './callback-path.ts';
import { checkConnection } from './check-connection.ts';
import { listEmailDomains } from './domain-queries.ts';
import { prepareUpdate } from './prepare-update.ts';
import { findConnection } from './queries.ts';
import { SsoCheck, SsoConnection, SsoConnectionUpdate, type SsoView } from './schemas.ts';
import type { SsoMeans } from './sso-means.ts';
import { updateConnection } from './update-connection.ts';

const tags = ['Tenants'];
const readers = {
  area: 'tenant',
  roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] as const,
};
const changers = { ...readers, area: null, needsProof: true, personOnly: true } as const;
const ByTenant = Type.Object({ tenantUuid: Uuid });
const path = '/api/tenants/:tenantUuid/sso';

/** Serves a firm's connection to its provider; `rolesChanged` gives what the roles of groups are then. */
export async function ssoConnectionRoutes(
  app: Server,
  services: { config: Config; db: Db; sso: SsoMeans },
  rolesChanged: (tx: Tx, caller: Caller) => Promise<void>,
) {
  const { config, db, sso } = services;

  async function toView(tx: Tx, ownOrigin: string): Promise<SsoView> {
    const { connectionUuid, sealedSecret, metadata, savedBy, ...row } = await findConnection(tx);
    const domain = await findTenantDomain(tx);
    const firm = domain?.active && domain.verified ? firmOrigin(domain.domain) : undefined;
    const origins = new Set([ownOrigin, ...(firm ? [firm] : [])]);
    return {
      ...row,
      emailDomains: (await listEmailDomains(tx)).map(({ domain, challenge, isProved }) => ({
        domain,
        isProved,
        proof: { name: sso.proofRecords.recordName(domain), value: challenge },
      })),
      redirectUris: [...origins].map((origin) => `${origin}${callbackPath}`),
    };
  }

  const firmOrigin = (domain: string) =>
    config.development && domain.endsWith('.localhost')
      ? `http://${domain}:${config.port}`
      : `https://${domain}`;

  const originFor = async (request: FastifyRequest) => new URL(await request.ownOrigin()).origin;

  app.get(
    path,
    {
      config: readers,
      schema: {
        operationId: 'getSsoConnection',
        tags,
        summary: 'A tenant’s identity provider',
        description:
          'How the firm’s people sign in by its own OpenID Connect provider, the DNS records that prove its e-mail domains, and the addresses to register with the provider. The client secret is never answered.',
        params: ByTenant,
        response: { 200: SsoConnection, ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      const origin = await originFor(request);
      return readNamedTenant(request, request.params.tenantUuid, (tx) => toView(tx, origin));
    },
  );

  app.get(
    `${path}/check`,
    {
      config: readers,
      schema: {
        operationId: 'checkSsoConnection',
        tags,
        summary: 'Ask a tenant’s identity provider whether people can sign in by it',
        description:
          'Asks now for the discovery document, for the keys, and whether the provider knows the client and its secret. Nobody is signed in and nothing is changed.',
        params: ByTenant,
        response: { 200: SsoCheck, ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      const tenantUuid = request.params.tenantUuid.toLowerCase();
      const origin = await originFor(request);
      const connection = await readNamedTenant(request, tenantUuid, (tx) => findConnection(tx));
      return checkConnection(sso, tenantUuid, connection, origin);
    },
  );

  app.put(
    path,
    {
      config: changers,
      schema: {
        operationId: 'updateSsoConnection',
        tags,
        summary: 'Change a tenant’s identity provider',
        description:
          'What is absent stays. The issuer is asked for its discovery document, and the name servers for the proof of each domain. SSO_ONLY needs a session that began at the provider, and administrators in breakGlass who come in without it. Another issuer or client ends sign-ins under way and forgets whom the old one knew.',
        params: ByTenant,
        body: SsoConnectionUpdate,
        response: { 200: SsoConnection, ...problems(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request) => {
      const tenantUuid = request.params.tenantUuid.toLowerCase();
      const origin = await originFor(request);
      // In a transaction that checks the proof of who asks, before anybody outside is called.
      const before = await readNamedTenant(request, tenantUuid, async (tx) => ({
        connection: await findConnection(tx),
        domains: await listEmailDomains(tx),
      }));
      const prepared = await prepareUpdate(sso, db, tenantUuid, before, request.body);
      return inNamedTenant(request, tenantUuid, async (tx) => {
        await updateConnection(tx, request.caller, prepared);
        if (request.body.groupRoles) await rolesChanged(tx, request.caller);
        return toView(tx, origin);
      });
    },
  );
}
