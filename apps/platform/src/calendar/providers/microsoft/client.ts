import type { ProviderSettings } from '../../../calendar-providers.ts';
import { toProviderError, unlessGone, unlessNotFound, unreachable } from '../failures.ts';
import { readPages } from '../pages.ts';
import {
  type CalendarClient,
  type ChangePage,
  goneEvent,
  ifMatch,
  type OpenOptions,
  ProviderError,
  type ProviderEvent,
  type TokenSource,
  type Window,
} from '../provider.ts';
import { clockOf } from '../provider-clock.ts';
import {
  fillFromSeries,
  fromGraphEvent,
  type GraphEvent,
  stampFilter,
  stampOf,
  toGraphEvent,
} from './events.ts';
import { withJoinBlock } from './join-block.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Page = { value?: GraphEvent[]; '@odata.nextLink'?: string; '@odata.deltaLink'?: string };
type Person = { id: string; mail?: string; userPrincipalName?: string };
type Subscription = { id: string; expirationDateTime?: string };
type Failure = { error?: { code?: string } };

const version = 'v1.0';
const pageSize = 100;
const prefer = [
  'IdType="ImmutableId"',
  'outlook.timezone="UTC"',
  'outlook.body-content-type="text"',
  `odata.maxpagesize=${pageSize}`,
].join(', ');

/** Opens a calendar at Microsoft, by the protocol of Microsoft Graph. */
export async function openMicrosoft(
  settings: ProviderSettings,
  tokens: TokenSource,
  { timeoutMs, ownZone = 'UTC' }: OpenOptions,
): Promise<CalendarClient> {
  const { baseUrl } = settings;
  const clock = clockOf(settings);
  const read = (event: GraphEvent) => fromGraphEvent(event, ownZone);

  async function send(method: Method, path: string, token: string, body?: object, headers = {}) {
    const sentMs = Date.now();
    const json = { 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}/${version}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, prefer, ...(body && json), ...headers },
      body: body ? JSON.stringify(body) : null,
      // The token goes to the address of the settings and nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error) => {
      throw unreachable(error);
    });
    clock.note(response.headers.get('date'), sentMs, Date.now());
    return response;
  }

  async function call<T>(method: Method, path: string, body?: object, headers = {}): Promise<T> {
    const token = await tokens.current();
    let response = await send(method, path, token, body, headers);
    if (response.status === 401) {
      await response.body?.cancel();
      response = await send(method, path, await tokens.renew(token), body, headers);
    }
    const text = await response.text().catch((error) => {
      throw unreachable(error);
    });
    if (response.ok) return (text ? JSON.parse(text) : undefined) as T;
    const reason = readReason(text);
    const retryAfter = response.headers.get('retry-after');
    const { status } = response;
    const isMissingEvent = status === 404 && reason === 'ErrorItemNotFound';
    throw toProviderError({ status, reason, retryAfter, isMissingEvent });
  }

  const getRaw = (externalId: string) =>
    call<GraphEvent>('GET', pathOf(externalId)).catch(unlessGone);

  async function get(externalId: string): Promise<ProviderEvent> {
    const event = await getRaw(externalId);
    return event ? read(event) : goneEvent(externalId);
  }

  /** Returns the text of an event as a body: what Teams wrote into it for an online meeting stays. */
  async function keepJoinBlock(externalId: string, text: string): Promise<GraphEvent['body']> {
    const asHtml = prefer.replace('content-type="text"', 'content-type="html"');
    const headers = { prefer: asHtml };
    const current = await call<GraphEvent>('GET', pathOf(externalId), undefined, headers);
    const joinUrl = current.onlineMeeting?.joinUrl;
    if (!joinUrl) return { contentType: 'text', content: text };
    const content = withJoinBlock(text, current.body?.content ?? '', joinUrl);
    return { contentType: 'html', content };
  }

  async function* listEvents(first: string) {
    for (let path: string | undefined = first; path; ) {
      const { value = [], '@odata.nextLink': next }: Page = await call('GET', path);
      yield { events: value.map(read), nextPage: next ?? null };
      path = next && ownPath(next);
    }
  }

  async function* listChanges(
    deltaLink: string | null,
    window: Window,
  ): AsyncGenerator<ChangePage> {
    if (deltaLink && !isOwn(deltaLink))
      throw new ProviderError('TOKEN_INVALID', 'SYNC_TOKEN_EXPIRED', {
        providerCode: 'foreignLink',
      });
    let path = deltaLink ? ownPath(deltaLink) : `/me/calendarView/delta?${queryOf(window)}`;
    const masters = new Map<string, GraphEvent | undefined>();
    for (;;) {
      const page = await call<Page>('GET', path).catch((error: ProviderError) => {
        // 400 is for a token that was never one of this calendar's.
        const stale = error.status === 410 || error.status === 400;
        if (!stale && error.providerCode !== 'syncStateNotFound') throw error;
        if (!deltaLink) throw error;
        const { status, providerCode } = error;
        throw new ProviderError('TOKEN_INVALID', 'SYNC_TOKEN_EXPIRED', { status, providerCode });
      });
      const { value = [], '@odata.nextLink': next, '@odata.deltaLink': delta } = page;
      for (const event of value) if (event.type === 'seriesMaster') masters.set(event.id, event);
      yield {
        events: await readAll(value, masters),
        nextToken: next ? null : (delta ?? null),
        nextPage: next ?? null,
        wholeSeries: value.filter(({ type }) => type === 'seriesMaster').map(({ id }) => id),
      };
      if (!next) return;
      path = ownPath(next);
    }
  }

  /** Occurrences may come with their times only; the rest is their series'. */
  async function readAll(value: GraphEvent[], masters: Map<string, GraphEvent | undefined>) {
    const events: ProviderEvent[] = [];
    for (const event of value) {
      if (event.type === 'seriesMaster') continue;
      const { seriesMasterId } = event;
      const bare = !event['@removed'] && event.subject === undefined;
      if (bare && seriesMasterId && !masters.has(seriesMasterId))
        masters.set(seriesMasterId, await getRaw(seriesMasterId));
      const master = seriesMasterId ? masters.get(seriesMasterId) : undefined;
      const whole = bare && master ? fillFromSeries(event, master) : event;
      // The stamp of a series is in its own entry; an instance need not repeat it.
      const { transactionId } = master ?? whole;
      events.push(read({ ...whole, transactionId: transactionId ?? null }));
    }
    return events;
  }

  /** Returns whether a link leads to the provider. One that was kept does not once the base address is another. */
  const isOwn = (link: string) => new URL(link, `${baseUrl}/`).origin === new URL(baseUrl).origin;

  /** Returns the path of a link the provider gave; our token goes nowhere but to the provider. */
  function ownPath(link: string): string {
    const url = new URL(link, `${baseUrl}/`);
    if (!isOwn(link))
      throw new ProviderError('PERMANENT', 'PROVIDER_REJECTED', { providerCode: 'foreignLink' });
    const root = `${new URL(`${baseUrl}/`).pathname}${version}`;
    return `${url.pathname.replace(root, '')}${url.search}`;
  }

  return {
    async account() {
      const me = await call<Person>('GET', '/me');
      return { accountId: me.id, email: me.mail ?? me.userPrincipalName ?? '' };
    },
    async insert(event) {
      const { meetingUuid } = event;
      const body = { ...toGraphEvent(event), ...stampOf(meetingUuid) };
      try {
        return read(await call<GraphEvent>('POST', '/me/events', body));
      } catch (error) {
        if (!(error instanceof ProviderError) || error.status !== 409) throw error;
        // Made by a try whose answer was lost, and changed here since: Microsoft refuses the repeat.
        const filter = new URLSearchParams({ $filter: stampFilter(meetingUuid) });
        const [made] = await readPages(listEvents(`/me/events?${filter}`));
        if (!made) throw error;
        return { ...made, wasThere: true };
      }
    },
    async patch(externalId, event, changed, etag) {
      const body = toGraphEvent(event, changed);
      if (body.body) body.body = await keepJoinBlock(externalId, event.fields.description);
      const path = pathOf(externalId);
      return read(await call<GraphEvent>('PATCH', path, body, ifMatch(etag)));
    },
    async cancel(externalId, etag) {
      await call('DELETE', pathOf(externalId), undefined, ifMatch(etag)).catch(unlessGone);
    },
    get,
    listInstances: (seriesId, window) =>
      readPages(listEvents(`${pathOf(seriesId)}/instances?${queryOf(window)}`)),
    listChanges,
    async watch({ secret, address, expiresAt }) {
      const made = await call<Subscription>('POST', '/subscriptions', {
        changeType: 'created,updated,deleted',
        resource: 'me/events',
        notificationUrl: address,
        lifecycleNotificationUrl: address,
        clientState: secret,
        expirationDateTime: expiresAt,
      });
      const { id, expirationDateTime = expiresAt } = made;
      return { externalId: id, resourceId: null, expiresAt: expirationDateTime };
    },
    async stop(_channelUuid, { externalId }) {
      if (!externalId) return;
      await call('DELETE', `/subscriptions/${encodeURIComponent(externalId)}`).catch(
        unlessNotFound,
      );
    },
    clockAheadMs: clock.aheadMs,
  };
}

const pathOf = (eventId: string) => `/me/events/${encodeURIComponent(eventId)}`;

const queryOf = ({ from, to }: Window) =>
  new URLSearchParams({ startDateTime: from, endDateTime: to });

function readReason(text: string): string | undefined {
  try {
    return (JSON.parse(text) as Failure).error?.code;
  } catch {
    return undefined;
  }
}
