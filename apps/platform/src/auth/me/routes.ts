import { type Caller, roles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../problems.ts';
import { findAccount } from '../queries.ts';
import { findSecondFactor } from '../second-factor/find-second-factor.ts';
import { toUser } from '../sign-in.ts';
import { findProfile } from './queries.ts';
import { Me, type MeAnswer, MeUpdate } from './schemas.ts';
import { updateMe } from './update-me.ts';

const tags = ['Authentication'];
const everyone = { roles, bearerOnly: true };

/** The own record of whoever is signed in, which is in the home tenant whatever x-tenant-uuid says. */
export async function meRoutes(app: Server) {
  app.get(
    '/api/auth/me',
    {
      config: everyone,
      schema: {
        operationId: 'getMe',
        tags,
        summary: 'Who am I',
        response: { 200: Me, ...problems(401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) => findMe(tx, request.caller), request.caller.homeTenantUuid),
  );

  app.put(
    '/api/auth/me',
    {
      config: everyone,
      schema: {
        operationId: 'updateMe',
        tags,
        summary: 'Change the own time zone, language, phone and preferences',
        body: MeUpdate,
        response: { 200: Me, ...problems(400, 401, 403) },
      },
    },
    (request) => {
      const { caller, body } = request;
      return request.inTenant(async (tx) => {
        await updateMe(tx, caller, body);
        return findMe(tx, caller);
      }, caller.homeTenantUuid);
    },
  );
}

async function findMe(tx: Tx, caller: Caller): Promise<MeAnswer> {
  const { homeTenantUuid, userUuid, sessionUuid } = caller;
  const [account, profile, secondFactor] = await Promise.all([
    findAccount(tx, homeTenantUuid, userUuid),
    findProfile(tx, userUuid),
    findSecondFactor(tx, homeTenantUuid, userUuid),
  ]);
  if (!account || !profile) throw notFound('user');
  const { adviser, ...rest } = profile;
  const forClient = caller.roles.includes('CLIENT') ? { adviser: adviser ?? null } : {};
  return { ...toUser(account), ...rest, ...forClient, sessionUuid, secondFactor };
}
