import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { ConfigError } from '@atrium/kit/env.ts';

const algorithm = 'aes-256-gcm';
const derivedId = 'secret-key';

export type TokenCipher = ReturnType<typeof createTokenCipher>;

/**
 * Encrypts what must not be read from a stolen database: AES-256-GCM, bound to a context (which
 * row it belongs to), naming its key. The first of `keys` (`id:base64,…`, 32 bytes each) seals;
 * all of them open, and so does the key derived from `secretKey`, so that keys can be exchanged
 * while the platform runs.
 */
export function createTokenCipher({
  secretKey,
  keys,
}: {
  secretKey: string;
  keys?: string | undefined;
}) {
  const derived = Buffer.from(hkdfSync('sha256', secretKey, '', 'atrium calendar tokens', 32));
  const known = new Map<string, Buffer>([...readKeys(keys), [derivedId, derived]]);
  const [keyId = derivedId, key = derived] = [...known][0] ?? [];

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

function readKeys(text = ''): [string, Buffer][] {
  return text
    .split(',')
    .filter(Boolean)
    .map((each) => {
      const [id = '', value = ''] = each.trim().split(':');
      const key = Buffer.from(value, 'base64');
      if (!/^[\w-]{1,40}$/.test(id) || key.length !== 32)
        throw new ConfigError('CALENDAR_TOKEN_KEYS must be id:base64 pairs of 32 bytes, by commas');
      return [id, key];
    });
}
