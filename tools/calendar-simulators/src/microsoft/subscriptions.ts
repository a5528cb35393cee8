import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ChangeType } from '../core/calendar.ts';
import type { CalendarEvent } from '../core/event.ts';
import type { Provider } from '../core/provider.ts';
import { Refusal } from '../core/refusal.ts';
import type { Channel } from '../core/state.ts';
import { invalid } from './errors.ts';
import { idOf } from './ids.ts';
import { tenantId } from './oauth.ts';
import { preferencesOf } from './preferences.ts';
import { readsEvents } from './scopes.ts';
import { etagOf } from './wire.ts';

// https://learn.microsoft.com/graph/api/resources/subscription: "Any value under 45 minutes after
// the time of the request is automatically set to 45 minutes"; events last under seven days.
const leastMs = 45 * 60_000;
const mostMs = 10_080 * 60_000;
const validateWithinMs = 10_000;

/**
 * Subscriptions and their notifications, as in
 * https://learn.microsoft.com/graph/change-notifications-delivery-webhooks
 */
export function subscriptionRoutes(app: FastifyInstance, provider: Provider): void {
  const { state, clock } = provider;
  const routeOf = (operation: string) => ({
    config: { operation: `subscriptions.${operation}`, scope: readsEvents },
  });
  const path = '/v1.0/subscriptions';
  provider.onChange((calendar, event, type) => {
    for (const channel of provider.channelsOf(calendar.data.email))
      if (channel.changeTypes.includes(type)) notify(provider, channel, event, type);
  });

  app.post(path, routeOf('create'), async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const subscription = readSubscription(request, body);
    await validate(subscription.url);
    if (subscription.lifecycleUrl) await validate(subscription.lifecycleUrl);
    state.channels.set(subscription.id, subscription);
    return reply.code(201).send(toWire(subscription));
  });
  app.get(path, routeOf('list'), async (request) => ({
    value: provider.channelsOf(request.account ?? '').map(toWire),
  }));
  app.get(`${path}/:id`, routeOf('get'), async (request) => toWire(find(request)));
  app.patch(`${path}/:id`, routeOf('update'), async (request) => {
    const subscription = find(request);
    const { expirationDateTime } = (request.body ?? {}) as { expirationDateTime?: string };
    subscription.expiresMs = lifeUntil(expirationDateTime, subscription.account);
    return toWire(subscription);
  });
  app.delete(`${path}/:id`, routeOf('delete'), async (request, reply) => {
    state.channels.delete(find(request).id);
    return reply.code(204).send();
  });
  app.post(`${path}/:id/reauthorize`, routeOf('reauthorize'), async (request, reply) => {
    find(request);
    return reply.code(204).send();
  });

  function readSubscription(request: FastifyRequest, body: Record<string, unknown>): Channel {
    const { changeType, notificationUrl, lifecycleNotificationUrl, resource, clientState } = body;
    if (typeof notificationUrl !== 'string' || !URL.canParse(notificationUrl))
      throw invalid('Notification url is invalid.', 'InvalidRequest');
    if (new URL(notificationUrl).protocol !== 'https:' && !provider.options.httpPushes)
      throw invalid('The notification URL must be HTTPS.', 'InvalidRequest');
    if (!/^\/?(?:me|users\/[^/]+)(?:\/calendar)?\/events\/?$/i.test(String(resource)))
      throw invalid(`Resource '${String(resource)}' is not supported.`, 'InvalidRequest');
    const changeTypes = String(changeType)
      .split(',')
      .map((each) => each.trim());
    if (!changeTypes.every((each) => ['created', 'updated', 'deleted'].includes(each)))
      throw invalid('ChangeType is invalid.', 'InvalidRequest');
    if (typeof clientState === 'string' && clientState.length > 128)
      throw invalid('ClientState is longer than 128 characters.', 'InvalidRequest');
    const account = request.account ?? '';
    return {
      id: randomUUID(),
      account,
      url: notificationUrl,
      token: typeof clientState === 'string' ? clientState : undefined,
      resourceId: String(resource),
      expiresMs: lifeUntil(body.expirationDateTime as string | undefined, account),
      messages: 0,
      changeTypes,
      lifecycleUrl:
        typeof lifecycleNotificationUrl === 'string' ? lifecycleNotificationUrl : undefined,
      immutableIds: preferencesOf(request).immutableIds,
    };
  }

  function lifeUntil(text: string | undefined, account: string): number {
    const wantedMs = Date.parse(text ?? '');
    const now = clock.now();
    if (Number.isNaN(wantedMs)) throw invalid('ExpirationDateTime is required.', 'InvalidRequest');
    if (wantedMs <= now || wantedMs > now + mostMs)
      throw invalid(
        'Subscription expiration can only be 10080 minutes in the future.',
        'InvalidRequest',
      );
    const short = provider.faults.strike('short-channel', {
      operation: 'subscriptions.create',
      account,
    });
    return short ? now + (short.seconds ?? 5) * 1000 : Math.max(wantedMs, now + leastMs);
  }

  function find(request: FastifyRequest): Channel {
    const { id } = request.params as { id: string };
    const found = state.channels.get(id);
    if (found?.account === request.account && found && found.expiresMs > clock.now()) return found;
    throw new Refusal(404, 'ResourceNotFound', 'The object was not found.');
  }
}

/** The endpoint must answer with the token, decoded, as plain text. */
async function validate(notificationUrl: string): Promise<void> {
  const token = `Validation: Testing client application reachability for subscription Request-Id: ${randomUUID()}`;
  const url = new URL(notificationUrl);
  url.searchParams.set('validationToken', token);
  const answered = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    signal: AbortSignal.timeout(validateWithinMs),
  })
    .then(async (response) => ({
      ok:
        response.status === 200 && /^text\/plain/.test(response.headers.get('content-type') ?? ''),
      text: await response.text(),
    }))
    .catch(() => undefined);
  if (!answered?.ok || answered.text !== token)
    throw new Refusal(
      400,
      'ValidationError',
      'Subscription validation request failed. Notification endpoint must respond with 200 OK to validation request.',
    );
}

function notify(
  provider: Provider,
  channel: Channel,
  event: CalendarEvent,
  type: ChangeType,
): void {
  const id = idOf(event, channel.immutableIds);
  const resource = `Users/${channel.account}/Events/${id}`;
  send(provider, channel, channel.url, {
    changeType: type,
    resource,
    resourceData: {
      '@odata.type': '#Microsoft.Graph.Event',
      '@odata.id': resource,
      '@odata.etag': etagOf(event),
      id,
    },
  });
}

export type LifecycleEvent = 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed';

/**
 * Sends a lifecycle notification to every subscription of an account that named an address for
 * them; `subscriptionRemoved` removes it as well. See https://learn.microsoft.com/graph/change-notifications-lifecycle-events
 */
export function sendLifecycle(
  provider: Provider,
  account: string,
  lifecycleEvent: LifecycleEvent,
): void {
  for (const channel of provider.channelsOf(account)) {
    if (lifecycleEvent === 'subscriptionRemoved') provider.state.channels.delete(channel.id);
    if (!channel.lifecycleUrl) continue;
    const resource = channel.resourceId;
    send(provider, channel, channel.lifecycleUrl, { lifecycleEvent, resource, resourceData: null });
  }
}

function send(
  provider: Provider,
  channel: Channel,
  url: string,
  what: Record<string, unknown>,
): void {
  const notification = {
    subscriptionId: channel.id,
    subscriptionExpirationDateTime: new Date(channel.expiresMs).toISOString(),
    ...(channel.token ? { clientState: channel.token } : {}),
    tenantId,
    ...what,
  };
  provider.pushes.send({
    channel: channel.id,
    account: channel.account,
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value: [notification] }),
  });
}

function toWire(channel: Channel) {
  return {
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#subscriptions/$entity',
    id: channel.id,
    resource: channel.resourceId,
    changeType: channel.changeTypes.join(','),
    clientState: channel.token ?? null,
    notificationUrl: channel.url,
    lifecycleNotificationUrl: channel.lifecycleUrl ?? null,
    expirationDateTime: new Date(channel.expiresMs).toISOString(),
    latestSupportedTlsVersion: 'v1_2',
  };
}
