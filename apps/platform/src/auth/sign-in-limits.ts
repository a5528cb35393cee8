import { countedAddress } from '@atrium/kit/http/counted-address.ts';
import { createMinuteCounter } from '@atrium/kit/http/minute-counter.ts';
import { Problem } from '../problems.ts';

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

export type SignInLimits = ReturnType<typeof createSignInLimits>;

/**
 * Limits attempts to sign in, in each process. Every attempt counts as a failure until it has
 * succeeded, so that many at once gain nothing. Throws RATE_LIMITED, which names the wait.
 */
export function createSignInLimits(settings: SignInLimitSettings, now: () => number = Date.now) {
  const attempts = createMinuteCounter(settings.loginPerMinute, now);
  const failures = {
    ofAddress: createMinuteCounter(settings.loginFailuresPerMinute, now),
    ofAccount: createMinuteCounter(settings.loginFailuresPerMinute, now),
  };

  /** Counts an attempt at a step; answers what to call when it succeeded. */
  function begin(attempted: Attempt, step: Step = 'PASSWORD'): () => void {
    if (!settings.enabled) return () => undefined;
    attempt(attempted, step);
    const { account, isKnown } = attempted;
    const address = countedAddress(attempted.address);
    const waits = [failures.ofAddress.take(address), failures.ofAccount.take(account)];
    const waitMs = Math.max(...waits);
    if (waitMs > 0 && !isKnown) throw refusal(settings.loginFailuresPerMinute, waitMs);
    return () => {
      failures.ofAddress.giveBack(address);
      failures.ofAccount.giveBack(account);
    };
  }

  /** Counts what an address asks for one account, whether or not it can fail. */
  function attempt(
    { address, account }: Pick<Attempt, 'address' | 'account'>,
    step: Step = 'PASSWORD',
  ): void {
    if (!settings.enabled) return;
    const waitMs = attempts.take(`${step} ${countedAddress(address)} ${account}`);
    if (waitMs > 0) throw refusal(settings.loginPerMinute, waitMs);
  }

  return { begin, attempt };
}

function refusal(most: number, waitMs: number): Problem {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)));
  return new Problem(
    'RATE_LIMITED',
    `Too many attempts to sign in; try again in ${seconds} seconds`,
    {
      headers: {
        'retry-after': seconds,
        'ratelimit-limit': String(most),
        'ratelimit-remaining': '0',
        'ratelimit-reset': seconds,
      },
    },
  );
}
