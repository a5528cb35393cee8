import { createLogger } from '@atrium/kit/logging.ts';
import { Registry } from '@prometheus-io/client';
import { createApp } from './app.ts';
import { toConfig } from './config.ts';
import { allKinds } from './kinds.ts';
import type { Services } from './services.ts';

/** Returns the platform's OpenAPI document, read from its routes; no connection is opened. */
export async function describePlatform(): Promise<object> {
  const config = toConfig({
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: 'postgres://describe@localhost/describe',
    SECRET_KEY: 'describe',
    TOKEN_SIGNING_KEY: 'describe',
  });
  // What routes read while they are registered; the rest they need when they are called.
  const services: Partial<Services> = {
    config,
    logger: createLogger('describe', 'silent'),
    registry: new Registry(),
    issuer: { jwks: { keys: [] } } as never,
    secondFactor: {} as never,
    signIn: {} as never,
    kinds: allKinds({} as never),
    calendar: {} as never,
    webhooks: {} as never,
    addresses: {} as never,
    domainChecks: {} as never,
    changes: { endAll: () => undefined } as never,
    viewedRecords: { note: () => undefined, flush: async () => undefined, kinds: [] },
  };
  const app = await createApp(services as Services);
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}
