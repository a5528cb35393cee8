import { type Caller, roles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { checkOwnPassword } from '../check-own-password.ts';
import type { LoginMeans } from '../login.ts';
import { beginTotp } from './begin-totp.ts';
import { confirmTotp } from './confirm-totp.ts';
import type { Person } from './queries.ts';
import { removeTotp } from './remove-totp.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { PasswordProof, RecoveryCodes, TotpCode, TotpSecret, TotpStart } from './schemas.ts';
import type { SecondFactorMeans } from './second-factor.ts';

const tags = ['Second factor'];
const everyone = { roles, bearerOnly: true };

/** Returns whose factors a request is about: the caller's own, in the home tenant. */
export const personOf = ({ homeTenantUuid, userUuid }: Caller): Person => ({
  tenantUuid: homeTenantUuid,
  userUuid,
});

/** The own time-based codes and recovery codes of whoever is signed in. */
export async function secondFactorRoutes(
  app: Server,
  { signIn, secondFactor }: { signIn: LoginMeans; secondFactor: SecondFactorMeans },
) {
  const { cipher, mail } = secondFactor;

  app.post(
    '/api/auth/me/totp',
    {
      config: { ...everyone, creates: true, shownOnce: ['secret', 'otpauthUri'] },
      schema: {
        operationId: 'beginTotp',
        tags,
        summary: 'A new secret of time-based codes, pending until its first code',
        body: TotpStart,
        response: { 200: TotpSecret, ...problems(400, 401, 403, 409, 422, 429) },
      },
    },
    async (request) => {
      const password = request.body?.password;
      if (password !== undefined) await checkOwnPassword(signIn, request, password);
      const isProven = password !== undefined;
      const person = personOf(request.caller);
      return request.inTenant(
        (tx) => beginTotp(tx, cipher, person, { isProven }),
        person.tenantUuid,
      );
    },
  );

  app.post(
    '/api/auth/me/totp/confirm',
    {
      config: { ...everyone, creates: true, shownOnce: ['recoveryCodes'] },
      schema: {
        operationId: 'confirmTotp',
        tags,
        summary: 'Take the pending secret into use by its first code; answers recovery codes, once',
        body: TotpCode,
        response: { 200: RecoveryCodes, ...problems(400, 401, 403, 409, 422) },
      },
    },
    (request) => {
      const person = personOf(request.caller);
      return request.inTenant(
        (tx) => confirmTotp(tx, secondFactor, person, request.body.code),
        person.tenantUuid,
      );
    },
  );

  app.delete(
    '/api/auth/me/totp',
    {
      config: everyone,
      schema: {
        operationId: 'removeTotp',
        tags,
        summary: 'End the own time-based codes',
        body: PasswordProof,
        response: { 204: Type.Null(), ...problems(400, 401, 403, 404, 409, 429) },
      },
    },
    async (request, reply) => {
      await checkOwnPassword(signIn, request, request.body.password);
      const person = personOf(request.caller);
      await request.inTenant((tx) => removeTotp(tx, mail, person), person.tenantUuid);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/auth/me/recovery-codes',
    {
      config: { ...everyone, creates: true, shownOnce: ['recoveryCodes'] },
      schema: {
        operationId: 'renewRecoveryCodes',
        tags,
        summary: 'Ten new recovery codes, told once; those before end',
        body: PasswordProof,
        response: { 200: RecoveryCodes, ...problems(400, 401, 403, 409, 422, 429) },
      },
    },
    async (request) => {
      await checkOwnPassword(signIn, request, request.body.password);
      const person = personOf(request.caller);
      return request.inTenant((tx) => renewRecoveryCodes(tx, mail, person), person.tenantUuid);
    },
  );
}
