import type { CalendarData, Vanished } from './calendar.ts';
import type { CalendarEvent } from './event.ts';
import { emptyGrants, type GrantsData } from './grants.ts';

/** A push channel (A) or subscription (B). */
export type Channel = {
  id: string;
  account: string;
  url: string;
  /** A: the channel's token; B: the client state. */
  token: string | undefined;
  resourceId: string;
  expiresMs: number;
  /** A: how many messages it has sent. */
  messages: number;
  changeTypes: string[];
  lifecycleUrl: string | undefined;
  immutableIds: boolean;
};

/** A list that is being paged through: fixed when its first page was asked for. */
export type Paging = {
  account: string;
  entries: (CalendarEvent | Vanished)[];
  /** The calendar's counter at that moment, which the sync token at the end will hold. */
  counter: number;
  query: Record<string, string>;
};

/** Everything a provider knows, as plain values. */
export type ProviderState = {
  calendars: Map<string, CalendarData>;
  grants: GrantsData;
  channels: Map<string, Channel>;
  pagings: Map<string, Paging>;
};

export function emptyState(): ProviderState {
  return {
    calendars: new Map(),
    grants: emptyGrants(),
    channels: new Map(),
    pagings: new Map(),
  };
}
