import { type Caller, roles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../problems.ts';
import type { LoginMeans } from '../login.ts';
import { personOf } from '../person.ts';
import { findAccount } from '../queries.ts';
import { findSecondFactor } from '../second-factor/find-second-factor.ts';
import { toUser } from '../sign-in.ts';
import { changeOwnPassword, prepareOwnPassword } from './change-password.ts';
import { findProfile } from './queries.ts';
import { Me, type MeAnswer, MeUpdate, PasswordChange } from './schemas.ts';
import { updateMe } from './update-me.ts';

const tags = ['Authentication'];
const everyone = { roles, bearerOnly: true, setsUpFactor: true };

/**
 * Serves the signed-in person's own record, which is in the home tenant whatever x-tenant-uuid
 * says.
 */
export async function meRoutes(app: Server, { signIn }: { signIn: LoginMeans }) {
  app.get(
    '/api/auth/me',
    {
      config: { ...everyone, takesPrograms: true },
      schema: {
        operationId: 'getMe',
        tags,
        summary: 'Who am I',
        description:
          'Answers the account of the token, its settings, its session and its second factors; for a client also the adviser, and since when changes of the data that were asked for wait.',
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
        description:
          'What is absent stays. preferences is an object of the caller’s own that is kept as sent, up to 100 keys and 16 KiB.',
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

  app.put(
    '/api/auth/me/password',
    {
      config: everyone,
      schema: {
        operationId: 'changeOwnPassword',
        tags,
        summary: 'Change the own password; all other sessions end',
        description:
          'Needs the current password. The session that asks stays, all others end, and the person is told by mail.',
        body: PasswordChange,
        response: { 204: Type.Null(), ...problems(400, 401, 403, 429, 503) },
      },
    },
    async (request) => {
      const { caller, body } = request;
      const change = await prepareOwnPassword(signIn, request, body);
      return request.inTenant((tx) => changeOwnPassword(tx, caller, change), caller.homeTenantUuid);
    },
  );
}

async function findMe(tx: Tx, caller: Caller): Promise<MeAnswer> {
  const person = personOf(caller);
  const [account, profile, secondFactor] = await Promise.all([
    findAccount(tx, person),
    findProfile(tx, caller.userUuid),
    findSecondFactor(tx, person),
  ]);
  if (!account || !profile) throw notFound('user');
  const { adviser, changeRequests, ...rest } = profile;
  const forClient = caller.roles.includes('CLIENT')
    ? { adviser: adviser ?? null, changeRequests: changeRequests ?? [] }
    : {};
  return {
    ...toUser(account),
    ...rest,
    ...forClient,
    sessionUuid: caller.sessionUuid,
    secondFactor,
  };
}
