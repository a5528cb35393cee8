import { createHmac } from 'node:crypto';
import { countedAddress } from '@atrium/kit/http/counted-address.ts';
import { createMinuteCounter } from '@atrium/kit/http/minute-counter.ts';
import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problems.ts';
import { countFailures, giveBackFailures } from './sign-in-failures.ts';

type SignInLimitSettings = {
  enabled: boolean;
  /** Attempts of an address at one account in a minute. */
  loginPerMinute: number;
  /** Failures in a minute of one address, and of one account from wherever. */
  loginFailuresPerMinute: number;
};

/** An attempt: the address, the account's e-mail as the database folds it, and whether the two are known together. */
type Attempt = { address: string; account: string; isKnown: boolean };

/** The steps of a sign-in have attempts of their own, and their failures count together. */
type Step = 'PASSWORD' | 'SECOND_FACTOR';

/** Takes back that an attempt counts as a failure, in a platform transaction. */
type Succeeded = (tx: Tx) => Promise<void>;

export type SignInLimits = ReturnType<typeof createSignInLimits>;

/**
 * Limits attempts to sign in: those of an address at one account in each process, failures over all
 * processes. Every attempt counts as a failure until it has succeeded, so that many at once gain
 * nothing. Throws RATE_LIMITED, which names the wait.
 */
export function createSignInLimits(
  settings: SignInLimitSettings,
  secretKey: string,
  now: () => number = Date.now,
) {
  const { enabled, loginPerMinute, loginFailuresPerMinute } = settings;
  const attempts = createMinuteCounter(loginPerMinute, now);
  const hash = (text: string) => createHmac('sha256', secretKey).update(text).digest();

  /**
   * Counts an attempt at a step, in a platform transaction that commits before the attempt is
   * judged; answers what to call when it succeeded.
   */
  async function begin(tx: Tx, attempted: Attempt, step: Step = 'PASSWORD'): Promise<Succeeded> {
    if (!enabled) return async () => undefined;
    attempt(attempted, step);
    const { address, account, isKnown } = attempted;
    const counted = [hash(`address ${countedAddress(address)}`), hash(`account ${account}`)];
    const counts = await countFailures(tx, counted);
    const above = counts.filter(({ failures }) => failures > loginFailuresPerMinute);
    if (above.length > 0 && !isKnown) {
      const seconds = Math.max(...above.map(({ secondsLeft }) => secondsLeft));
      throw tooMany(seconds, loginFailuresPerMinute);
    }
    return (later) => giveBackFailures(later, counted);
  }

  /** Counts what an address asks for one account, whether or not it can fail. */
  function attempt(
    { address, account }: Pick<Attempt, 'address' | 'account'>,
    step: Step = 'PASSWORD',
  ): void {
    if (!enabled) return;
    const waitMs = attempts.take(`${step} ${countedAddress(address)} ${account}`);
    if (waitMs > 0) throw tooMany(waitMs / 1000, loginPerMinute);
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
