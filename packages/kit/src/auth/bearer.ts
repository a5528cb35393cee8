import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { fieldError, KitProblem, ProblemError } from '../problem.ts';
import { plainEmail } from '../texts/plain-forms.ts';
import { actingRoles, type Caller, hasRole, isProgram, type Role } from './caller.ts';
import type { Verifier } from './verifier.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The roles that may call the route. */
    roles?: readonly Role[];
    /** True for a route that needs no token. */
    public?: boolean;
    /**
     * True for a route that needs the token but not the x- headers: a client that reads who it is. It
     * is for people only.
     */
    bearerOnly?: boolean;
    /** True for a route that takes another proof too: without a valid bearer its caller is null. */
    bearerOptional?: boolean;
    /** True for a route that a person is meant by: machines get PERSON_REQUIRED. */
    personOnly?: boolean;
    /**
     * The part of the API that the route is of: programs need the scope `<area>:read` or
     * `<area>:write` of it. One without an area is for people in person.
     */
    area?: string | null;
    /**
     * True for a route other than a GET that changes nothing; false for a GET that programs need the
     * scope of changing for.
     */
    reads?: boolean;
    /**
     * True for a route by which an identity provider keeps a tenant's staff: machines alone call it,
     * and a provisioning token opens no other.
     */
    provisions?: boolean;
    /** True for a route that takes the refresh token as a cookie too. */
    takesCookie?: boolean;
    /** True for a route without an area that programs may call all the same. */
    takesPrograms?: boolean;
    /** Rejects for a request that is refused before it matters who sends it. */
    refusesFirst?: (request: FastifyRequest) => Promise<void>;
  }
  interface FastifyRequest {
    /** The caller of the request; on a public route there is none, and reading it is a programming error. */
    caller: Caller;
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The headers without which a route that is neither public nor `bearerOnly` answers 400, but to machines. */
const requiredHeaders = ['x-tenant-uuid', 'x-user-id', 'x-user-email', 'x-user-type'] as const;

/**
 * Verifies the bearer, cross-checks the x- headers against it and enforces the route's roles.
 * Every route registered after this states its roles or that it is public; one that does neither
 * stops the boot. (Health, metrics and the reference come before it.)
 */
export const bearerAuth = fastifyPlugin<{ verifier: Verifier }>(async (app, { verifier }) => {
  const nobody = null as unknown as Caller;
  app.decorateRequest('caller', nobody);

  app.addHook('onRoute', (route) => {
    if (route.config?.public || route.config?.roles?.length) return;
    throw new Error(`${route.method} ${route.url} declares neither roles nor public: true`);
  });

  function admit(request: FastifyRequest, verified: Caller, wanted: readonly Role[]): void {
    const { bearerOnly = false, provisions = false } = request.routeOptions.config;
    if (isProgram(verified)) checkProgram(request, verified);
    const needsHeaders = !bearerOnly && !provisions && !isProgram(verified);
    const caller = crossCheck(request, verified, !needsHeaders);
    request.caller = caller;
    if (!hasRole(caller, ...wanted)) {
      throw new KitProblem('FORBIDDEN', `This needs one of the roles ${wanted.join(', ')}`);
    }
    checkProvisioning(caller, provisions);
  }

  // Not async: a token that is known is admitted without a turn of the event loop.
  app.addHook('onRequest', (request, _reply, done) => {
    const config = request.routeOptions.config;
    if (!config?.roles || config.public) return done();
    if (!config.refusesFirst) return authenticate(request, config.roles, done);
    const { roles } = config;
    config.refusesFirst(request).then(() => authenticate(request, roles, done), done);
  });

  function authenticate(
    request: FastifyRequest,
    wanted: readonly Role[],
    done: (error?: Error) => void,
  ): void {
    const { config } = request.routeOptions;
    const refuse = (error: Error) => {
      const isOptional = config.bearerOptional && error instanceof ProblemError;
      if (isOptional && error.status === 401) done();
      else done(error);
    };
    try {
      const verified = verifier(bearerOf(request));
      if (verified instanceof Promise) {
        verified.then((caller) => admit(request, caller, wanted)).then(() => done(), refuse);
        return;
      }
      admit(request, verified, wanted);
    } catch (error) {
      refuse(error as Error);
      return;
    }
    done();
  }
});

/** Throws FORBIDDEN for a person where identity providers alone call, and for a provider elsewhere. */
function checkProvisioning({ isMachine, provisionsOnly }: Caller, provisions: boolean): void {
  if (provisions && !isMachine)
    throw new KitProblem('FORBIDDEN', 'This takes a credential or a provisioning token, no person');
  if (provisionsOnly && !provisions)
    throw new KitProblem('FORBIDDEN', 'A provisioning token keeps staff in step and does no more');
}

/** Throws PERSON_REQUIRED or SCOPE_MISSING for what a program may not do, whatever its roles. */
function checkProgram({ routeOptions }: FastifyRequest, { isMachine, scopes }: Caller): void {
  const { config, method } = routeOptions;
  if (isMachine && config.personOnly) throw new KitProblem('PERSON_REQUIRED');
  if (config.takesPrograms) return;
  const scope = scopeOf(config, method);
  if (scope === undefined) throw new KitProblem('PERSON_REQUIRED');
  if (scopes && !scopes.includes(scope))
    throw new KitProblem('SCOPE_MISSING', `This needs the scope ${scope}`);
}

/** Returns the scope that opens a route to programs; undefined where there is none. */
export function scopeOf(
  { area, reads, listFields }: FastifyContextConfig,
  method: string | readonly string[],
): string | undefined {
  if (!area) return undefined;
  const isReading = reads ?? (listFields !== undefined || ['GET', 'HEAD'].includes(String(method)));
  return `${area}:${isReading ? 'read' : 'write'}`;
}

function bearerOf(request: FastifyRequest): string {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && token && rest.length === 0) return token;
  const detail = 'An Authorization header with a Bearer token is required';
  const headers = { 'www-authenticate': 'Bearer' };
  throw new KitProblem('UNAUTHENTICATED', detail, { headers });
}

/** Returns whether the headers say to the letter what the token says, as nearly all requests do. */
function saysTheSame({ headers }: FastifyRequest, verified: Caller): boolean {
  return (
    headers['x-tenant-uuid'] === verified.homeTenantUuid &&
    headers['x-user-id'] === verified.userUuid &&
    headers['x-user-email'] === verified.email &&
    headers['x-user-type'] === verified.userType &&
    headers['x-tenant-code'] === undefined &&
    headers['x-partner-uuid'] === undefined
  );
}

function crossCheck(request: FastifyRequest, verified: Caller, bearerOnly: boolean): Caller {
  if (saysTheSame(request, verified)) return verified;
  const header = (name: string) => request.headers[name]?.toString().trim() ?? '';
  const missing = bearerOnly ? [] : requiredHeaders.filter((name) => !header(name));
  if (missing.length > 0) {
    throw new KitProblem('HEADER_MISSING', `Missing: ${missing.join(', ')}`, {
      errors: missing.map((name) => fieldError(name, 'REQUIRED', 'The header is required')),
    });
  }
  const same = (name: string, value: string | null) =>
    !header(name) || header(name).toLowerCase() === value?.toLowerCase();
  const mismatch = (name: string): never => {
    throw new KitProblem('TENANT_MISMATCH', `${name} disagrees with the token`, {
      errors: [fieldError(name, 'MISMATCH', 'Disagrees with the token')],
    });
  };

  if (!same('x-user-id', verified.userUuid)) mismatch('x-user-id');
  if (!isEmail(header('x-user-email'), verified.email)) mismatch('x-user-email');
  const userType =
    actingRoles(verified).find((role) => same('x-user-type', role)) ?? mismatch('x-user-type');

  const wanted = header('x-tenant-uuid').toLowerCase();
  // A token stays in its own tenant, a system administrator's too.
  const elsewhere = wanted !== '' && wanted !== verified.homeTenantUuid.toLowerCase();
  const mayLeave = hasRole(verified, 'SYSTEM_ADMIN') && !verified.isToken;
  if (elsewhere && !(mayLeave && uuid.test(wanted))) mismatch('x-tenant-uuid');
  if (!elsewhere && !same('x-tenant-code', verified.tenantCode)) mismatch('x-tenant-code');
  if (!same('x-partner-uuid', verified.partnerUuid)) mismatch('x-partner-uuid');
  if (userType === verified.userType && !elsewhere) return verified;
  return {
    ...verified,
    userType,
    tenantUuid: elsewhere ? wanted : verified.tenantUuid,
    tenantCode: elsewhere ? null : verified.tenantCode,
  };
}

/** Returns whether a header names an e-mail address, if it names one; beyond ASCII it is UTF-8. */
function isEmail(header: string, email: string | null): boolean {
  const text = Buffer.from(header, 'latin1').toString();
  return !header || (email !== null && plainEmail(text) === plainEmail(email));
}
