import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Env } from '@atrium/kit/env.ts';
import { userIn } from '../../../client/src/authentication.ts';
import { UsageError } from '../command.ts';
import { profilesFolder } from './config.ts';

/** A sign-in that `atrium login` keeps: where, and the tokens of its session. */
export type Profile = { url: string; accessToken: string; refreshToken: string };

const staleMs = 60_000;

/** Returns whether two sign-ins are of the same person at the same address. */
export function isSameSignIn(one: Profile, other: Profile): boolean {
  const [is, was] = [userIn(one.accessToken), userIn(other.accessToken)];
  const isSamePerson = is?.userUuid === was?.userUuid && is?.tenantUuid === was?.tenantUuid;
  return one.url === other.url && isSamePerson;
}

/** Returns the name of a profile. Throws UsageError for what is none. */
export function profileName(name = 'default'): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) return name;
  throw new UsageError('--profile takes letters, digits, dots and dashes, 64 at most');
}

/** Keeps the profiles of the person of this machine, each in a file that nobody else may read. */
export function openProfiles(env?: Env) {
  const folder = profilesFolder(env);
  const fileOf = (name: string) => join(folder, `${profileName(name)}.json`);

  function read(name: string): Profile | undefined {
    try {
      return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Profile;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new Error(`The profile ${fileOf(name)} cannot be read: sign in again`, {
        cause: error,
      });
    }
  }

  /** Writes a profile beside its file first, so that one that is cut off leaves the former. */
  function save(name: string, profile: Profile): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const part = `${fileOf(name)}.${process.pid}.part`;
    rmSync(part, { force: true });
    writeFileSync(part, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(part, fileOf(name));
  }

  /**
   * Does what spends a profile's refresh token while no other command of this machine does: one that is
   * sent twice ends the session.
   */
  async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const lock = `${fileOf(name)}.lock`;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const owner = randomUUID();
    while (!take(lock, owner)) await pause(50);
    try {
      return await work();
    } finally {
      leave(lock, owner);
    }
  }

  return { read, save, alone, remove: (name: string) => rmSync(fileOf(name), { force: true }) };
}

/**
 * Takes a lock: a folder with its owner's file in it, which takes the place of none or of an empty one at
 * once, or not at all. That of a command which was killed is left in its name.
 */
function take(lock: string, owner: string): boolean {
  const own = `${lock}.${owner}`;
  mkdirSync(own, { mode: 0o700 });
  writeFileSync(join(own, owner), '');
  try {
    renameSync(own, lock);
    return true;
  } catch (error) {
    rmSync(own, { recursive: true });
    refuseOther(error, ['ENOTEMPTY', 'EEXIST', 'EPERM']);
  }
  for (const each of ownersOf(lock))
    if (isStale(join(lock, each))) rmSync(join(lock, each), { force: true });
  removeEmpty(lock);
  return false;
}

/** Gives up an owner's lock; another's stays. */
function leave(lock: string, owner: string): void {
  rmSync(join(lock, owner), { force: true });
  removeEmpty(lock);
}

function removeEmpty(lock: string): void {
  try {
    rmdirSync(lock);
  } catch (error) {
    refuseOther(error, ['ENOENT', 'ENOTEMPTY', 'EEXIST']);
  }
}

function ownersOf(lock: string): string[] {
  try {
    return readdirSync(lock);
  } catch (error) {
    refuseOther(error, ['ENOENT']);
    return [];
  }
}

/** Throws an error that is none of the expected ones. */
function refuseOther(error: unknown, codes: readonly string[]): void {
  if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

function isStale(file: string): boolean {
  const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && Date.now() - since > staleMs;
}
