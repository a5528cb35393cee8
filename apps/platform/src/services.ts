import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { TokenIssuer } from './auth/token-issuer.ts';
import type { BrandingSweep } from './branding/sweep-objects.ts';
import type { CalendarSync } from './calendar/sync/calendar-sync.ts';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import type { Jobs } from './jobs.ts';
import type { CredentialsMail } from './mail/credentials-mail.ts';
import type { Mailer } from './mail/mailer.ts';
import type { ObjectStore } from './object-storage/object-store.ts';
import type { TenantPurge } from './tenants/purge-tenant.ts';

/** What the slices share, made once in `main.ts` (or a test's world) and handed to each. */
export type Services = {
  config: Config;
  db: Db;
  issuer: TokenIssuer;
  jobs: Jobs;
  mailer: Mailer;
  credentialsMail: CredentialsMail;
  objects: ObjectStore;
  brandingSweep: BrandingSweep;
  calendar: CalendarSync;
  tenantPurge: TenantPurge;
  logger: Logger;
  registry: Registry;
};
