import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@atrium/kit/auth/caller.ts';
import { createLogger } from '@atrium/kit/logging.ts';
import { exportJWK, generateKeyPair } from 'jose';
import type { DestinationStream } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, inject } from 'vitest';
import { createApp } from '../src/app.ts';
import { type Account, findAccount, insertAccount, insertSession } from '../src/auth/queries.ts';
import { toConfig } from '../src/config.ts';
import { keepGroups } from '../src/contacts/duplicates/keep-groups.ts';
import { platformTenantUuid } from '../src/database/platform-tenant.ts';
import { system } from '../src/database/principal.ts';
import type { Message } from '../src/mail/mailer.ts';
import { createServices } from '../src/services.ts';
import { createStaffMember } from '../src/staff/create-staff-member.ts';
import { createTenant } from '../src/tenants/create-tenant.ts';
import { createClient } from './client.ts';
import { openSql } from './open-sql.ts';
import { personalDataIn, type RecordedEvent } from './personal-data.ts';
import { recordExchanges } from './record-exchanges.ts';
import { staffInput } from './staff-input.ts';
import { type RecordedTable, unrecordedIn } from './unrecorded.ts';

/** The hash of a password that was thrown away. */
const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$4EOwK7YZEuXfTMrr1TinTw$9ebg1yMJWZ57/3k78Nvi8ZBU7VRemUikcHxTayaL/Vg';

export type World = Awaited<ReturnType<typeof world>>;

type Options = { logTo?: DestinationStream; idle?: readonly string[]; webhooks?: boolean };

/**
 * A whole platform over a database of its own, for one test file. Closed when the file is done.
 * `logTo` takes its log, which is silent unless LOG_LEVEL says otherwise; the jobs of `idle` are
 * queued and left to the test. Messages to webhooks go out with `webhooks` only.
 */
export async function world(
  settings: Record<string, string> = {},
  { logTo, idle = [], webhooks = false }: Options = {},
) {
  const url = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-world-'));
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const config = toConfig({
    ATRIUM_MODE: 'development',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    TOKEN_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const logger = createLogger('test', config.logLevel, logTo);
  const mails: Message[] = [];
  const mailer = {
    send: async (message: Message) => void mails.push(message),
    removeTenant: async () => 0,
    removeNaming: async () => 0,
    close: () => undefined,
  };
  const publicUrl = config.publicUrl ?? 'http://atrium.test';
  const registry = new Registry();
  const services = await createServices(config, { logger, registry, mailer, publicUrl });
  const { db, issuer, jobs, calendar, work } = services;
  /** The owner's own connection, beside the platform's. */
  const sql = openSql(url);
  const app = await createApp(services);
  if (process.env.RECORD_EXCHANGES) recordExchanges(app, process.env.RECORD_EXCHANGES);
  const resting = async () => undefined;
  await jobs.start(work.map((job) => (idle.includes(job.name) ? { ...job, run: resting } : job)));
  calendar.start();
  const duplicates = keepGroups({ db, logger });
  if (webhooks) services.webhooks.delivery.start();
  afterAll(async () => {
    await app.close();
    await Promise.all([
      jobs.stop(),
      calendar.stop(),
      services.webhooks.delivery.stop(),
      duplicates.stop(),
    ]);
    const leaks = await personalData();
    await Promise.all([db.close(), sql.end()]);
    await rm(dataDir, { recursive: true, force: true });
    if (leaks.length > 0) throw new Error(`Personal data in events: ${leaks.join(', ')}`);
  });

  /** Says what was recorded so far and looks like personal data; each file's tests fail when there is any. */
  async function personalData(): Promise<string[]> {
    const events = await db.asPlatform(
      (tx) => tx<RecordedEvent[]>`select distinct event_type, attributes from events`,
    );
    return personalDataIn(events);
  }

  /** Returns those of the given tables with rows that a transaction wrote which recorded nothing of it. */
  const unrecorded = (tables: readonly RecordedTable[]) =>
    db.asPlatform((tx) => unrecordedIn(tx, tables));

  /** Signs an account in without a password, and answers a client with all its headers. */
  async function signIn(account: Account) {
    const sessionUuid = await db.asPlatform((tx) => insertSession(tx, account, 30));
    return createClient(app, {
      authorization: `Bearer ${await issuer.issue(account, sessionUuid)}`,
      'x-tenant-uuid': account.tenantUuid,
      'x-user-id': account.userUuid,
      'x-user-email': account.email,
      'x-user-type': account.roles[0] ?? '',
    });
  }

  async function insertAndSignIn(tenantUuid: string, role: Role, partnerUuid: string | null) {
    const userUuid = randomUUID();
    const person = {
      tenantUuid,
      userUuid,
      email: `${userUuid}@test.example`,
      roles: [role],
      partnerUuid,
    };
    const account = await db.asPlatform(async (tx) => {
      await insertAccount(tx, {
        ...person,
        passwordHash: null,
        displayName: 'Test',
        language: 'ENGLISH',
      });
      return findAccount(tx, { tenantUuid, userUuid });
    });
    if (!account) throw new Error('The account was not made');
    return signIn(account);
  }

  async function systemAdmin() {
    return insertAndSignIn(platformTenantUuid, 'SYSTEM_ADMIN', null);
  }

  /** A new tenant; `as(role)` is a caller in it, `staff()` a staff member made by the verb. */
  async function tenant(name = 'Andes Patrimonio') {
    const { tenantUuid, code } = await db.asPlatform((tx) =>
      createTenant(tx, { name, code: `T-${randomUUID().slice(0, 8)}` }),
    );
    const staff = (changes: object = {}) =>
      db.asTenant(tenantUuid, system, (tx) =>
        createStaffMember(tx, {
          input: { ...staffInput(tenantUuid), ...changes },
          passwordHash: hashOfNobody,
        }),
      );
    const as = async (role: Role, partnerUuid: string | null = null) => {
      if (role !== 'TENANT_ADMIN' && role !== 'TENANT_STAFF')
        return insertAndSignIn(tenantUuid, role, partnerUuid);
      const member = await staff({ staffType: role === 'TENANT_ADMIN' ? 'ADMIN' : 'ADVISOR' });
      const account = await db.asPlatform((tx) =>
        findAccount(tx, { tenantUuid, userUuid: member.tenantStaffUuid }),
      );
      if (!account) throw new Error('The staff member has no account');
      return signIn(account);
    };
    return { tenantUuid, code, as, staff };
  }

  return {
    app,
    db,
    sql,
    config,
    services,
    mails,
    anonymous: createClient(app),
    systemAdmin,
    tenant,
    personalData,
    unrecorded,
    signIn,
  };
}

/** A database of its own, cloned in milliseconds from the migrated one. */
export async function cloneDatabase(): Promise<string> {
  const template = new URL(inject('templateUrl'));
  const name = `world_${randomUUID().replaceAll('-', '')}`;
  const admin = openSql(inject('adminUrl'));
  await admin.unsafe(`create database ${name} template ${template.pathname.slice(1)} owner atrium`);
  await admin.end();
  template.pathname = `/${name}`;
  return template.href;
}
