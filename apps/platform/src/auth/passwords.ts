import { hash, verify } from '@node-rs/argon2';
import { takeTurns } from './take-turns.ts';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// The hash of a password that nobody has: checked when there is no account, so that time tells nothing.
const nobody = hash('there is no such account', cost);

const inTurn = takeTurns({ atOnce: 3, mostWaiting: 64, longestMs: 3_000 });

/**
 * Hashes a password with argon2id, composed as keyboards differ in how they send a letter with an accent
 * (RFC 8265, section 4.2.2); the answer carries its own salt and cost.
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), cost));
}

/** Returns whether the password is right. Takes the same time when there is no hash to compare with. */
export async function checkPassword(
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  const other = await nobody;
  for (const form of formsOf(password)) {
    const matches = await inTurn(() => verify(stored ?? other, form));
    if (stored && matches) return true;
  }
  return false;
}

/** Returns the forms in which a password may have been hashed: composed, and before that as it came. */
const formsOf = (password: string): Set<string> =>
  new Set([password.normalize('NFC'), password, password.normalize('NFD')]);
