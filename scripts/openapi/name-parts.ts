import { isDeepStrictEqual } from 'node:util';
import { type OpenApi, operationsOf, type Parameter, type Response } from './document.ts';

const failures: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'KeyReused',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
  default: 'Failure',
};

/** Moves failures to the components, by their status, and those parameters that are declared as shared. */
export function nameParts(document: OpenApi): OpenApi {
  const parameters: Record<string, Parameter> = {};
  const responses: Record<string, Response> = {};
  for (const operation of operationsOf(document)) {
    operation.parameters = operation.parameters?.map((each) => {
      const { schema, ...rest } = JSON.parse(JSON.stringify(each, untitled)) as Parameter;
      const { 'x-shared': isShared, ...plain } = schema;
      const parameter = { schema: plain, ...rest } as Parameter;
      if (!isShared) return parameter;
      const name = rest.name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
      parameters[name] ??= parameter;
      if (!isDeepStrictEqual(parameters[name], parameter))
        throw new Error(`Two shared parameters have the name ${name}`);
      return { $ref: `#/components/parameters/${name}` };
    });
    for (const [status, response] of Object.entries(operation.responses)) {
      const name = failures[status];
      if (!name || !response.content?.['application/problem+json']) continue;
      responses[name] = response;
      operation.responses[status] = { $ref: `#/components/responses/${name}` } as never;
    }
  }
  return { ...document, components: { ...document.components, parameters, responses } };
}

const untitled = (key: string, value: unknown) =>
  key === 'title' && typeof value === 'string' ? undefined : value;
