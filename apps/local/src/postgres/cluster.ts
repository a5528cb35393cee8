import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Log } from '../log.ts';
import { writeAtomically } from '../write-atomically.ts';
import type { Binaries } from './binaries.ts';
import { openPrivateFolder } from './folders.ts';
import { asUser, type ServerUser } from './server-user.ts';

/** `admin` is the superuser `postgres`, `owner` the ordinary login `atrium` that owns `atrium`. */
export type Passwords = { admin: string; owner: string };

type Cluster = { home: string; folder: string; user: ServerUser; binaries: Binaries };

const halfMade = 'partial-';

/** Returns whether there is a whole cluster in this folder; a half-made one never gets the name. */
export function hasCluster(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'));
}

/**
 * Makes the cluster with its two roles and its database beside its place and renames it into
 * place when complete, so that a start cut short leaves nothing but rubbish.
 */
export async function createCluster(
  cluster: Cluster,
  passwords: Passwords,
  durable: boolean,
): Promise<void> {
  // A name of its own: an initdb whose starter was killed may still be writing under the old one.
  const partial = join(cluster.home, `${halfMade}${randomUUID()}`);
  openPrivateFolder(partial, cluster.user);
  await run(cluster, 'initdb', [
    ...['--pgdata', partial, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8'],
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...['--text-search-config', 'simple', '--no-instructions'],
    ...(durable ? [] : ['--no-sync']),
  ]);
  await runSql({ ...cluster, folder: partial }, durable, [
    `alter role postgres password '${passwords.admin}'`,
    `create role atrium login createrole password '${passwords.owner}'`,
    'create database atrium owner atrium',
  ]);
  rememberPasswords(cluster.home, passwords);
  renameSync(partial, cluster.folder);
}

/** Gives the roles these passwords if the cluster knows others (secrets.json was lost or replaced). */
export async function adoptPasswords(cluster: Cluster, passwords: Passwords): Promise<void> {
  const file = fingerprintFile(cluster.home);
  if (existsSync(file) && readFileSync(file, 'utf8') === fingerprint(passwords)) return;
  await runSql(cluster, true, [
    `alter role postgres password '${passwords.admin}'`,
    `alter role atrium password '${passwords.owner}'`,
  ]);
  rememberPasswords(cluster.home, passwords);
}

/**
 * Removes clusters that starts cut short left half-made. An initdb whose starter was killed may go
 * on writing into one for a second or two, so this tries again for five; what cannot be removed is
 * told, and is no reason not to start.
 */
export async function removeHalfMade(home: string, log: Log): Promise<void> {
  for (const name of readdirSync(home).filter((each) => each.startsWith(halfMade))) {
    const folder = join(home, name);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch((error: Error) =>
      log.warn(`A half-made cluster could not be removed: ${error.message}`),
    );
  }
}

function rememberPasswords(home: string, passwords: Passwords): void {
  writeAtomically(fingerprintFile(home), fingerprint(passwords));
}

function fingerprintFile(home: string): string {
  return join(home, 'passwords.sha256');
}

function fingerprint({ admin, owner }: Passwords): string {
  return createHash('sha256').update(`${admin} ${owner}`).digest('hex');
}

// Single-user mode: no port, no password, one statement a line, and it stops at the first error.
async function runSql(cluster: Cluster, durable: boolean, statements: string[]): Promise<void> {
  const settings = [
    ...['exit_on_error=on', 'log_min_messages=fatal', 'log_min_error_statement=panic'],
    ...(durable ? [] : ['fsync=off']),
  ];
  await run(
    cluster,
    'postgres',
    ['--single', '-D', cluster.folder, ...settings.flatMap((each) => ['-c', each]), 'postgres'],
    `${statements.join('\n')}\n`,
  );
}

async function run(
  { binaries, user }: Cluster,
  program: 'initdb' | 'postgres',
  parameters: string[],
  input = '',
): Promise<void> {
  const child = spawn(join(binaries.folder, 'bin', program), parameters, {
    ...asUser(user),
    detached: true,
  });
  child.stdin.on('error', () => {}).end(input);
  child.stdout.resume();
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  const [complaint, status] = await Promise.all([text(child.stderr), ended]);
  if (status !== 0) throw new Error(`${program} failed: ${complaint.trim()}`);
}
