import { roles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { personOf } from '../person.ts';
import { addPasskey } from './add-passkey.ts';
import { findPasskeyHost, requireHost } from './passkey-host.ts';
import { creationOptions } from './passkey-options.ts';
import { listPasskeys } from './passkey-queries.ts';
import { removePasskey } from './remove-passkey.ts';
import { NewPasskey, Passkey, PasskeyCreationOptions } from './schemas.ts';
import type { SecondFactorMeans } from './second-factor.ts';

const tags = ['Second factor'];
const everyone = { roles, bearerOnly: true, setsUpFactor: true };
const proven = { ...everyone, needsProof: true } as const;

/** Serves the passkeys of the signed-in person. */
export async function passkeyRoutes(
  app: Server,
  { secondFactor }: { secondFactor: SecondFactorMeans },
) {
  app.get(
    '/api/auth/me/passkeys',
    {
      config: everyone,
      schema: {
        operationId: 'listPasskeys',
        tags,
        summary: 'The own passkeys, of every host',
        description:
          'A passkey works on the host that it was made for only; the list has those of every host.',
        response: { 200: Type.Array(Passkey), ...problems(401, 403) },
      },
    },
    (request) => {
      const person = personOf(request.caller);
      return request.readTenant((tx) => listPasskeys(tx, person), person.tenantUuid);
    },
  );

  app.post(
    '/api/auth/me/passkeys/options',
    {
      config: proven,
      schema: {
        operationId: 'beginPasskey',
        tags,
        summary: 'What the browser makes a passkey by, for the host of the page (Origin)',
        description:
          'Answers options as WebAuthn has them in JSON, for the host of the page’s Origin, which must be an own host with a name.',
        response: { 200: PasskeyCreationOptions, ...problems(401, 403, 409) },
      },
    },
    async (request) => {
      const found = await findPasskeyHost(request);
      const person = personOf(request.caller);
      // In the transaction, which refuses whose session has ended before.
      return request.readTenant(
        async (tx) => creationOptions(tx, secondFactor.challenges, person, requireHost(found)),
        person.tenantUuid,
      );
    },
  );

  app.post(
    '/api/auth/me/passkeys',
    {
      config: { ...proven, creates: true },
      schema: {
        operationId: 'addPasskey',
        tags,
        summary: 'Keep a passkey that the browser has made',
        description:
          'Takes what the browser answers to the options of beginPasskey, and a name to know it by. The person is told by mail.',
        body: NewPasskey,
        response: { 201: Passkey, ...problems(400, 401, 403, 409, 422) },
      },
    },
    async (request) => {
      const found = await findPasskeyHost(request);
      const person = personOf(request.caller);
      return request.inTenant(async (tx) => {
        const host = requireHost(found);
        return addPasskey(tx, secondFactor, person, host, request.body);
      }, person.tenantUuid);
    },
  );

  app.delete(
    '/api/auth/me/passkeys/:passkeyUuid',
    {
      config: proven,
      schema: {
        operationId: 'removePasskey',
        tags,
        summary: 'End one of the own passkeys',
        description:
          'The person is told by mail. Where the firm requires a second factor, the last one stays.',
        params: Type.Object({ passkeyUuid: Uuid }),
        response: { 204: Type.Null(), ...problems(401, 403, 404, 409) },
      },
    },
    (request) => {
      const person = personOf(request.caller);
      return request.inTenant(
        (tx) => removePasskey(tx, person, request.params.passkeyUuid),
        person.tenantUuid,
      );
    },
  );
}
