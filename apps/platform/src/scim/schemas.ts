import { Named, Nullable } from '@atrium/kit/schema.ts';
import { type TSchema, Type } from 'typebox';

/** Returns the schema of a text that may be cleared. */
export const Text = (maxLength: number) => Nullable(Type.String({ maxLength }));

/** Returns what providers send for true and false: Entra sends words. */
export const Flag = Type.Unsafe<boolean | string | null>({
  type: ['boolean', 'string', 'null'],
  maxLength: 10,
  description: 'True or false, also as text in any case',
  examples: [true],
});

export const Schemas = Type.Array(Type.String({ maxLength: 200 }), {
  maxItems: 20,
  description: 'Passed over: the address says what it is',
});

export const Meta = Named('ScimGroupMeta', {
  resourceType: Type.String(),
  created: Type.String(),
  lastModified: Type.String(),
  location: Type.String(),
});

/** Returns the schema of a list of resources. */
export const ListOf = <S extends TSchema & { title: string }>(resource: S) =>
  Named(`${resource.title}List`, {
    schemas: Type.Array(Type.String()),
    totalResults: Type.Integer({ description: 'How many there are in all' }),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer({ description: 'How many are in this answer' }),
    Resources: Type.Array(resource),
  });

/** The operations of a PATCH. */
export const Patch = Named('PatchScimGroupRequest', {
  schemas: Type.Optional(Schemas),
  Operations: Type.Array(
    Named('PatchScimGroupRequestOperation', {
      op: Type.String({
        maxLength: 20,
        description: 'add, remove or replace, in any case',
        examples: ['Replace'],
      }),
      path: Type.Optional(Nullable(Type.String({ maxLength: 500, examples: ['name.givenName'] }))),
      value: Type.Optional(
        Type.Unknown({ description: 'Of the attribute; without a path an object of several' }),
      ),
    }),
    { minItems: 1, maxItems: 500 },
  ),
});
