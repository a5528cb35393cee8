import { roles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { checkOwnPassword } from '../check-own-password.ts';
import type { LoginMeans } from '../login.ts';
import { personOf } from '../person.ts';
import { beginTotp } from './begin-totp.ts';
import { confirmTotp } from './confirm-totp.ts';
import { removeTotp } from './remove-totp.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { PasswordProof, RecoveryCodes, TotpCode, TotpSecret, TotpStart } from './schemas.ts';
import type { SecondFactorMeans } from './second-factor.ts';

const tags = ['Second factor'];
const proven = { roles, bearerOnly: true, setsUpFactor: true, needsProof: true } as const;

/** The own time-based codes and recovery codes of whoever is signed in. */
export async function secondFactorRoutes(
  app: Server,
  { signIn, secondFactor }: { signIn: LoginMeans; secondFactor: SecondFactorMeans },
) {
  const { cipher } = secondFactor;

  app.post(
    '/api/auth/me/totp',
    {
      config: { ...proven, creates: true, shownOnce: ['secret', 'otpauthUri'] },
      schema: {
        operationId: 'beginTotp',
        tags,
        summary: 'A new secret of time-based codes, pending until its first code',
        description:
          'Answers the secret, and the same as an otpauth address for a QR code. While another is in use the password is needed, and the old one works until the new one is confirmed.',
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
      config: { ...proven, creates: true, shownOnce: ['recoveryCodes'] },
      schema: {
        operationId: 'confirmTotp',
        tags,
        summary: 'Take the pending secret into use by its first code; answers recovery codes, once',
        description:
          'The code shows that the app has the secret: from now on signing in asks for one. The recovery codes are shown this once.',
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
      config: proven,
      schema: {
        operationId: 'removeTotp',
        tags,
        summary: 'End the own time-based codes',
        description:
          'Needs the password. Where the firm requires a second factor, the last one stays. The person is told by mail.',
        body: PasswordProof,
        response: { 204: Type.Null(), ...problems(400, 401, 403, 404, 409, 429) },
      },
    },
    async (request) => {
      await checkOwnPassword(signIn, request, request.body.password);
      const person = personOf(request.caller);
      return request.inTenant((tx) => removeTotp(tx, person), person.tenantUuid);
    },
  );

  app.post(
    '/api/auth/me/recovery-codes',
    {
      config: { ...proven, creates: true, shownOnce: ['recoveryCodes'] },
      schema: {
        operationId: 'renewRecoveryCodes',
        tags,
        summary: 'Ten new recovery codes, told once; those before end',
        description:
          'Needs the password. The codes before stop working; each new one works once in place of a second factor.',
        body: PasswordProof,
        response: { 200: RecoveryCodes, ...problems(400, 401, 403, 409, 422, 429) },
      },
    },
    async (request) => {
      await checkOwnPassword(signIn, request, request.body.password);
      const person = personOf(request.caller);
      return request.inTenant((tx) => renewRecoveryCodes(tx, person), person.tenantUuid);
    },
  );
}
