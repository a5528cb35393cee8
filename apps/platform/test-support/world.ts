import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Role } from '@atrium/kit/auth/caller.ts';
import { expect, vi } from 'vitest';
import { type Account, findAccount, insertAccount, insertSession } from '../src/auth/queries.ts';
import type { Db } from '../src/database/db.ts';
import { platformTenantUuid } from '../src/database/platform-tenant.ts';
import { system } from '../src/database/principal.ts';
import type { Message } from '../src/mail/mailer.ts';
import { createStaffMember } from '../src/staff/create-staff-member.ts';
import { createTenant } from '../src/tenants/create-tenant.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { createClient } from './client.ts';
import { openPlatform, type PlatformOptions } from './open-platform.ts';
import { personalDataIn, type RecordedEvent } from './personal-data.ts';
import { staffInput } from './staff-input.ts';
import { unnamedIn } from './unnamed-attributes.ts';
import { type RecordedTable, unrecordedIn } from './unrecorded.ts';

export { cloneDatabase } from './open-platform.ts';

/** The hash of a password that was thrown away. */
const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$4EOwK7YZEuXfTMrr1TinTw$9ebg1yMJWZ57/3k78Nvi8ZBU7VRemUikcHxTayaL/Vg';

export type World = Awaited<ReturnType<typeof world>>;

type Options = PlatformOptions & { own?: boolean; shared?: boolean };

/** The platforms of this worker that several files use, by their settings; they end with the worker. */
const platforms = new Map<string, ReturnType<typeof openPlatform>>();
/** Receives what those mail for the file whose turn it is. */
let inbox: Message[] = [];

/**
 * A whole platform over a database for one test file. A file that asks for nothing in particular gets
 * its worker's: other files were there before, so it makes a tenant of its own, and counts and changes
 * what is that tenant's. Settings, options and `own` give a platform and a database that no other file
 * uses, closed when the file is done; with `shared`, files with the same settings use one. `logTo` takes
 * its log, which is silent unless LOG_LEVEL says otherwise; the jobs of `idle` (`mails` for all mails) are queued and left to
 * the test; `mailServer` may refuse messages. Messages to webhooks go out with `webhooks` only.
 */
export async function world(
  settings: Record<string, string> = {},
  { own = false, shared = false, ...options }: Options = {},
) {
  const mails: Message[] = [];
  const asksNothing = Object.keys({ ...settings, ...options }).length === 0;
  const isShared = shared || (!own && asksNothing);
  if (isShared) inbox = mails;
  const platform = await (isShared
    ? sharedPlatform(settings)
    : openPlatform(settings, options, (message) => void mails.push(message)));
  const { app, db, sql, config, services } = platform;
  const since = await newestTransaction(db);
  atEndOfFile(async () => {
    await (isShared ? settled(db) : platform.quiet());
    const events = await recorded();
    const leaks = personalDataIn(events);
    const unnamed = unnamedIn(events);
    if (!isShared) await platform.close();
    if (leaks.length > 0) throw new Error(`Personal data in events: ${leaks.join(', ')}`);
    if (unnamed.length > 0)
      throw new Error(`Not named in event-attributes.ts: ${unnamed.join(', ')}`);
  });

  /** Returns the port at which the platform listens, any free one for 0; of a shared one always the same. */
  async function listen(port = 0): Promise<number> {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port });
    return (app.server.address() as AddressInfo).port;
  }

  /** Returns what this file recorded so far. */
  const recorded = (): Promise<RecordedEvent[]> =>
    db.asPlatform(
      (tx) => tx<RecordedEvent[]>`
        select distinct event_type, attributes from events where recorded_in >= ${since}::xid8`,
    );

  /** Says what of it looks like personal data; its tests fail when there is any. */
  const personalData = async () => personalDataIn(await recorded());

  /** Returns those of the given tables with rows that a transaction of this file wrote which recorded nothing of it. */
  const unrecorded = (tables: readonly RecordedTable[]) =>
    db.asPlatform((tx) => unrecordedIn(tx, tables, since));

  /** Signs an account in without a password, and answers a client with all its headers. */
  async function signIn(account: Account) {
    const sessionUuid = await db.asPlatform((tx) => insertSession(tx, account, 30));
    return createClient(app, {
      authorization: `Bearer ${await services.issuer.issue(account, sessionUuid)}`,
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
    listen,
    anonymous: createClient(app),
    systemAdmin,
    tenant,
    personalData,
    unrecorded,
    signIn,
  };
}

/**
 * Returns the platform of this worker with such settings; the first file that wants it opens it. Most
 * tests meet a statement once or twice, and PostgreSQL plans one anew at its first five uses: planning
 * it once takes a tenth off what the tests cost.
 */
function sharedPlatform(settings: Record<string, string>): ReturnType<typeof openPlatform> {
  const key = JSON.stringify(settings);
  const options = { plansOnce: true };
  const platform =
    platforms.get(key) ?? openPlatform(settings, options, (message) => void inbox.push(message));
  platforms.set(key, platform);
  return platform;
}

/** Returns the transaction from which on everything is the file's. */
async function newestTransaction(db: Db): Promise<string> {
  const [row] = await db.asPlatform(
    (tx) => tx<[{ since: string }]>`select pg_current_xact_id()::text as since`,
  );
  return row.since;
}

/** Waits until no job or mail is being done or due, so that a file's mails are not the next one's. */
async function settled(db: Db): Promise<void> {
  const due = () =>
    db.asPlatform(
      (tx) => tx`
        select from pgboss.job where state = 'active'
           or state in ('created', 'retry') and start_after <= now()
         union all
        select from mails join tenants using (tenant_uuid)
         where state = 'QUEUED' and due_at <= now() and is_active and deleted_at is null
         limit 1`,
    );
  await vi.waitFor(async () => expect(await due()).toHaveLength(0), {
    timeout: 60_000,
    interval: 20,
  });
}
