import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { orNotFound } from '../../problems.ts';
import { createCredential } from './create-credential.ts';
import { deleteCredential } from './delete-credential.ts';
import { findCredential, listCredentials } from './queries.ts';
import { rotateCredential } from './rotate-credential.ts';
import { Credential, CredentialInput, CredentialWithSecret } from './schemas.ts';

const tags = ['Credentials'];
const admins = { roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] as const };
const changers = { ...admins, needsProof: true, personOnly: true } as const;
const ByUuid = Type.Object({ credentialUuid: Uuid });
const secret = { 'cache-control': 'no-store' };

/** Serves the credentials by which machines of the tenant call the API. */
export async function credentialRoutes(app: Server) {
  app.post(
    '/api/credentials',
    {
      config: { ...changers, creates: true, shownOnce: ['clientSecret'] },
      schema: {
        operationId: 'createCredential',
        tags,
        summary: 'Create a credential for a machine; its secret is shown once',
        description:
          'The answer has the secret, this once. A tenant has 50 at most. Changes made with it are recorded as those of the credential.',
        body: CredentialInput,
        response: { 201: CredentialWithSecret, ...problems(400, 401, 403, 409, 422) },
      },
    },
    async (request, reply) => {
      const credential = await request.inTenant((tx) => createCredential(tx, request.body));
      return reply.headers(secret).send(credential);
    },
  );

  app.get(
    '/api/credentials',
    {
      config: admins,
      schema: {
        operationId: 'listCredentials',
        tags,
        summary: 'The credentials of the tenant',
        description: 'Without their secrets, with the time when each was last used.',
        response: { 200: Type.Array(Credential), ...problems(401, 403) },
      },
    },
    (request) => request.readTenant(listCredentials),
  );

  app.get(
    '/api/credentials/:credentialUuid',
    {
      config: admins,
      schema: {
        operationId: 'getCredential',
        tags,
        summary: 'One credential',
        description: 'Without the secret.',
        params: ByUuid,
        response: { 200: Credential, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) =>
        orNotFound(findCredential(tx, request.params.credentialUuid), 'credential'),
      ),
  );

  app.post(
    '/api/credentials/:credentialUuid/rotate',
    {
      config: changers,
      schema: {
        operationId: 'rotateCredential',
        tags,
        summary: 'Give a credential a new secret; the old one works 24 hours more',
        description: 'Answers the record with the new secret, this once.',
        params: ByUuid,
        response: { 200: CredentialWithSecret, ...problems(401, 403, 404) },
      },
    },
    async (request, reply) =>
      reply
        .headers(secret)
        .send(await request.inTenant((tx) => rotateCredential(tx, request.params.credentialUuid))),
  );

  app.delete(
    '/api/credentials/:credentialUuid',
    {
      config: changers,
      schema: {
        operationId: 'deleteCredential',
        tags,
        summary: 'Delete a credential and end its tokens',
        description: 'Its tokens stop working at once, on every replica.',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    (request) => request.inTenant((tx) => deleteCredential(tx, request.params.credentialUuid)),
  );
}
