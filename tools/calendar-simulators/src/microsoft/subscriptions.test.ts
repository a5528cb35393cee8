import { afterAll, describe, expect, test } from 'vitest';
import { clientB } from '../../test-support/clients.ts';
import { openReceiver } from '../../test-support/receiver.ts';
import { startSimulators } from '../start-simulators.ts';

const simulators = await startSimulators({ httpPushes: true });
const receiver = await openReceiver();
afterAll(async () => {
  await simulators.close();
  receiver.close();
});
const once = { title: 'Once', start: '2026-12-01T10:00', end: '2026-12-01T11:00' };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function subscribed(email: string, prefer = '') {
  const client = await clientB(simulators, email);
  const body = {
    changeType: 'created,updated,deleted',
    notificationUrl: receiver.url,
    lifecycleNotificationUrl: receiver.url.replace('hook', 'lifecycle'),
    resource: '/me/events',
    expirationDateTime: inHours(24),
    clientState: 'secret',
  };
  const create = (more: object = {}) =>
    client
      .api('/subscriptions')
      .header('Prefer', prefer)
      .post({ ...body, ...more });
  const subscription = await create();
  const notifications = () =>
    receiver.received
      .flatMap(({ body, path }) =>
        JSON.parse(body).value.map((each: object) => ({ ...each, path })),
      )
      .filter((each) => each.subscriptionId === subscription.id);
  return { client, create, subscription, notifications, person: simulators.b.person(email) };
}

describe('A subscription at Microsoft', () => {
  test('says of each change what it was and whose, with the client’s secret', async () => {
    const { client, subscription, notifications, person } = await subscribed('push@example.com');
    expect(subscription).toMatchObject({ resource: '/me/events', clientState: 'secret' });
    const { id } = person.create(once);
    const [listed] = (await client.api('/me/events').get()).value;
    person.move(id, '2026-12-02T10:00');
    person.cancel(id);
    await expect
      .poll(() => notifications().map(({ changeType }) => changeType))
      .toEqual(['created', 'updated', 'deleted']);
    expect(notifications()[0]).toMatchObject({
      clientState: 'secret',
      resourceData: { id: listed.id, '@odata.type': '#Microsoft.Graph.Event' },
      tenantId: expect.any(String),
    });
  });

  test('names immutable ids when it was made with them', async () => {
    const prefer = 'IdType="ImmutableId"';
    const { client, notifications, person } = await subscribed('immutable@example.com', prefer);
    person.create(once);
    const [listed] = (await client.api('/me/events').header('Prefer', prefer).get()).value;
    await expect.poll(() => notifications()[0]?.resourceData.id).toBe(listed.id);
  });

  test('needs an endpoint that answers with the token', async () => {
    const other = await openReceiver();
    other.refuseValidation();
    const { create } = await subscribed('validation@example.com');
    const refused = { statusCode: 400, code: 'ValidationError' };
    await expect(create({ notificationUrl: other.url })).rejects.toMatchObject(refused);
    await expect(create({ lifecycleNotificationUrl: other.url })).rejects.toMatchObject(refused);
    other.close();
    await expect(create({ notificationUrl: other.url })).rejects.toMatchObject(refused);
  });

  test('lasts for seven days at most and 45 minutes at least, can be renewed, and ends', async () => {
    const { client, create, subscription, notifications, person } =
      await subscribed('life@example.com');
    await expect(create({ expirationDateTime: inHours(169) })).rejects.toMatchObject({
      statusCode: 400,
    });
    const short = await create({ expirationDateTime: inHours(0.1) });
    expect(Date.parse(short.expirationDateTime) - Date.now()).toBeGreaterThan(44 * 60_000);
    const path = `/subscriptions/${subscription.id}`;
    const expirationDateTime = inHours(48);
    expect(await client.api(path).patch({ expirationDateTime })).toMatchObject({
      expirationDateTime,
    });
    await client.api(path).delete();
    person.create(once);
    await expect.poll(simulators.b.pushes.pending).toBe(0);
    expect(notifications()).toEqual([]);
    await expect(client.api(path).get()).rejects.toMatchObject({ statusCode: 404 });
  });

  test('is warned of its end at the address for that', async () => {
    const { client, subscription, notifications } = await subscribed('lifecycle@example.com');
    const { sendLifecycle } = simulators.b;
    sendLifecycle('lifecycle@example.com', 'reauthorizationRequired');
    sendLifecycle('lifecycle@example.com', 'missed');
    sendLifecycle('lifecycle@example.com', 'subscriptionRemoved');
    await expect
      .poll(() => notifications().map((each) => [each.lifecycleEvent, each.path]))
      .toEqual([
        ['reauthorizationRequired', '/lifecycle'],
        ['missed', '/lifecycle'],
        ['subscriptionRemoved', '/lifecycle'],
      ]);
    expect(notifications()[0]).toMatchObject({ clientState: 'secret' });
    const gone = client.api(`/subscriptions/${subscription.id}`);
    await expect(gone.get()).rejects.toMatchObject({ statusCode: 404 });
  });
});
