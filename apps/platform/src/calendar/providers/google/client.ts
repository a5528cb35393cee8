import type { calendar_v3 } from '@googleapis/calendar';
import type { ProviderSettings } from '../../../calendar-providers.ts';
import { findZone } from '../../../meetings/zone-names.ts';
import {
  toProviderError,
  unlessGone,
  unlessNotFound,
  unlessUnsupported,
  unreachable,
} from '../failures.ts';
import { readPages } from '../pages.ts';
import {
  type CalendarClient,
  type ChangePage,
  goneEvent,
  ifMatch,
  type OpenOptions,
  ProviderError,
  type TokenSource,
  type Window,
} from '../provider.ts';
import { clockOf } from '../provider-clock.ts';
import { eventIdOf, fromEvent, mergeGuests, toEvent } from './events.ts';

type Options = { headers: Record<string, string>; retry: false; timeout: number };
type Refused = {
  config?: { url?: string | URL };
  response?: {
    status: number;
    headers: Headers;
    data?: { error?: { errors?: { reason?: string; domain?: string }[] } };
  };
};

const calendarId = 'primary';
const pageSize = 250;

/** Opens a calendar at Google: the Google Calendar v3 protocol, by Google's own client. */
export async function openGoogle(
  settings: ProviderSettings,
  tokens: TokenSource,
  { timeoutMs, ownZone = 'UTC' }: OpenOptions,
): Promise<CalendarClient> {
  // Loaded with the first use: it is large, and most processes never speak to it.
  const { calendar } = await import('@googleapis/calendar');
  const api = calendar({ version: 'v3', rootUrl: `${settings.baseUrl}/` });
  const clock = clockOf(settings);
  const zoneOf = ({ timeZone }: { timeZone?: string | null }) => findZone(timeZone) ?? ownZone;

  async function call<T>(
    work: (options: Options) => Promise<{ data: T; headers: unknown }>,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const once = async (token: string) => {
      const all = { ...headers, authorization: `Bearer ${token}` };
      const sentMs = Date.now();
      const answer = await work({ headers: all, retry: false, timeout: timeoutMs });
      clock.note((answer.headers as Headers).get('date'), sentMs, Date.now());
      return answer.data;
    };
    const token = await tokens.current();
    try {
      return await once(token).catch(async (error) => {
        if ((error as Refused).response?.status !== 401) throw error;
        return once(await tokens.renew(token));
      });
    } catch (error) {
      throw read(error);
    }
  }

  /** Says whose calendar it is: by the calendar, the list of calendars, or what its events are headed by. */
  async function account() {
    const entry = await call((options) => api.calendars.get({ calendarId }, options)).catch(
      unlessUnsupported,
    );
    const list = entry
      ? undefined
      : await call((options) => api.calendarList.list({}, options)).catch(unlessUnsupported);
    const own = entry ?? list?.items?.find((each) => each.primary) ?? (await findCalendar());
    const email = [('id' in own && own.id) || '', own.summary ?? ''].find((it) => it.includes('@'));
    if (!email) throw new ProviderError('PERMANENT', 'ACCOUNT_UNKNOWN');
    return { accountId: email, email };
  }

  const getRaw = (eventId: string) =>
    call((options) => api.events.get({ calendarId, eventId }, options));

  async function get(eventId: string) {
    const event = await getRaw(eventId).catch(unlessGone);
    if (event) return fromEvent(event, ownZone);
    await findCalendar();
    return goneEvent(eventId);
  }

  /** Asks for the calendar, since Google words the 404 of an event and that of its calendar alike. */
  function findCalendar() {
    return call((options) => api.events.list({ calendarId, maxResults: 1 }, options));
  }

  async function save(eventId: string, requestBody: calendar_v3.Schema$Event, etag: string | null) {
    const params = { calendarId, eventId, sendUpdates: 'none', requestBody };
    const saved = await call((options) => api.events.patch(params, options), ifMatch(etag));
    return fromEvent(saved, ownZone);
  }

  async function* listInstances(eventId: string, { from, to }: Window) {
    const where = { calendarId, eventId, timeMin: from, timeMax: to, maxResults: pageSize };
    let pageToken: string | undefined;
    do {
      const params = { ...where, ...(pageToken ? { pageToken } : {}) };
      const page = await call((options) => api.events.instances(params, options));
      pageToken = page.nextPageToken ?? undefined;
      const zone = zoneOf(page);
      const events = (page.items ?? []).map((event) => fromEvent(event, zone));
      yield { events, nextPage: pageToken ?? null };
    } while (pageToken);
  }

  async function* listChanges(
    syncToken: string | null,
    window: Window,
  ): AsyncGenerator<ChangePage> {
    // A token goes with none of the filters that the first listing had.
    const where = syncToken
      ? { syncToken }
      : { timeMin: window.from, timeMax: window.to, showDeleted: false };
    let pageToken: string | undefined;
    do {
      const params = {
        calendarId,
        singleEvents: true,
        maxResults: pageSize,
        ...where,
        ...(pageToken ? { pageToken } : {}),
      };
      const page = await call((options) => api.events.list(params, options)).catch(
        (error: ProviderError) => {
          const { status, providerCode } = error;
          // 400 is for a token that was never one of this calendar's.
          if (!syncToken || (status !== 410 && status !== 400)) throw error;
          throw new ProviderError('TOKEN_INVALID', 'SYNC_TOKEN_EXPIRED', { status, providerCode });
        },
      );
      pageToken = page.nextPageToken ?? undefined;
      const zone = zoneOf(page);
      yield {
        events: (page.items ?? []).map((event) => fromEvent(event, zone)),
        nextToken: pageToken ? null : (page.nextSyncToken ?? null),
        nextPage: pageToken ?? null,
        wholeSeries: [],
      };
    } while (pageToken);
  }

  return {
    account,

    async insert(event, { anew }) {
      const id = eventIdOf(event.meetingUuid);
      const requestBody = { id, ...toEvent(event) };
      try {
        const made = await call((options) =>
          api.events.insert({ calendarId, sendUpdates: 'none', requestBody }, options),
        );
        return fromEvent(made, ownZone);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.status !== 409) throw error;
      }
      // Made by a try whose answer was lost. What was removed over there since stays removed.
      const made = await get(id);
      if (made.details) return { ...made, wasThere: true };
      if (made.isSeries || !anew) return made;
      const { attendees, ...body } = toEvent(event);
      // A deleted event comes back when it is confirmed.
      const restored: calendar_v3.Schema$Event = { status: 'confirmed', ...body };
      if (attendees) {
        const current = await getRaw(id);
        restored.attendees = mergeGuests(current.attendees ?? [], attendees);
      }
      return save(id, restored, made.etag);
    },

    async patch(eventId, event, changed, etag) {
      // Another time is another question: the answers to the old one do not hold for it.
      const moved = changed.includes('start');
      const { attendees, ...body } = toEvent(event, moved ? [...changed, 'guests'] : changed);
      const requestBody: calendar_v3.Schema$Event = body;
      let known = etag;
      // Sending the list replaces it, answers and all: what the provider knows is kept.
      if (attendees) {
        const current = await getRaw(eventId);
        known ??= current.etag ?? null;
        requestBody.attendees = mergeGuests(current.attendees ?? [], attendees, {
          former: event.formerGuests,
          moved,
        });
      }
      return save(eventId, requestBody, known);
    },

    async cancel(eventId, etag) {
      await call(
        (options) => api.events.delete({ calendarId, eventId, sendUpdates: 'none' }, options),
        ifMatch(etag),
      ).catch(async (error) => {
        unlessGone(error);
        await findCalendar();
      });
    },

    get,
    listInstances: (seriesId, window) => readPages(listInstances(seriesId, window)),
    listChanges,

    async watch({ channelUuid, secret, address, expiresAt }) {
      const requestBody = {
        id: channelUuid,
        type: 'web_hook',
        address,
        token: secret,
        expiration: String(Date.parse(expiresAt)),
      };
      const channel = await call((options) =>
        api.events.watch({ calendarId, requestBody }, options),
      );
      const until = Number(channel.expiration ?? Date.parse(expiresAt));
      return {
        externalId: channel.id ?? channelUuid,
        resourceId: channel.resourceId ?? null,
        expiresAt: new Date(until).toISOString(),
      };
    },

    async stop(channelUuid, { resourceId }) {
      if (!resourceId) return;
      await call((options) =>
        api.channels.stop({ requestBody: { id: channelUuid, resourceId } }, options),
      ).catch(unlessNotFound);
    },

    clockAheadMs: clock.aheadMs,
  };
}

function read(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { config, response } = error as Refused;
  if (!response) return unreachable(error);
  const { status, headers, data } = response;
  const { reason, domain } = data?.error?.errors?.[0] ?? {};
  const isMissingEvent =
    domain === 'global' &&
    /\/events\/(?!watch)[^/?]/.test(String(config?.url)) &&
    ((status === 404 && reason === 'notFound') || (status === 410 && reason === 'deleted'));
  const retryAfter = headers.get('retry-after');
  return toProviderError({ status, reason, retryAfter, isMissingEvent });
}
