import { ConfigError } from '@atrium/kit/env.ts';
import { type Cipher, type CipherKey, createCipher, derivedKeys } from '../../database/cipher.ts';
import type { KeyRing } from '../../database/key-ring.ts';

import type { ConnectionRef } from './connection-queries.ts';

export type TokenCipher = Cipher;

/**
 * Encrypts the providers' tokens. The first of `keys` (`id:base64,…`, 32 bytes each) seals; all of
 * them open, and so do the keys derived from `secretKeys`, so that keys can be exchanged while the
 * platform runs.
 */
export function createTokenCipher({
  secretKeys,
  keys,
}: {
  secretKeys: KeyRing;
  keys?: string | undefined;
}): TokenCipher {
  const [derived, ...before] = derivedKeys(secretKeys, 'atrium calendar tokens');
  const [first = derived, ...others] = readKeys(keys);
  return createCipher([first, ...others, derived, ...before]);
}

/** Returns the context that the tokens of a connection are sealed with. */
export const tokensContext = ({ tenantUuid, connectionUuid }: ConnectionRef): string =>
  `calendar tokens ${tenantUuid} ${connectionUuid}`;

function readKeys(text = ''): CipherKey[] {
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
