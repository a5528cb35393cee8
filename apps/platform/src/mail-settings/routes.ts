import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { findAccount } from '../auth/queries.ts';
import { PageOf, PageQuery } from '../lists/page.ts';
import { queueMail } from '../mail/outbox/queue-mails.ts';
import { findMailSettings } from '../mail/sender-queries.ts';
import { orNotFound } from '../problems.ts';
import { inNamedTenant, readNamedTenant } from '../tenants/in-named-tenant.ts';
import { listRefusedMails } from './refused-queries.ts';
import { MailSettings, MailSettingsUpdate, MailTest, RefusedMail, toView } from './schemas.ts';
import { updateMailSettings } from './update-mail-settings.ts';

const tags = ['Tenants'];
const admins = { area: 'tenant', roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] as const };
const ByTenant = Type.Object({ tenantUuid: Uuid });
const path = '/api/tenants/:tenantUuid/mail';

/** Serves how a tenant's mails name their sender, and where answers to them go. */
export async function mailSettingsRoutes(app: Server) {
  app.get(
    path,
    {
      config: admins,
      schema: {
        operationId: 'getMailSettings',
        tags,
        summary: 'How a tenant’s mails name their sender, and where answers go',
        description: 'A reply address is answered as it was set, and used once it is confirmed.',
        params: ByTenant,
        response: { 200: MailSettings, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      readNamedTenant(request, request.params.tenantUuid, async (tx) =>
        toView(await findMailSettings(tx, tx.tenantUuid)),
      ),
  );

  app.put(
    path,
    {
      config: { ...admins, needsProof: true },
      schema: {
        operationId: 'updateMailSettings',
        tags,
        summary: 'Change how a tenant’s mails name their sender, and where answers go',
        description:
          'What is absent stays, null clears. A new reply address gets a mail with a link, on whose page its owner confirms it. Invitations keep the address of their host.',
        params: ByTenant,
        body: MailSettingsUpdate,
        response: { 200: MailSettings, ...problems(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { homeTenantUuid, userUuid } = request.caller;
      const owner = { tenantUuid: homeTenantUuid, userUuid };
      const account = await request.readTenant((tx) => findAccount(tx, owner), homeTenantUuid);
      const language = account?.language ?? 'SPANISH';
      return inNamedTenant(request, request.params.tenantUuid, (tx) =>
        updateMailSettings(tx, request.body, language),
      );
    },
  );

  app.post(
    `${path}/test`,
    {
      config: { ...admins, personOnly: true },
      schema: {
        operationId: 'testMail',
        tags,
        summary: 'Mail the caller how a tenant’s mails arrive',
        description:
          'A mail to the caller’s own address, from the tenant’s sender and in its look. Of a tenant that is not active it waits.',
        params: ByTenant,
        response: { 202: MailTest, ...problems(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { email, language } = await ownAccount(request);
      const answer = await inNamedTenant(request, request.params.tenantUuid, async (tx) => {
        await queueMail(tx, { kind: 'MAIL_TEST', address: email, language });
        return { to: email };
      });
      reply.code(202);
      return answer;
    },
  );

  app.get(
    `${path}/refused`,
    {
      config: admins,
      schema: {
        operationId: 'listRefusedMails',
        tags,
        summary: 'A tenant’s mails of the last 90 days that did not arrive',
        description: 'By page, newest first, with whom each was for and why it did not arrive.',
        params: ByTenant,
        querystring: PageQuery,
        response: { 200: PageOf(RefusedMail), ...problems(400, 401, 403, 404) },
      },
    },
    (request) =>
      readNamedTenant(request, request.params.tenantUuid, (tx) =>
        listRefusedMails(tx, request.query),
      ),
  );
}

/** Returns the account of who calls, in the home tenant. */
function ownAccount(request: FastifyRequest) {
  const { homeTenantUuid, userUuid } = request.caller;
  const owner = { tenantUuid: homeTenantUuid, userUuid };
  return request.readTenant((tx) => orNotFound(findAccount(tx, owner), 'user'), homeTenantUuid);
}
