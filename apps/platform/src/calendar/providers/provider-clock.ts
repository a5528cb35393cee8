import type { ProviderSettings } from '../../calendar-providers.ts';

/**
 * Measures how far a provider's clock is ahead of ours, in milliseconds, by the Date of its
 * answers.
 */
type ProviderClock = {
  /** Takes in an answer's Date header, and when it was asked and answered by our clock. */
  note: (date: string | null | undefined, sentMs: number, answeredMs: number) => void;
  aheadMs: () => number;
};

const clocks = new WeakMap<ProviderSettings, ProviderClock>();

/** Returns the clock of a provider, which gets better known with every answer in this process. */
export function clockOf(settings: ProviderSettings): ProviderClock {
  const known = clocks.get(settings) ?? createProviderClock();
  clocks.set(settings, known);
  return known;
}

/**
 * Creates a clock. A Date header is cut to the second, so that each answer says no more than that
 * the difference lies within a second and the time it took. What all answers leave possible is much
 * less than that. An answer that contradicts the others begins anew: a clock was set.
 */
export function createProviderClock(): ProviderClock {
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  return {
    note(date, sentMs, answeredMs) {
      const shown = Date.parse(date ?? '');
      if (Number.isNaN(shown)) return;
      const [from, to] = [shown - answeredMs, shown + 999 - sentMs];
      const contradicts = from > most || to < least;
      least = contradicts ? from : Math.max(least, from);
      most = contradicts ? to : Math.min(most, to);
    },
    aheadMs: () => (Number.isFinite(least) ? (least + most) / 2 : 0),
  };
}
