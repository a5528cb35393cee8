import { countedAddress } from '@atrium/kit/http/counted-address.ts';
import type { CalendarConfig } from '../../calendar-settings.ts';
import { createMinuteCounter } from '../../http/minute-counter.ts';
import { createChannelSecrets } from '../channel-secret.ts';
import type { Notification } from '../providers/webhook.ts';

export type NoticeLimits = ReturnType<typeof createNoticeLimits>;

/**
 * Keeps a flood of notifications from the database, in each process, without refusing any that is
 * ours: what bears our signature counts by channel, all else by address.
 */
export function createNoticeLimits({ secretKeys, rateLimits }: CalendarConfig) {
  const { enabled, webhookPerMinute } = rateLimits;
  const { isSigned } = createChannelSecrets(secretKeys);
  const ofChannel = createMinuteCounter(webhookPerMinute);
  const ofAddress = createMinuteCounter(webhookPerMinute);

  /** Counts a request that may be of nobody; true when its address has sent too many of them. */
  function isBeyond(address: string): boolean {
    return enabled && ofAddress.take(countedAddress(address)) > 0;
  }

  /**
   * Parts notifications into those to store one by one, those that are folded into one that waits
   * (of channels that told enough this minute, or without a secret), and the number of those that
   * are dropped. `settle` hears how many of the others were unknown.
   */
  function part(notifications: readonly Notification[], address: string) {
    const signed: Notification[] = [];
    const late: Notification[] = [];
    const unsigned: Notification[] = [];
    for (const each of notifications)
      if (each.secret === undefined || !isSigned(each.channelUuid, each.secret))
        unsigned.push(each);
      else if (enabled && ofChannel.take(each.channelUuid) > 0) late.push(each);
      else signed.push(each);
    const drops = unsigned.length > 0 && isBeyond(address);
    const received = [...signed];
    for (const each of drops ? [] : unsigned)
      (each.secret === undefined ? late : received).push(each);

    /** Gives the address its count back when nothing was unknown, as of channels of older versions. */
    function settle(unknown: number): void {
      if (unsigned.length > 0 && !drops && unknown === 0)
        ofAddress.giveBack(countedAddress(address));
    }
    return { received, late, dropped: drops ? unsigned.length : 0, settle };
  }

  return { part };
}
