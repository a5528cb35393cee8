import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@atrium/kit/auth/caller.ts';
import { createLogger } from '@atrium/kit/logging.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createApp } from '../src/app.ts';
import { toConfig } from '../src/config.ts';
import { openForm } from '../src/open-form.ts';
import { formNow } from './forms.ts';

type Method = 'GET' | 'POST' | 'DELETE';
/** Claims of a token that speaks for a program. */
type Program = { machine?: true; token?: true; scopes?: string[] };
type Options = { headers?: Record<string, string>; raw?: string | Buffer };

export type World = Awaited<ReturnType<typeof world>>;

/** Signs tokens as the platform does. */
export async function tokenIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'EdDSA' };

  /** Returns the headers of a user with a role in a tenant. */
  async function headersOf(tenantUuid: string, role: Role, partner?: string, program?: Program) {
    const user = crypto.randomUUID();
    const email = `${user}@example.test`;
    const claims = {
      tenant: tenantUuid,
      tenant_code: 'T',
      partner,
      email,
      roles: [role],
      ...program,
    };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: 'test' })
      .setIssuer('atrium')
      .setAudience('atrium')
      .setSubject(user)
      .setExpirationTime('1h')
      .sign(privateKey);
    return {
      authorization: `Bearer ${token}`,
      'x-tenant-uuid': tenantUuid,
      'x-user-id': user,
      'x-user-email': email,
      'x-user-type': role,
    };
  }

  return { headersOf, jwk, keys: async () => publicKey };
}

/**
 * Starts a whole service over a store of its own, for tests. `restart` is a stop and a start in order,
 * with other settings if some are given.
 */
export async function world(env: Record<string, string> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'atrium-analytics-'));
  const form = await formNow(directory);
  const settings = { RATE_LIMITS: 'off', ANALYTICS_DATA_DIR: directory, ...form.settings, ...env };
  const log = createLogger('analytics', 'silent');
  const { headersOf, keys } = await tokenIssuer();
  const issuer = { issuer: 'atrium', audience: 'atrium', keys };

  async function boot(change: Record<string, string> = {}) {
    const config = toConfig({ ...settings, ...change });
    const { store, ingestor } = await openForm(config, log);
    return { store, ingestor, app: await createApp({ config, log, store, ingestor, issuer }) };
  }

  async function halt() {
    await running.app.close();
    await running.ingestor.close();
    await running.store.close();
  }

  let running = await boot();

  /** Returns a caller, which sends requests as a user of the tenant with the role. */
  async function as(tenantUuid: string, role: Role = 'TENANT_STAFF', partner?: string) {
    return callerWith(await headersOf(tenantUuid, role, partner));
  }

  /** Returns a machine with a credential of the tenant. */
  const machineOf = (tenantUuid: string) => programOf(tenantUuid, { machine: true });

  /** Returns a program that speaks for an administrator, or as one. */
  const programOf = async (tenantUuid: string, program: Program) =>
    callerWith(await headersOf(tenantUuid, 'TENANT_ADMIN', undefined, program));

  function callerWith(own: Record<string, string>) {
    return async (method: Method, url: string, body?: unknown, options: Options = {}) => {
      const isJson = body !== undefined && options.raw === undefined;
      const response = await running.app.inject({
        method,
        url,
        headers: {
          ...own,
          ...(isJson ? { 'content-type': 'application/json' } : {}),
          ...options.headers,
        },
        ...(isJson ? { payload: JSON.stringify(body) } : {}),
        ...(options.raw === undefined ? {} : { payload: options.raw }),
      });
      const text = response.body;
      const isBody = /[/+]json/.test(String(response.headers['content-type']));
      return {
        status: response.statusCode,
        headers: response.headers,
        text,
        body: isBody ? JSON.parse(text) : undefined,
      };
    };
  }

  return {
    as,
    machineOf,
    programOf,
    headersOf,
    directory,
    journaled: form.journaled,
    refusedEvents: form.refusedEvents,
    get running() {
      return running;
    },
    async restart(change: Record<string, string> = {}) {
      await halt();
      running = await boot(change);
    },
    async [Symbol.asyncDispose]() {
      await halt();
      await form.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Returns a question that counts a tenant's events of a type, of all time. */
export function countOf(eventType: string) {
  return {
    eventType,
    timeRange: { from: '1900-01-01T00:00:00Z', to: '2200-01-01T00:00:00Z' },
    aggregations: [{ function: 'COUNT' }],
  };
}
