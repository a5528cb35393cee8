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
   * Parts notifications into those to look up, those of channels that told enough this minute, and
   * the number of those that are dropped. `settle` hears how many of the first were known.
   */
  function part(notifications: readonly Notification[], address: string) {
    const signed: Notification[] = [];
    const late: Notification[] = [];
    const unsigned: Notification[] = [];
    for (const each of notifications)
      if (!isSigned(each.channelUuid, each.secret)) unsigned.push(each);
      else if (enabled && ofChannel.take(each.channelUuid) > 0) late.push(each);
      else signed.push(each);
    const drops = unsigned.length > 0 && isBeyond(address);
    const received = drops ? signed : [...signed, ...unsigned];

    /** Gives the address its count back when nothing was unknown, as of channels of older versions. */
    function settle(known: number): void {
      if (unsigned.length > 0 && !drops && known === received.length)
        ofAddress.giveBack(countedAddress(address));
    }
    return { received, late, dropped: drops ? unsigned.length : 0, settle };
  }

  return { isBeyond, part };
}
