import type { ProviderSettings } from '../../calendar-providers.ts';
import type { WebhookReader } from './webhook.ts';

export type Answer = 'UNKNOWN' | 'ACCEPTED' | 'DECLINED';

export type Guest = {
  email: string;
  name: string | null;
  answer: Answer;
  /** Says when it was answered, by the clock of a provider that tells. */
  answeredAt?: string | null;
};

/**
 * Says what of a meeting a calendar shows and both sides may edit. Start and end are local date-times of
 * `timezone` (IANA), `YYYY-MM-DDThh:mm:ss`; of an all-day event midnights, the end exclusive.
 */
export type EventFields = {
  title: string;
  description: string;
  location: string;
  start: string;
  end: string;
  timezone: string;
  allDay: boolean;
};

/** A part of an event that an export may change. */
export type Part = keyof EventFields | 'guests';

/** The parts of an event's time, which change as one. */
export const timeFields = ['start', 'end', 'timezone', 'allDay'] as const;

/** A meeting as it goes out. `guests` is undefined where the provider must not know them. */
export type ExportedEvent = {
  meetingUuid: string;
  fields: EventFields;
  guests: Guest[] | undefined;
  /** E-mails of those whom we had invited and who are to come no more. */
  formerGuests?: readonly string[];
};

export type EventDetails = {
  fields: EventFields;
  guests: Guest[];
  organizer: { email: string; name: string | null; isSelf: boolean };
  ownAnswer: Answer | null;
  ownAnsweredAt?: string | null;
  icalUid: string | null;
  /** Names the series of an instance, and says when the instance was to start at first. */
  seriesId: string | null;
  originalStart: string | null;
  joinUrl: string | null;
  isBusy: boolean;
  isPrivate: boolean;
  /** False for what a calendar holds besides appointments: birthdays, focus time, workplaces. */
  isAppointment: boolean;
  /** The meeting we stamped it with. */
  meetingUuid: string | null;
  startsAt: string;
  endsAt: string;
};

/** An event as a provider tells of it. A canceled one has no details. */
export type ProviderEvent = {
  externalId: string;
  etag: string | null;
  /** Says when it was last changed, by the provider's clock. */
  updatedAt: string | null;
  details: EventDetails | null;
  /** It repeats: its instances are events of their own, and it is none. */
  isSeries?: boolean;
  /** An earlier call made it, whose answer was lost: it may have been changed over there since. */
  wasThere?: boolean;
};

/** Returns an event that the provider no longer has. */
export function goneEvent(externalId: string): ProviderEvent {
  return { externalId, etag: null, updatedAt: null, details: null };
}

/** A page of changes; the last one carries the token from which the next listing goes on. */
export type ChangePage = {
  events: ProviderEvent[];
  nextToken: string | null;
  /** Says where the next page is, as the provider says it: one that repeats never ends. */
  nextPage: string | null;
  /** Series of which the listing names every instance there still is. */
  wholeSeries: string[];
};

export type Window = { from: string; to: string };

export type Channel = { externalId: string | null; resourceId: string | null };

/** One user's calendar at a provider. Every call throws ProviderError. */
export type CalendarClient = {
  /** Says whose calendar it is. */
  account: () => Promise<{ accountId: string; email: string }>;
  /**
   * Makes the meeting's event, once however often it is called. One that an earlier call made comes
   * as it is now, and `wasThere`; at Microsoft only where what tells it from the meeting's has changed. One
   * that was removed over there since is not made again, and comes without details, unless `anew`
   * is asked for; Microsoft does not tell, and makes another.
   */
  insert: (event: ExportedEvent, options: { anew: boolean }) => Promise<ProviderEvent>;
  /** Changes an event if it still has `etag`; CONFLICT otherwise, GONE when there is none. */
  patch: (
    externalId: string,
    event: ExportedEvent,
    changed: readonly Part[],
    etag: string | null,
  ) => Promise<ProviderEvent>;
  /** Removes an event if it still has `etag`; CONFLICT otherwise. One that is gone is no error. */
  cancel: (externalId: string, etag: string | null) => Promise<void>;
  /** The event as it is now; without details only when the provider says that there is none. */
  get: (externalId: string) => Promise<ProviderEvent>;
  /** All instances of a series in a window. */
  listInstances: (seriesId: string, window: Window) => Promise<ProviderEvent[]>;
  /** Says what changed since a token, or without one everything in the window; TOKEN_INVALID for an old one. */
  listChanges: (token: string | null, window: Window) => AsyncGenerator<ChangePage>;
  /** Opens a push channel for the calendar. */
  watch: (options: {
    channelUuid: string;
    secret: string;
    address: string;
    expiresAt: string;
  }) => Promise<Channel & { expiresAt: string }>;
  /** Stops one; one that is gone already is no error. */
  stop: (channelUuid: string, channel: Channel) => Promise<void>;
  /** Says how far the provider's clock is ahead of ours, by its last answer. */
  clockAheadMs: () => number;
};

type FailureKind =
  /** Worth trying again, after `retryAfterMs` where the provider says so. */
  | 'RETRY'
  /** There is no such event any more. */
  | 'GONE'
  /** The event has changed since. */
  | 'CONFLICT'
  /** The sync token is too old: everything is to be listed anew. */
  | 'TOKEN_INVALID'
  /** The grant is gone for good. */
  | 'AUTH'
  /** Trying again would change nothing. */
  | 'PERMANENT';

type Facts = {
  status?: number | undefined;
  providerCode?: string | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
};

/** Says why a provider did not do what it was asked. Its message names no personal data. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly kind: FailureKind;
  readonly code: string;
  readonly status: number | undefined;
  readonly providerCode: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: FailureKind, code: string, facts: Facts = {}) {
    super(`${code}${facts.status ? ` (${facts.status})` : ''}`, { cause: facts.cause });
    this.kind = kind;
    this.code = code;
    this.status = facts.status;
    this.providerCode = facts.providerCode;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** Reads Retry-After (RFC 9110, section 10.2.3): seconds or a date. At most a day. */
export function readRetryAfter(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 86_400_000) : undefined;
}

/** Returns the header by which a provider changes an event only if it still has `etag`. */
export function ifMatch(etag: string | null): Record<string, string> {
  return etag ? { 'if-match': etag } : {};
}

/** The bearer token of a connection; `renew` answers another one than the one that was refused. */
export type TokenSource = {
  current: () => Promise<string>;
  renew: (refused: string) => Promise<string>;
};

export type IsSameZone = (one: string, other: string) => boolean;

/** Says how a calendar is opened: `ownZone` is its owner's, for times whose zone nobody knows. */
export type OpenOptions = { timeoutMs: number; ownZone?: string | undefined };

/** All that differs between the providers; each folder exports one. */
export type Provider = {
  /** Parameters of the consent page's address beside those of OAuth 2.0. */
  authorizationParams: Record<string, string>;
  webhook: WebhookReader;
  /** Opens a user's calendar. The client's library is loaded with the first use: it is large. */
  open: (
    settings: ProviderSettings,
    tokens: TokenSource,
    options: OpenOptions,
  ) => Promise<CalendarClient>;
  /** True when guests are listed as attendees: only where the provider can be kept from inviting them. */
  listsGuests: boolean;
  /** Returns whether two IANA zones are one to the provider, which may know fewer. */
  isSameZone: IsSameZone;
  /** The UID that a meeting's event gets, where it is known before the event is made. */
  icalUidOf?: (meetingUuid: string) => string;
};
