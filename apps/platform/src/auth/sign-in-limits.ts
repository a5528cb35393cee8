import { countedAddress } from '@atrium/kit/http/counted-address.ts';
import { createMacs, type KeyRing } from '../database/key-ring.ts';
import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problems.ts';
import { countAttempt, giveBackFailures } from './sign-in-failures.ts';

type SignInLimitSettings = {
  enabled: boolean;
  /** Attempts of an address at one account in a minute. */
  loginPerMinute: number;
  /** Failures in a minute of one address, and of one account from wherever. */
  loginFailuresPerMinute: number;
};

/** An attempt: the address, the account's e-mail as the database folds it, and whether the two are known together. */
type Attempt = { address: string; account: string; isKnown: boolean };

type Tried = Pick<Attempt, 'address' | 'account'>;

/** The steps of a sign-in, and links to set a password, have attempts of their own; failures count together. */
type Step = 'PASSWORD' | 'SECOND_FACTOR' | 'LINK' | 'SSO';

/** Takes back that an attempt counts as a failure, in a platform transaction. */
type Succeeded = (tx: Tx) => Promise<void>;

export type SignInLimits = ReturnType<typeof createSignInLimits>;

/**
 * Limits attempts to sign in over all processes: those of an address at one account, and failures of an
 * address and of an account. Every attempt counts as a failure until it has succeeded, so that many at once gain
 * nothing. What is counted is known by its hash by each key, of which the greatest count is judged by, so that
 * processes with other keys in front count together. Throws RATE_LIMITED, which names the wait.
 */
export function createSignInLimits(settings: SignInLimitSettings, secretKeys: KeyRing) {
  const { enabled, loginPerMinute, loginFailuresPerMinute } = settings;
  const { all: hashes } = createMacs(secretKeys);

  /**
   * Counts an attempt at a step, in a platform transaction that commits before the attempt is
   * judged; answers what to call when it succeeded.
   */
  async function begin(tx: Tx, attempted: Attempt, step: Step = 'PASSWORD'): Promise<Succeeded> {
    if (!enabled) return async () => undefined;
    const { address, account, isKnown } = attempted;
    const counted = [`address ${countedAddress(address)}`, `account ${account}`].flatMap(hashes);
    const failed = await count(tx, attempted, step, counted);
    const above = failed.filter((each) => each.count > loginFailuresPerMinute);
    if (above.length > 0 && !isKnown) {
      const seconds = Math.max(...above.map(({ secondsLeft }) => secondsLeft));
      throw tooMany(seconds, loginFailuresPerMinute);
    }
    return (later) => giveBackFailures(later, counted);
  }

  /** Counts what an address asks for one account and cannot fail. */
  async function attempt(tx: Tx, attempted: Tried, step: Step): Promise<void> {
    if (enabled) await count(tx, attempted, step, []);
  }

  async function count(
    tx: Tx,
    { address, account }: Tried,
    step: Step,
    failures: readonly Buffer[],
  ) {
    const tried = hashes(`${step} ${countedAddress(address)} ${account}`);
    const { attempts, failed } = await countAttempt(tx, tried, { most: loginPerMinute, failures });
    if (attempts.count > loginPerMinute) throw tooMany(attempts.secondsLeft, loginPerMinute);
    return failed;
  }

  return { enabled, begin, attempt };
}

/** Returns the refusal of who attempted too much, of `most` a minute where that is the limit. */
export function tooMany(waitSeconds: number, most?: number): Problem {
  const seconds = String(Math.max(1, Math.ceil(waitSeconds)));
  return new Problem(
    'RATE_LIMITED',
    `Too many attempts to sign in; try again in ${seconds} seconds`,
    {
      headers: {
        'retry-after': seconds,
        ...(most === undefined ? {} : { 'ratelimit-limit': String(most) }),
        'ratelimit-remaining': '0',
        'ratelimit-reset': seconds,
      },
    },
  );
}
