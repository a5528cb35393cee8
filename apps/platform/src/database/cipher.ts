import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Problem } from '../problems.ts';
import { deriveKey, type KeyRing } from './key-ring.ts';

const algorithm = 'aes-256-gcm';

export type Cipher = ReturnType<typeof createCipher>;

/** A key of 32 bytes, with the name by which sealed texts tell which one opens them. */
export type CipherKey = readonly [id: string, key: Buffer];

/** What texts name that a key derived from SECRET_KEY sealed while it was the only one. */
const onlyKey = 'secret-key';

/**
 * Encrypts what must not be read from a stolen database: AES-256-GCM, bound to a context (which
 * row it belongs to), naming its key. The first key seals; all of them open.
 */
export function createCipher(keys: readonly [CipherKey, ...CipherKey[]]) {
  const [[keyId, key]] = keys;
  const isFirst = ([name]: CipherKey) =>
    keys.every((each) => each[0] !== name || each[1].equals(key));
  /** What texts name that the first key sealed and no other one. */
  const firstNames = [...new Set(keys.filter(isFirst).map(([name]) => name))];

  /** Encrypts a text for a context. */
  function seal(text: string, context: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const parts = [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
    return [keyId, ...parts].join('.');
  }

  /**
   * Decrypts what was sealed for this context. Throws SEAL_UNREADABLE when it was not, or when its key is
   * not given any more.
   */
  function open(sealed: string, context: string): string {
    const [id = '', ...parts] = sealed.split('.');
    const [iv, tag, body] = parts.map((part) => Buffer.from(part, 'base64url'));
    let cause: unknown = new Error(`The key ${id} is not known`);
    for (const [name, used] of keys) {
      if (name !== id || !iv || !tag || !body) continue;
      try {
        const decipher = createDecipheriv(algorithm, used, iv, { authTagLength: 16 });
        decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch (error) {
        cause = error;
      }
    }
    throw new Problem('SEAL_UNREADABLE', undefined, { cause });
  }

  return { keyId, firstNames, seal, open };
}

/**
 * Returns the keys of a purpose that are derived from SECRET_KEY. Among several each has a name of its
 * own, so that a text tells whether the first one sealed it. A single one has the name that it had
 * before there could be several: a version of before still opens what it seals.
 */
export function derivedKeys(ring: KeyRing, purpose: string): [CipherKey, ...CipherKey[]] {
  const [first, ...others] = ring.map((secretKey): readonly [CipherKey, CipherKey] => {
    const key = deriveKey(secretKey, purpose);
    const id = createHash('sha256').update(key).digest('base64url').slice(0, 12);
    return [
      [`${onlyKey}-${id}`, key],
      [onlyKey, key],
    ];
  });
  if (!first) throw new Error('There is no key');
  const [named, only] = first;
  const rest = others.flat();
  return rest.length === 0 ? [only, named] : [named, only, ...rest];
}
