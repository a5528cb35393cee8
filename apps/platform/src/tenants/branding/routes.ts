import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { closePendingSession } from '../../files/uploads/session-queries.ts';
import { plainTag } from '../../http/entity-tags.ts';
import type { OriginOf } from '../../http/own-hosts.ts';
import { orNotFound } from '../../problems.ts';
import { inNamedTenant, readNamedTenant } from '../in-named-tenant.ts';
import { owner } from './addresses.ts';
import { confirmBranding, writeAssets } from './confirm-branding.ts';
import { initBrandingAssets } from './init-branding-assets.ts';
import { planConfirm, readAssets } from './plan-confirm.ts';
import { prepareAssets } from './prepare-assets.ts';
import { findBranding, lockBranding } from './queries.ts';
import { AssetInit, Branding, BrandingInput, UploadSession } from './schemas.ts';
import type { BrandingSweep } from './sweep-objects.ts';
import { toAdminView } from './views.ts';

const tags = ['Branding'];
const admins = { area: 'branding', roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] as const };
const ByTenant = Type.Object({ tenantUuid: Uuid });

export async function brandingRoutes(
  app: Server,
  { objects, brandingSweep }: { objects: ObjectStore; brandingSweep: BrandingSweep },
) {
  const view = async (tx: Tx, originOf: OriginOf) =>
    toAdminView(
      await orNotFound(findBranding(tx, tx.tenantUuid), 'tenant'),
      await originOf(tx, tx.tenantUuid),
    );

  app.get(
    '/api/tenants/:tenantUuid/branding',
    {
      config: admins,
      schema: {
        operationId: 'getBranding',
        tags,
        summary: 'The stored overrides of a tenant’s branding, and the defaults',
        description:
          'For the pages where administrators change it. Public callers read the effective branding.',
        params: ByTenant,
        response: { 200: Branding, ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      const originOf = await request.originOfFirms();
      return readNamedTenant(request, request.params.tenantUuid, (tx) => view(tx, originOf));
    },
  );

  app.post(
    '/api/tenants/:tenantUuid/branding/assets/init',
    {
      config: { ...admins, creates: true },
      schema: {
        operationId: 'initBrandingAssets',
        tags,
        summary: 'Open a session of uploads, with a URL for each file',
        description:
          'Each file gets a signed URL to PUT it to within 15 minutes. A session before this one ends.',
        params: ByTenant,
        body: AssetInit,
        response: { 200: UploadSession, ...problems(400, 401, 403, 404, 422) },
      },
    },
    async (request) => {
      const originOf = await request.originOfFirms();
      await objects.ready();
      return inNamedTenant(request, request.params.tenantUuid, async (tx) => {
        const origin = await originOf(tx, tx.tenantUuid);
        const session = await initBrandingAssets(tx, request.body.files, { objects, origin });
        await brandingSweep.enqueue(tx);
        return session;
      });
    },
  );

  app.post(
    '/api/tenants/:tenantUuid/branding/assets/cancel',
    {
      config: admins,
      schema: {
        operationId: 'cancelBrandingAssets',
        tags,
        summary: 'End the pending session of uploads',
        description: 'Answers the same where none is pending.',
        params: ByTenant,
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      await inNamedTenant(request, request.params.tenantUuid, async (tx) => {
        await lockBranding(tx);
        await closePendingSession(tx, owner, 'CANCELED');
      });
    },
  );

  app.post(
    '/api/tenants/:tenantUuid/branding/confirm',
    {
      config: admins,
      schema: {
        operationId: 'confirmBranding',
        tags,
        summary: 'Publish colours and assets as the next version',
        description:
          'Publishes all or nothing. A versionHint that is not the next version means that somebody else published in between.',
        params: ByTenant,
        querystring: Type.Object({ versionHint: Type.Optional(Type.Integer()) }),
        headers: Type.Object({
          'if-match': Type.Optional(
            Type.String({ description: 'The version hint, in place of versionHint' }),
          ),
        }),
        body: BrandingInput,
        response: { 200: Branding, ...problems(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { body, query, headers, caller } = request;
      const tenantUuid = request.params.tenantUuid.toLowerCase();
      const inTenant = <T>(work: (tx: Tx) => Promise<T>) =>
        inNamedTenant(request, tenantUuid, work);
      const hints = readHints(body.versionHint, query.versionHint, headers['if-match']);
      const requested = readAssets(tenantUuid, body.assets);
      const { fresh } = await inTenant((tx) => planConfirm(tx, requested, hints));
      const originOf = await request.originOfFirms();
      const prepared = await prepareAssets(objects, tenantUuid, fresh);
      await writeAssets(objects, tenantUuid, prepared);
      return inTenant(async (tx) => {
        const confirmation = { input: body, requested, hints, prepared, editor: caller.email };
        await confirmBranding(tx, confirmation);
        await brandingSweep.enqueue(tx);
        return view(tx, originOf);
      });
    },
  );
}

/** Returns every version that the request accepts. `If-Match: "3"` means 3, as do its forms behind a proxy. */
function readHints(body?: number, query?: number, ifMatch?: string): number[] {
  const inHeader = ifMatch === undefined || ifMatch === '*' ? [] : [readIfMatch(ifMatch)];
  return [body, query, ...inHeader].filter((hint) => hint !== undefined);
}

function readIfMatch(header: string): number {
  const version = plainTag(header.trim());
  if (/^\d{1,9}$/.test(version)) return Number(version);
  throw invalid(fieldError('if-match', 'INVALID_FORMAT', 'must be a version'));
}
