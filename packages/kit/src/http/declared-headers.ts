import type { FastifySchema, RouteOptions } from 'fastify';
import { type TObject, Type } from 'typebox';
import { roles } from '../auth/caller.ts';
import { Enum, Uuid } from '../schema.ts';

const identity = {
  'x-tenant-uuid': { ...Uuid, description: 'The tenant; a system administrator may name any' },
  'x-user-id': { ...Uuid, description: 'The user, as the token has it' },
  'x-user-email': Type.String({ description: 'The login e-mail, as the token has it' }),
  'x-user-type': Enum(roles, { description: 'One of the roles of the caller' }),
};

const optionalIdentity = {
  'x-tenant-code': Type.Optional(Type.String({ description: 'Must agree with the token' })),
  'x-partner-uuid': Type.Optional({ ...Uuid, description: 'Must agree with the token' }),
};

const idempotency = {
  'idempotency-key': Type.Optional(
    Type.String({ maxLength: 255, description: 'Makes a repeat replay the first answer for 24 h' }),
  ),
};

/** Returns the headers of an authenticated route as the document declares them; `bearerAuth` checks them. */
export function headersOf(
  { headers }: FastifySchema = {},
  { config }: Pick<RouteOptions, 'config'>,
): TObject {
  const own = (headers as TObject | undefined)?.properties;
  return Type.Object({
    ...(config?.bearerOnly ? {} : { ...identity, ...optionalIdentity }),
    ...((config as { creates?: boolean } | undefined)?.creates ? idempotency : {}),
    ...own,
  });
}
