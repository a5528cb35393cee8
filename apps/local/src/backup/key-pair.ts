import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { ConfigError } from '@atrium/kit/env.ts';
import { StartError } from '../start-error.ts';

/** Writes a new private key for backups to a file that must not exist, and returns its public half. */
export function writeKeyPair(file: string): string {
  const { privateKey } = generateKeyPairSync('x25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  try {
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new StartError(
        `${file} exists, and a private key is never replaced: name another file`,
      );
    throw error;
  }
  return toText(createPublicKey(pem.toString()));
}

/** Reads BACKUP_PUBLIC_KEY. Throws a ConfigError. */
export function readPublicKey(given: string): KeyObject {
  try {
    if (!/^[\w-]{43}$/.test(given)) throw new Error('not 43 characters of base64url');
    return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: given }, format: 'jwk' });
  } catch (error) {
    throw new ConfigError(
      'BACKUP_PUBLIC_KEY is not a public key as "npx atrium keys backup FILE" prints it',
      { cause: error },
    );
  }
}

/** Reads the file of a private key. Throws a StartError. */
export function readPrivateKey(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'x25519') return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new StartError(`There is no file ${file}`);
  }
  throw new StartError(`${file} is not a private key of "npx atrium keys backup FILE"`);
}

/** Returns a public key as a setting has it. */
export function toText(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x ?? '';
}
