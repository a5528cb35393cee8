import type { FastifyInstance } from 'fastify';
import type { Calendar } from '../core/calendar.ts';
import type { Provider } from '../core/provider.ts';
import { Refusal } from '../core/refusal.ts';
import type { Channel } from '../core/state.ts';
import { invalid } from './errors.ts';
import { events, namedCalendar } from './events.ts';
import { readsEvents } from './scopes.ts';

const dayMs = 86_400_000;

/**
 * events.watch, channels.stop and the messages on a channel, as in
 * https://developers.google.com/workspace/calendar/api/guides/push: no body, all in headers,
 * a `sync` message first, then one `exists` message for each change, whatever it was.
 */
export function channelRoutes(app: FastifyInstance, provider: Provider): void {
  const { state, clock } = provider;
  const routeOf = (operation: string) => ({ config: { operation, scope: readsEvents } });
  provider.onChange((calendar) => {
    for (const channel of provider.channelsOf(calendar.data.email)) send(channel, 'exists');
  });

  app.post(`${events}/watch`, routeOf('events.watch'), async (request) => {
    const calendar = namedCalendar(provider, request);
    const body = (request.body ?? {}) as Record<string, unknown>;
    const channel = readChannel(body, calendar);
    if (state.channels.has(channel.id))
      throw new Refusal(400, 'channelIdNotUnique', `Channel id ${channel.id} not unique`);
    state.channels.set(channel.id, channel);
    send(channel, 'sync');
    return {
      kind: 'api#channel',
      id: channel.id,
      resourceId: channel.resourceId,
      resourceUri: resourceUri(channel),
      ...(channel.token ? { token: channel.token } : {}),
      expiration: String(channel.expiresMs),
    };
  });

  app.post('/calendar/v3/channels/stop', routeOf('channels.stop'), async (request, reply) => {
    const { id, resourceId } = (request.body ?? {}) as { id?: string; resourceId?: string };
    const channel = state.channels.get(id ?? '');
    if (!channel || channel.resourceId !== resourceId || channel.account !== request.account)
      throw new Refusal(404, 'notFound', `Channel '${id}' not found for project`);
    state.channels.delete(channel.id);
    return reply.code(204).send();
  });

  function readChannel(body: Record<string, unknown>, calendar: Calendar): Channel {
    const { id, type, address, token, expiration, params } = body;
    if (typeof id !== 'string' || !/^[A-Za-z0-9_+/=-]{1,64}$/.test(id))
      throw invalid('Invalid channel id.', 'id', 'channelIdInvalid');
    if (type !== 'web_hook' && type !== 'webhook')
      throw invalid('Unknown channel type.', 'type', 'unknownChannelType');
    if (typeof address !== 'string' || !URL.canParse(address))
      throw new Refusal(
        400,
        'pushInvalidUrl',
        `WebHook callback must be a URL: ${String(address)}`,
      );
    if (new URL(address).protocol !== 'https:' && !provider.options.httpPushes)
      throw new Refusal(
        400,
        'push.webhookUrlNotHttps',
        `WebHook callback must be HTTPS: ${address}`,
      );
    if (typeof token === 'string' && token.length > 256) throw invalid('Invalid token.', 'token');
    const { email } = calendar.data;
    const short = provider.faults.strike('short-channel', {
      operation: 'events.watch',
      account: email,
    });
    const ttl = Number((params as { ttl?: string } | undefined)?.ttl ?? 7 * 86_400);
    const wantedMs = expiration ? Number(expiration) : clock.now() + ttl * 1000;
    return {
      id,
      account: email,
      url: address,
      token: typeof token === 'string' ? token : undefined,
      resourceId: Buffer.from(`events:${email}`).toString('base64url').slice(0, 27),
      expiresMs: short
        ? clock.now() + (short.seconds ?? 5) * 1000
        : Math.min(wantedMs || Infinity, clock.now() + 30 * dayMs),
      messages: 0,
      changeTypes: [],
      lifecycleUrl: undefined,
      immutableIds: false,
    };
  }

  function send(channel: Channel, state: 'sync' | 'exists'): void {
    channel.messages += 1;
    provider.pushes.send({
      channel: channel.id,
      account: channel.account,
      url: channel.url,
      headers: {
        'content-length': '0',
        'x-goog-channel-id': channel.id,
        'x-goog-channel-expiration': new Date(channel.expiresMs).toUTCString(),
        'x-goog-message-number': String(channel.messages),
        'x-goog-resource-id': channel.resourceId,
        'x-goog-resource-state': state,
        'x-goog-resource-uri': resourceUri(channel),
        ...(channel.token ? { 'x-goog-channel-token': channel.token } : {}),
      },
    });
  }
}

function resourceUri({ account }: Channel): string {
  const base = 'https://www.googleapis.com/calendar/v3/calendars';
  return `${base}/${encodeURIComponent(account)}/events?alt=json`;
}
