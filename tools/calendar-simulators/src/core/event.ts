import type { Span, ZonedTime } from './time.ts';

export type Answer = 'none' | 'accepted' | 'declined' | 'tentative';
export type Person = { email: string; name?: string | undefined };
export type Attendee = Person & {
  answer: Answer;
  optional: boolean;
  answeredMs?: number | undefined;
};
export type ShowAs = 'busy' | 'free' | 'tentative' | 'oof' | 'workingElsewhere';

/**
 * An event as both providers keep it. A series is an event with a recurrence; an instance that
 * was changed or cancelled on its own is an event with a `seriesId`; other instances are computed.
 */
export type CalendarEvent = {
  /** Instances: the series' id, `_`, and their original start (`20261121T090000Z`, `20261121`). */
  id: string;
  iCalUid: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
  title: string;
  description: string;
  location: string;
  span: Span;
  showAs: ShowAs;
  organizer: Person;
  attendees: Attendee[];
  /** RRULE, EXDATE and RDATE lines of RFC 5545. */
  recurrence: string[];
  seriesId?: string | undefined;
  /** Says where the rule puts this instance: a time, or a date in an all-day series. */
  originalStart?: ZonedTime | string | undefined;
  /** Counts changes of when it takes place. */
  sequence: number;
  createdMs: number;
  updatedMs: number;
  /** The calendar's change counter when this was last written: entity tag and sync position. */
  changed: number;
  /** Microsoft: what the client gave to make its creation repeatable. */
  transactionId?: string | undefined;
  /** Microsoft: how often it was moved between calendars, which changes its ordinary id. */
  moves: number;
  /** Fields of the wire format that are kept as they came. */
  extra: Record<string, unknown>;
};

/** Says what a caller may set. */
export type EventChange = Partial<
  Omit<CalendarEvent, 'id' | 'seriesId' | 'originalStart' | 'createdMs' | 'updatedMs' | 'changed'>
>;
