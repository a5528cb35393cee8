import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { type FieldError, mostErrors } from '../problem.ts';
import { dropAbsentNulls } from './absent-nulls.ts';
import { type Composer, textComposer } from './composed-texts.ts';
import { entryKeywords, entryLimits, stopKeyword, withStops } from './validation-limits.ts';

type Validate = ReturnType<FastifySchemaCompiler<object>>;

export type Formats = Readonly<Record<string, (text: string) => boolean>>;

/**
 * Compiles the schema of one part of a request. Bodies are taken as they are (a number is not
 * a string); query, path and headers are text, so they are coerced. Texts are composed first where
 * the service stores them so.
 */
export function validatorCompiler(
  formats: Formats,
  { composesTexts = false } = {},
): FastifySchemaCompiler<object> {
  const body = boundedValidator(formats, false, composesTexts);
  const text = boundedValidator(formats, 'array', composesTexts);
  return ({ schema, httpPart }) => {
    if (httpPart === 'body') return body(schema);
    const validate = text(schema);
    return httpPart === 'querystring' ? withoutEmpty(schema, validate) : validate;
  };
}

/**
 * Validates in time that the size of the input bounds. What is valid passes at once. Of what is
 * not, lists and objects with too many entries are refused before anything in them is looked at;
 * only then are the faults collected, and the search for more ends after about a hundred.
 */
function boundedValidator(formats: Formats, coerceTypes: false | 'array', composesTexts: boolean) {
  const make = (allErrors: boolean) => {
    const ajv = new Ajv({ allErrors, useDefaults: true, coerceTypes, strict: false });
    addFormats.default(ajv);
    for (const [name, accepts] of Object.entries(formats)) ajv.addFormat(name, accepts);
    return ajv.addKeyword(stopKeyword);
  };
  const [first, all] = [make(false), make(true)];
  return (schema: object): Validate => {
    // Compiled when the first request comes, as most of some hundred routes wait long for one; and
    // what describes a fault when the first fault comes.
    let compiled: ValidateFunction | undefined;
    let compose: Composer | undefined;
    let slow: { entries: ValidateFunction; faults: ValidateFunction } | undefined;
    const validate: Validate = (data: unknown) => {
      validate.errors = null;
      if (!compiled) {
        compose = composesTexts ? textComposer(schema) : undefined;
        compiled = first.compile(schema);
      }
      compose?.(data);
      const isValid = compiled;
      if (isValid(data)) return true;
      slow ??= {
        entries: first.compile(entryLimits(schema)),
        faults: all.compile(withStops(schema)),
      };
      const excess = slow.entries(data) ? undefined : slow.entries.errors;
      if (excess?.some(({ keyword }) => entryKeywords.has(keyword))) validate.errors = excess;
      else if (dropAbsentNulls(schema, data) && isValid(data)) return true;
      else validate.errors = slow.faults(data) ? (isValid.errors ?? null) : slow.faults.errors;
      return false;
    };
    return validate;
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

/** Turns a validator's findings into field errors, one for each field and at most fifty. */
export function toFieldErrors(found: readonly ErrorObject[]): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const each of found) {
    // The branches of a union are reported beside the union itself: the union says enough.
    if (each.keyword === 'if' || byField.has(fieldOf(each))) continue;
    if (byField.size === mostErrors) break;
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
