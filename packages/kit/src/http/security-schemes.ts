import type { RouteOptions } from 'fastify';
import { scopeOf } from '../auth/bearer.ts';

type Requirement = Record<string, string[]>;

/** The ways in which a request may say who sends it, as the document names them. */
export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An access token that a login or a refresh answered, a personal token (atr_…), or a token of POST /api/auth/token',
  },
  oauth2: {
    type: 'oauth2',
    description: 'Credentials of a machine, which an administrator makes at POST /api/credentials',
    flows: { clientCredentials: { tokenUrl: '/api/auth/token', scopes: {} } },
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-refresh',
    description:
      'The refresh token of a browser that signed in with cookie: true; named refresh over plain http on this machine. The request needs an Origin of the own host',
  },
} as const;

/** Returns by which of the schemes a route may be called; one that needs none has none, or an empty one. */
export function securityOf({ config, method }: Pick<RouteOptions, 'config' | 'method'>) {
  const cookie: Requirement[] = config?.takesCookie ? [{ cookie: [] }] : [];
  if (config?.public) return cookie.length > 0 ? [...cookie, {}] : [];
  const scope = config && scopeOf(config, method);
  const takesMachines = !config?.personOnly && (scope !== undefined || config?.takesPrograms);
  const machine: Requirement[] = takesMachines ? [{ oauth2: scope ? [scope] : [] }] : [];
  return [{ bearer: [] }, ...machine, ...cookie];
}
