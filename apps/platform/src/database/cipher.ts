import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';

export type Cipher = ReturnType<typeof createCipher>;

/** A key of 32 bytes, with the name by which sealed texts tell which one opens them. */
export type CipherKey = readonly [id: string, key: Buffer];

/**
 * Encrypts what must not be read from a stolen database: AES-256-GCM, bound to a context (which
 * row it belongs to), naming its key. The first key seals; all of them open.
 */
export function createCipher(keys: readonly [CipherKey, ...CipherKey[]]) {
  const known = new Map<string, Buffer>(keys);
  const [[keyId, key]] = keys;

  /** Encrypts a text for a context. */
  function seal(text: string, context: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const parts = [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
    return [keyId, ...parts].join('.');
  }

  /** Decrypts what was sealed for this context. Throws when it was not, or its key is unknown. */
  function open(sealed: string, context: string): string {
    const [id = '', ...parts] = sealed.split('.');
    const [iv, tag, body] = parts.map((part) => Buffer.from(part, 'base64url'));
    const used = known.get(id);
    if (!used || !iv || !tag || !body) throw new Error(`The key ${id} is not known`);
    const decipher = createDecipheriv(algorithm, used, iv, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  }

  return { keyId, seal, open };
}

/** Returns the key of a purpose that is derived from SECRET_KEY. */
export function derivedKey(secretKey: string, purpose: string): CipherKey {
  return ['secret-key', Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))];
}
