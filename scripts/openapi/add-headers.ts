import { type OpenApi, type Operation, operationsOf, type Response } from './document.ts';

type Header = { description: string; schema: object; example?: unknown };

/** The headers of answers, which are the same wherever they come. */
const headers = {
  'X-Request-Id': {
    description: 'Finds the request in the log; the one that was sent, or a new one',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'How many requests the caller may send within the present window',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': {
    description: 'The seconds until the window begins anew',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'The seconds to wait before the request is sent again',
    schema: { type: 'integer' },
  },
  ETag: {
    description: 'The version of what is answered: send it back as If-Match or If-None-Match',
    schema: { type: 'string' },
    example: '"3"',
  },
  Location: {
    description: 'The path of what was created',
    schema: { type: 'string', format: 'uri-reference' },
  },
} as const satisfies Record<string, Header>;

type Name = keyof typeof headers;

/** Says of each answer which headers come with it. */
export function addHeaders(document: OpenApi): void {
  const limits: Name[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
  const { responses = {} } = document.components;
  for (const [name, response] of Object.entries(responses)) {
    const waits = ['RateLimited', 'Unavailable'].includes(name);
    give(response, ['X-Request-Id', ...limits, ...(waits ? (['Retry-After'] as const) : [])]);
  }
  for (const operation of operationsOf(document))
    for (const [status, response] of Object.entries(operation.responses))
      if (!response.$ref)
        give(response, [
          'X-Request-Id',
          ...('429' in operation.responses ? limits : []),
          ...(status === '201' ? (['Location'] as const) : []),
          ...(hasVersion(operation, status) ? (['ETag'] as const) : []),
        ]);
  Object.assign(document.components, { headers });
}

/** Returns whether an answer is one record with a version, or one that is not sent again while it is known. */
function hasVersion(operation: Operation, status: string): boolean {
  if (!/^(2|304)/.test(status)) return false;
  return operation['x-versioned'] === true || '304' in operation.responses;
}

function give(response: Response, names: readonly Name[]): void {
  const all = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  Object.assign(response, { headers: Object.fromEntries(all) });
}
