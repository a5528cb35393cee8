import { type Calendar, type ChangeType, emptyCalendar, openCalendar } from './calendar.ts';
import { type Clock, createClock } from './clock.ts';
import type { CalendarEvent } from './event.ts';
import { createFaults, type Faults } from './faults.ts';
import { type Grants, openGrants } from './grants.ts';
import { openPushes, type Pushes } from './pushes.ts';
import { createRandom } from './random.ts';
import { type Channel, emptyState, type ProviderState } from './state.ts';

/** An invitation, update or cancellation that the provider would have mailed to someone. */
export type Mail = { to: string; kind: 'invite' | 'update' | 'cancel'; eventId: string };
type RequestRecord = { operation: string; account: string | undefined; status: number };

type ProviderOptions = {
  seed?: number | undefined;
  now?: (() => number) | undefined;
  clientId: string;
  clientSecret: string;
  accessSeconds?: number | undefined;
  /** Says how long a push waits before it leaves. */
  pushDelayMs?: number | undefined;
  /** Answers `login_hint` at the authorization endpoint with a code at once, without a page. */
  autoApprove?: boolean | undefined;
  state?: ProviderState | undefined;
  /** Pushes may go to plain http addresses, which neither provider allows. */
  httpPushes?: boolean | undefined;
  /** The domain of the UIDs that the provider gives. */
  uidDomain?: string | undefined;
  zone?: string | undefined;
};

/** Says what the servers of both providers are built on. */
export type Provider = {
  options: ProviderOptions;
  clock: Clock;
  random: () => number;
  faults: Faults;
  grants: Grants;
  pushes: Pushes;
  state: ProviderState;
  /** Says where its server listens, once it does. */
  url: string;
  /** Every request since the start, the last ten thousand at most. */
  requests: RequestRecord[];
  mails: Mail[];
  /** The calendar of an account, which is made when it is first asked for. */
  calendarOf(email: string, name?: string): Calendar;
  calendars(): Calendar[];
  mail(mail: Mail): void;
  /** Says who is told of changes: what sends pushes. */
  onChange(listener: (calendar: Calendar, event: CalendarEvent, type: ChangeType) => void): void;
  /** The channels or subscriptions of an account that have not expired. */
  channelsOf(email: string): Channel[];
  /** Ends them without a word to anyone. */
  dropChannels(email: string): void;
};

export function createProvider(options: ProviderOptions): Provider {
  const clock = createClock(options.now);
  const random = createRandom(options.seed ?? 1);
  const faults = createFaults(random);
  const state = options.state ?? emptyState();
  const listeners: Parameters<Provider['onChange']>[0][] = [];
  const open = new Map<string, Calendar>();
  const mails: Mail[] = [];

  const changed: Parameters<Provider['onChange']>[0] = (...change) => {
    for (const listener of listeners) listener(...change);
  };

  function calendarOf(email: string, name?: string): Calendar {
    const key = email.toLowerCase();
    const known = open.get(key);
    if (known) return known;
    const zone = options.zone ?? 'Europe/Zurich';
    const data = state.calendars.get(key) ?? emptyCalendar(key, name ?? nameFrom(key), zone);
    state.calendars.set(key, data);
    const page = () => `${provider.url}/simulator`;
    const calendar = openCalendar(data, clock, page, changed, options.uidDomain);
    open.set(key, calendar);
    return calendar;
  }

  const provider: Provider = {
    url: '',
    options,
    clock,
    random,
    faults,
    state,
    grants: openGrants(state.grants, clock, options.accessSeconds ?? 3_599),
    pushes: openPushes(faults, options.pushDelayMs ?? 0),
    requests: [],
    mails,
    calendarOf,
    calendars: () => [...state.calendars.keys()].map((email) => calendarOf(email)),
    mail(mail) {
      mails.push(mail);
      if (mails.length > 10_000) mails.shift();
    },
    onChange: (listener) => void listeners.push(listener),
    channelsOf: (email) =>
      [...state.channels.values()].filter(
        (each) => each.account === email && each.expiresMs > clock.now(),
      ),
    dropChannels(email) {
      for (const { id, account } of state.channels.values())
        if (account === email) state.channels.delete(id);
    },
  };
  return provider;
}

/** `ana.diaz@…` as Ana Diaz. */
function nameFrom(email: string): string {
  return (email.split('@')[0] ?? email)
    .split(/[._-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
