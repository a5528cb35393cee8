import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';
import { hashPassword } from './passwords.ts';
import { insertAccount } from './queries.ts';

/** A sign-in that the first start made, as it is printed once and kept in a file only its owner reads. */
type SignIn = { email: string; password: string; tenantUuid: string; userUuid: string };

type BootstrapCredentials = SignIn & { demo?: (SignIn & { role: string })[] };

/** The file under DATA_DIR that keeps the first sign-ins. */
export const credentialsFile = 'bootstrap-credentials.json';

/**
 * On the first start: a system administrator in the platform's own tenant. The sign-in is in the
 * file before the account exists, so that no crash leaves an account nobody can enter.
 * Replicas that start at once make it once; true for the one that did.
 */
export async function bootstrap(db: Db, config: Config): Promise<boolean> {
  const { email } = config.bootstrap;
  const password = config.bootstrap.password ?? randomBytes(15).toString('base64url');
  return db.asPlatform(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('atrium bootstrap'))`;
    const [known] = await tx`select 1 from accounts where 'SYSTEM_ADMIN' = any(roles) limit 1`;
    if (known) return false;
    const userUuid = randomUUIDv7();
    const signIn = { email, password, tenantUuid: platformTenantUuid, userUuid };
    await writeCredentials(config.dataDir, signIn);
    await createAdministrator(tx, signIn);
    return true;
  });
}

async function createAdministrator(tx: Tx, { email, password, tenantUuid, userUuid }: SignIn) {
  await insertAccount(tx, {
    tenantUuid,
    userUuid,
    email,
    passwordHash: await hashPassword(password),
    roles: ['SYSTEM_ADMIN'],
    partnerUuid: null,
    displayName: 'System administrator',
    firstName: 'System',
    lastName: 'administrator',
    language: 'ENGLISH',
  });
}

/** Keeps the first sign-ins in DATA_DIR, readable by its owner alone. */
export async function writeCredentials(
  dataDir: string,
  credentials: BootstrapCredentials,
): Promise<void> {
  const path = join(dataDir, credentialsFile);
  await writeFile(`${path}.tmp`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.tmp`, path);
}

/** Returns the first sign-ins, if this data folder has them. */
export async function readCredentials(dataDir: string): Promise<BootstrapCredentials | null> {
  const text = await readFile(join(dataDir, credentialsFile), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as BootstrapCredentials);
}
