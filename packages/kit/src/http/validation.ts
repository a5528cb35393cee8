import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { FieldError } from '../problem.ts';

type Validate = ReturnType<FastifySchemaCompiler<object>>;

export type Formats = Readonly<Record<string, (text: string) => boolean>>;

/**
 * Compiles the schema of one part of a request. Bodies are taken as they are (a number is not
 * a string); query, path and headers are text, so they are coerced. Every fault is reported.
 */
export function validatorCompiler(formats: Formats): FastifySchemaCompiler<object> {
  const make = (coerceTypes: false | 'array') => {
    const ajv = new Ajv({ allErrors: true, useDefaults: true, coerceTypes, strict: false });
    addFormats.default(ajv);
    for (const [name, accepts] of Object.entries(formats)) ajv.addFormat(name, accepts);
    return ajv;
  };
  const body = make(false);
  const text = make('array');
  return ({ schema, httpPart }) => {
    if (httpPart === 'body') return body.compile(schema);
    const validate: Validate = text.compile(schema);
    return httpPart === 'querystring' ? withoutEmpty(schema, validate) : validate;
  };
}

/** Takes `page=` for no page: where a number, a flag or a list is meant, an empty parameter says nothing. */
function withoutEmpty(schema: object, validate: Validate): Validate {
  const properties: Record<string, { type?: string }> =
    'properties' in schema ? (schema.properties as never) : {};
  const meant = Object.keys(properties).filter((name) => properties[name]?.type !== 'string');
  const check: Validate = (query: Record<string, unknown>) => {
    for (const name of meant) if (query[name] === '') delete query[name];
    const valid = validate(query);
    check.errors = validate.errors ?? null;
    return valid;
  };
  return check;
}

/** Turns a validator's findings into field errors, one for each field. */
export function toFieldErrors(found: readonly ErrorObject[]): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const each of found) {
    // The branches of a union are reported beside the union itself: the union says enough.
    if (each.keyword === 'if' || byField.has(fieldOf(each))) continue;
    byField.set(fieldOf(each), {
      field: fieldOf(each),
      code: codes[each.keyword] ?? each.keyword.toUpperCase(),
      message: messageOf(each),
    });
  }
  return [...byField.values()];
}

const codes: Record<string, string> = {
  required: 'REQUIRED',
  type: 'WRONG_TYPE',
  enum: 'NOT_ALLOWED',
  const: 'NOT_ALLOWED',
  format: 'INVALID_FORMAT',
  pattern: 'INVALID_FORMAT',
  minLength: 'TOO_SHORT',
  maxLength: 'TOO_LONG',
  minItems: 'TOO_FEW',
  maxItems: 'TOO_MANY',
  maxProperties: 'TOO_MANY',
  minimum: 'TOO_SMALL',
  maximum: 'TOO_LARGE',
};

/** `/addresses/0/country` as `addresses[0].country`; a missing property is named itself. */
function fieldOf({ instancePath, params }: ErrorObject): string {
  const parts = instancePath.split('/').slice(1).map(unescapePointer);
  if (typeof params.missingProperty === 'string') parts.push(params.missingProperty);
  const path = parts.reduce((all, part) => {
    if (/^\d+$/.test(part)) return `${all}[${part}]`;
    return all ? `${all}.${part}` : part;
  }, '');
  return path || 'body';
}

/** RFC 6901, section 4. */
function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function messageOf({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'enum')
    return `must be one of ${params.allowedValues.filter(Boolean).join(', ')}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === 'format') return `must be a valid ${params.format}`;
  return message ?? 'is not valid';
}
