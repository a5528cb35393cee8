import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { ConfigError, type Env } from '@atrium/kit/env.ts';
import { StartError } from './start-error.ts';
import { writeAtomically } from './write-atomically.ts';

export type Secrets = {
  /** Ed25519 private key, a JWK as JSON text: signs access tokens. */
  tokenSigningKey: string;
  /** Public JWKs as a JSON array: keys that signed before, whose tokens are still believed. */
  retiredSigningKeys?: string;
  /** 32 random bytes, base64url: encrypts what is kept at rest. */
  secretKey: string;
  databasePassword: string;
  databaseAdminPassword: string;
};

const names = [
  'tokenSigningKey',
  'secretKey',
  'databasePassword',
  'databaseAdminPassword',
] as const;

/** Returns the secrets of an embedded start, made once and kept in `file` (0600). */
export async function openSecrets(file: string): Promise<Secrets> {
  if (existsSync(file)) return readSecrets(file);
  const secrets: Secrets = {
    tokenSigningKey: await newSigningKey(),
    secretKey: newSecret(),
    databasePassword: newSecret(),
    databaseAdminPassword: newSecret(),
  };
  writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

/**
 * Gives `file` a new key to sign access tokens with. The one before is kept by its public half, so
 * that nobody is signed out; the one before that is forgotten. The next start uses them.
 */
export async function rotateSigningKey(file: string): Promise<void> {
  const secrets = readSecrets(file);
  const { d: _private, ...retired } = JSON.parse(secrets.tokenSigningKey);
  const tokenSigningKey = await newSigningKey();
  const rotated = { ...secrets, tokenSigningKey, retiredSigningKeys: JSON.stringify([retired]) };
  writeAtomically(file, `${JSON.stringify(rotated, null, 2)}\n`);
}

/** Production states its secrets and its address: throws a ConfigError that names those missing. */
export function requireProductionSettings(environment: Env): void {
  const missing = ['TOKEN_SIGNING_KEY', 'SECRET_KEY', 'PUBLIC_URL'].filter(
    (name) => !environment[name],
  );
  if (missing.length === 0) return;
  throw new ConfigError(
    `DATABASE_URL is set, so production rules hold and these settings are required: ${missing.join(', ')}. ` +
      'TOKEN_SIGNING_KEY is an Ed25519 private key as a JWK, SECRET_KEY 32 random bytes in base64url ' +
      '(each can be given as NAME_FILE, a file that holds it), ' +
      'PUBLIC_URL the address that people reach Atrium at. ' +
      'To try Atrium with a database of its own, start without DATABASE_URL.',
  );
}

/** 32 random bytes, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

// A damaged file is never replaced: what was encrypted with its key could not be read again.
function readSecrets(file: string): Secrets {
  let secrets: Partial<Secrets> = {};
  try {
    secrets = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      throw new StartError(`${file} belongs to another user: start as the user who started first.`);
  }
  const missing = names.filter((name) => typeof secrets[name] !== 'string');
  if (missing.length === 0) return secrets as Secrets;
  throw new StartError(
    `${file} is damaged (no ${missing.join(', ')}). Put it back from a backup; with a new one, ` +
      'all sessions end and what was encrypted with the old one stays unreadable.',
  );
}

// Loaded here because only the very first start needs it.
async function newSigningKey(): Promise<string> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('jose');
  const { privateKey } = await generateKeyPair('Ed25519', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({
    ...jwk,
    kid: await calculateJwkThumbprint(jwk),
    alg: 'EdDSA',
    use: 'sig',
  });
}
