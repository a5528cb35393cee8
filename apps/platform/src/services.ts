import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { TokenIssuer } from './auth/token-issuer.ts';
import type { Jobs } from './background/jobs.ts';
import type { CalendarSync } from './calendar/worker/calendar-sync.ts';
import type { Config } from './config.ts';
import type { Db } from './database/db.ts';
import type { ObjectStore } from './files/object-store.ts';
import type { CredentialsMail } from './mail/credentials-mail.ts';
import type { Mailer } from './mail/mailer.ts';
import type { ExternalBusyOf } from './meetings/availability/external-busy.ts';
import type { CalendarExport } from './meetings/export-change.ts';
import type { BrandingSweep } from './tenants/branding/sweep-objects.ts';
import type { TenantPurge } from './tenants/purge/purge-tenant.ts';

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
  calendarExport: CalendarExport;
  externalBusy: ExternalBusyOf;
  tenantPurge: TenantPurge;
  logger: Logger;
  registry: Registry;
};
