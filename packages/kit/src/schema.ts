import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/**
 * Returns the schema of an object that the document has under a name of its own. That is its title, which
 * other schemas state too (`Enum(words, { title: 'Role' })`): an `$id` is refused where it stands twice.
 */
export const Named = <P extends TProperties>(title: string, fields: P) =>
  Type.Object(fields, { title }) as TObject<P> & { title: string };

/** Returns a schema that also admits null, in the compact form that serialises fast. */
export function Nullable<S extends TSchema>(schema: S) {
  const { type, enum: values, ...rest } = schema as S & { type?: string; enum?: unknown[] };
  return Type.Unsafe<Static<S> | null>({
    ...rest,
    ...(type ? { type: [type, 'null'] } : {}),
    ...(values ? { enum: [...values, null] } : {}),
  });
}

/** Optional in a change of a record that cannot be without it: absent stays, and null is refused. */
export function Kept<S extends TSchema>(schema: S) {
  return Type.Optional(Type.Unsafe<Static<S>>({ ...schema, nullable: false }));
}

/** Returns the same for each of several fields. */
export function AllKept<P extends Record<string, TSchema>>(fields: P) {
  const kept = Object.entries(fields).map(([name, schema]) => [name, Kept(schema)]);
  return Object.fromEntries(kept) as { [K in keyof P]: ReturnType<typeof Kept<P[K]>> };
}

/** Returns the schema of one of a fixed list of words. */
export function Enum<const V extends readonly string[]>(values: V, options: object = {}) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options });
}

/** Said of a parameter that many operations have: the document has it once. */
export const shared = { 'x-shared': true } as const;

export const Uuid = Type.String({ format: 'uuid' });

/** A UTC time of a record as the contract writes it: `YYYY-MM-DDThh:mm:ss`, no zone. */
export const RecordTime = Type.String({ examples: ['2026-03-01T09:30:00'] });

/** A calendar date, `YYYY-MM-DD`. */
export const IsoDate = Type.String({ format: 'date' });

/** The bad fields of a request, each by its path. */
export const FieldErrors = Type.Array(
  Named('FieldError', { field: Type.String(), code: Type.String(), message: Type.String() }),
);

/** Returns the schema of every failure (RFC 9457), by its codes; each server registers it, and routes refer to it. */
export const problemDocumentOf = (codes: readonly string[]) =>
  Type.Object(
    {
      type: Type.String(),
      title: Type.String(),
      status: Type.Integer(),
      detail: Type.String(),
      instance: Type.String(),
      code: Enum(codes.toSorted(), { description: 'Stable word to branch on' }),
      message: Type.String(),
      timestamp: Type.String({ format: 'date-time' }),
      requestId: Type.String(),
      errors: FieldErrors,
      mergedInto: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'The record that the one asked for is part of now',
        }),
      ),
    },
    { $id: 'Problem', title: 'Problem' },
  );

/** Returns the failures a route declares, as responses: `...problems(400, 404, 409)`. */
export function problems<const S extends readonly (number | 'default')[]>(...statuses: S) {
  const response = (status: number | 'default') => ({
    description: phrases[status] ?? 'Failure',
    content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
  });
  return Object.fromEntries(statuses.map((status) => [status, response(status)]));
}

const phrases: Record<number | string, string> = {
  400: 'The request is not valid; errors names each bad field',
  401: 'No token, or one that is expired, forged or revoked',
  403: 'Authenticated, but not allowed',
  404: 'Unknown, or another tenant’s',
  409: 'Conflicts with what is there',
  412: 'If-Match names another version than the present one',
  413: 'Too large',
  415: 'Not of a media type that is taken here',
  422: 'Idempotency-Key reused with another body',
  429: 'Too many requests; see Retry-After',
  500: 'Our failure',
  503: 'Overloaded or unavailable; see Retry-After',
  default: 'Any other failure',
};
