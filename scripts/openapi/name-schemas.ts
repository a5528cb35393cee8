import { isDeepStrictEqual } from 'node:util';
import {
  type Content,
  type OpenApi,
  type Operation,
  operationsOf,
  type Schema,
} from './document.ts';

/**
 * Moves schemas to the components by the names that they have where they are made: their titles. An
 * object without one that an operation takes or answers is named for it: `ContactInput` is what
 * `createContact` takes, `ContactUpdate` what `updateContact` takes. Throws where two have one name.
 */
export function nameSchemas(document: OpenApi): OpenApi {
  const named: Record<string, Schema> = {};

  const refer = (name: string, schema: Schema): Schema => {
    if (isPage(schema)) named.Page = envelopeOf(schema);
    const stated = isPage(schema) ? asPage(schema) : schema;
    named[name] ??= stated;
    if (!isDeepStrictEqual(named[name], stated))
      throw new Error(`Two schemas have the name ${name}: give one of them another title`);
    return { $ref: `#/components/schemas/${name}` };
  };

  /** Returns a part of the document, with references in place of what has a name. */
  const lifted = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(lifted);
    if (typeof part !== 'object' || part === null) return part;
    const all = Object.fromEntries(Object.entries(part).map(([key, each]) => [key, lifted(each)]));
    const { title, ...schema } = all as Schema;
    // A property may have this name too.
    if (typeof title !== 'string') return all;
    if (!isNullable(schema)) return refer(title, schema);
    const { description, ...rest } = schema;
    const anyOf = [refer(title, { ...rest, type: 'object' }), { type: 'null' }];
    return { ...(description ? { description } : {}), anyOf };
  };

  const carried = (content: Content, name: string): Content => {
    const all = Object.entries(lifted(content) as Content).map(([type, media]) => {
      const { schema } = media;
      return [type, schema?.properties ? { schema: refer(name, schema) } : media];
    });
    return Object.fromEntries(all);
  };

  for (const operation of operationsOf(document)) {
    const { requestBody, responses } = operation;
    const { request, answer } = namesOf(operation);
    if (requestBody) requestBody.content = carried(requestBody.content, request);
    for (const [status, response] of Object.entries(responses))
      if (response.content)
        response.content = carried(
          response.content,
          Number(status) < 400 ? answer : `${answer}Failure`,
        );
  }
  lifted(document.components.schemas);
  const schemas = Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, components: { ...document.components, schemas } };
}

/** Returns the names of what an operation takes and answers. */
function namesOf({ operationId }: Operation) {
  const id = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const [, verb = '', noun = ''] = /^(get|list|create|update|)(.*)$/.exec(operationId) ?? [];
  const request = { create: `${noun}Input`, update: `${noun}Update` }[verb] ?? `${id}Request`;
  const answer = { get: noun, create: `New${noun}`, update: noun }[verb] ?? `${id}Answer`;
  return { request, answer };
}

const isPage = ({ properties }: Schema) =>
  properties !== undefined && 'totalElements' in properties;
const isNullable = ({ type, properties }: Schema) =>
  properties !== undefined && Array.isArray(type) && type.includes('null');

/** Returns a page as its envelope, which all pages share, and its own content. */
function asPage({ properties: { content = {} } = {} }: Schema): Schema {
  const own = { type: 'object', required: ['content'], properties: { content } };
  return { allOf: [{ $ref: '#/components/schemas/Page' }, own] };
}

function envelopeOf({ properties: { content: _, ...properties } = {} }: Schema): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}
