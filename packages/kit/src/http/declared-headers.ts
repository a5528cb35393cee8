import type { FastifySchema, RouteOptions } from 'fastify';
import { type TObject, Type } from 'typebox';
import { roles } from '../auth/caller.ts';
import { Enum, shared, Uuid } from '../schema.ts';

// As long as the text of a UUID.
const HeaderUuid = { ...Uuid, ...shared, maxLength: 36 };

const needed =
  'Required (400 HEADER_MISSING) with the access token of a person, optional with a personal token and with that of a machine';

/** Who says who calls; `bearerAuth` wants the four of a signed-in person, and programs need none. */
const identity = {
  'x-tenant-uuid': Type.Optional({
    ...HeaderUuid,
    description: `The tenant; a system administrator may name any. ${needed}`,
  }),
  'x-user-id': Type.Optional({
    ...HeaderUuid,
    description: `The user, as the token has it. ${needed}`,
  }),
  'x-user-email': Type.Optional(
    Type.String({
      ...shared,
      maxLength: 254,
      description: `The login e-mail, as the token has it. ${needed}`,
    }),
  ),
  'x-user-type': Type.Optional(
    Enum(roles, { ...shared, description: `One of the roles of the caller. ${needed}` }),
  ),
};

const optionalIdentity = {
  'x-tenant-code': Type.Optional(
    Type.String({ ...shared, maxLength: 50, description: 'Must agree with the token' }),
  ),
  'x-partner-uuid': Type.Optional({ ...HeaderUuid, description: 'Must agree with the token' }),
};

const idempotency = {
  'idempotency-key': Type.Optional(
    Type.String({
      ...shared,
      maxLength: 255,
      description: 'Makes a repeat replay the first answer for 24 h',
    }),
  ),
};

/** Returns the headers of an authenticated route as the document declares them; `bearerAuth` checks them. */
export function headersOf(
  { headers }: FastifySchema = {},
  { config }: Pick<RouteOptions, 'config'>,
): TObject {
  const own = (headers as TObject | undefined)?.properties;
  return Type.Object({
    ...(config?.bearerOnly || config?.provisions ? {} : { ...identity, ...optionalIdentity }),
    ...((config as { creates?: unknown } | undefined)?.creates ? idempotency : {}),
    ...own,
  });
}
