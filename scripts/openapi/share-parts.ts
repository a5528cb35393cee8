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

/** Moves the parameters and failures that many operations have to the components. */
export function shareParts(document: OpenApi): OpenApi {
  const parameters: Record<string, Parameter> = {};
  const responses: Record<string, Response> = {};
  const often = frequentParameters(document);
  for (const operation of operationsOf(document)) {
    operation.parameters = operation.parameters?.map((each) => {
      const name = often.get(JSON.stringify(each));
      if (!name) return each;
      parameters[name] = each as Parameter;
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

/** Returns the names of the parameters, as text, that at least five operations have in the same words. */
function frequentParameters(document: OpenApi): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { parameters = [] } of operationsOf(document))
    for (const each of parameters) {
      const key = JSON.stringify(each);
      if ((each as Parameter).in !== 'path') counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [key] of [...counts].filter(([, times]) => times >= 5).sort((a, b) => b[1] - a[1])) {
    const { name } = JSON.parse(key) as Parameter;
    const wanted = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (!taken.has(wanted)) names.set(key, wanted);
    taken.add(wanted);
  }
  return names;
}
