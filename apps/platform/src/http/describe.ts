import { createLogger } from '@atrium/kit/logging.ts';
import { Registry } from 'prom-client';
import { createApp } from '../app.ts';
import { toConfig } from '../config.ts';

/** Returns the platform's OpenAPI document, read from its routes; no connection is opened. */
export async function describePlatform(): Promise<object> {
  const config = toConfig({
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: 'postgres://describe@localhost/describe',
    SECRET_KEY: 'describe',
    TOKEN_SIGNING_KEY: 'describe',
  });
  const app = await createApp({
    config,
    logger: createLogger('describe', 'silent'),
    registry: new Registry(),
    issuer: { jwks: { keys: [] } } as never,
    db: { ping: async () => undefined } as never,
    jobs: {} as never,
    mailer: {} as never,
    credentialsMail: {} as never,
    passwordResets: {} as never,
    signIn: {} as never,
    secondFactor: {} as never,
    objects: {} as never,
    brandingSweep: {} as never,
    calendar: {} as never,
    calendarExport: {} as never,
    externalBusy: {} as never,
    leaveHouseholds: {} as never,
    returnToHouseholds: {} as never,
    tenantPurge: {} as never,
    webhooks: {} as never,
    viewedRecords: { note: () => undefined, flush: async () => undefined },
    analyticsHeaders: {} as never,
    work: [],
    schedules: [],
  });
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}
