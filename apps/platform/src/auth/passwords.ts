import { hash, verify } from '@node-rs/argon2';
import { takeTurns } from './take-turns.ts';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// The hash of a password that nobody has: checked when there is no account, so that time tells nothing.
const nobody = hash('there is no such account', cost);

const inTurn = takeTurns({ atOnce: 3, mostWaiting: 64, longestMs: 3_000 });

/** Hashes a password with argon2id; the answer carries its own salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/** Returns whether the password is right. Takes the same time when there is no hash to compare with. */
export async function checkPassword(
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  const other = await nobody;
  const matches = await inTurn(() => verify(stored ?? other, password));
  return stored ? matches : false;
}
