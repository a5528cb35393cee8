import { randomBytes } from 'node:crypto';
import { hashOpaqueToken } from '../opaque-token.ts';

/** The letters and digits that are not taken for one another (Crockford's base32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns ten recovery codes of 80 random bits each, such as `4k7q-m2xw-t9fh-zr4n`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const letters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('');
    return letters.match(/.{4}/g)?.join('-') ?? letters;
  });
}

/** Returns the hash by which a code is stored, whatever its case, spaces and dashes. */
export function hashRecoveryCode(code: string): Buffer {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '');
  const read = letters.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return hashOpaqueToken(read);
}
