import type { KitProblem } from '@atrium/kit/problem.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';

/** A question to the API: a path, with a query or a body. */
export type Question = {
  path: string;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
};

/** Asks the API, and returns what it answers. Throws ApiRefusal. */
export type Ask = (question: Question) => Promise<unknown>;

/** What the API says of a question that it refuses. */
export class ApiRefusal extends Error {
  readonly said: Readonly<Record<string, unknown>>;

  constructor(said: Readonly<Record<string, unknown>>) {
    super(String(said.code));
    this.said = said;
  }

  /** Returns what the API would say of a problem that is found before it is asked. */
  static of({ code, status, message: detail, errors }: KitProblem): ApiRefusal {
    return new ApiRefusal({ code, status, detail, errors });
  }
}

/**
 * Returns a way to ask the API within this process as whoever sent a request: by the same bearer and from
 * the same address, so that rights, scopes, networks and limits are those of any other request.
 */
export function askOwnApi(app: Server, { headers, ip, id }: FastifyRequest): Ask {
  return async ({ path, query = {}, body }) => {
    const answer = await app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: path,
      query: textsOf(query),
      headers: {
        authorization: headers.authorization,
        host: headers.host,
        'user-agent': headers['user-agent'],
        'x-request-id': id,
        accept: 'application/json',
      },
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const said: unknown = JSON.parse(answer.payload);
    if (answer.statusCode >= 400) throw new ApiRefusal(said as Record<string, unknown>);
    return said;
  };
}

/** Returns the parameters that are stated, as the texts that an address holds. */
function textsOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const stated = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(stated.map(([name, value]) => [name, String(value)]));
}
