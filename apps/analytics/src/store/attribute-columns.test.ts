import { afterAll, beforeAll, expect, test } from 'vitest';
import { type World, world } from '../../test-support/world.ts';
import { toConfig } from '../config.ts';
import { pathOf } from './attribute-path.ts';

const tenant = crypto.randomUUID();
const type = 'meeting.held';
let atrium: World;

beforeAll(async () => {
  atrium = await world();
  const [channel, meeting] = ['channel', 'meeting'].map(pathOf);
  // In two parts, so that one of them is there before the column and one comes after it.
  await atrium.running.store.writer.command(
    `insert into events (tenant_id, event_type, occurred_at, event_id, schema_version, attribute)
     select toUUID('${tenant}'), '${type}', toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number, generateUUIDv4(), 1,
       toJSONString(map('${channel}', ['WEB', 'APP', '2026-01-01'][number % 3 + 1], '${meeting}', toString(number)))::JSON(max_dynamic_paths = 16)
     from numbers(120000)`,
  );
});
afterAll(() => atrium[Symbol.asyncDispose]());

const question = (field: string) => ({
  eventType: type,
  timeRange: { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
  groupBy: [{ field }],
  aggregations: [{ function: 'COUNT' }, { function: 'MAX', field }],
  limit: 5,
});

async function ask(field: string): Promise<unknown> {
  const adviser = await atrium.as(tenant);
  const { body } = await adviser('POST', '/api/analytics/query', question(field));
  return body.rows;
}

const ownColumns = async () =>
  (
    await atrium.running.store.control.select(
      "select name from system.columns where database = currentDatabase() and table = 'events' and default_kind = 'MATERIALIZED'",
    )
  ).flat();

test('only the attributes that are listed get a column, and answers stay the same', async () => {
  const asks = async () => [await ask('attributes.channel'), await ask('attributes.meeting')];
  const before = await asks();
  for (let asked = 0; asked < 30; asked++) await asks();
  expect(await ownColumns()).toEqual([]);
  await atrium.restart({ ANALYTICS_ATTRIBUTE_COLUMNS: 'meeting, channel' });
  expect((await ownColumns()).sort()).toEqual([pathOf('channel'), pathOf('meeting')]);
  expect(await asks()).toEqual(before);
  await atrium.restart({ ANALYTICS_ATTRIBUTE_COLUMNS: 'channel' });
  expect(await ownColumns()).toEqual([pathOf('channel')]);
  expect(await asks()).toEqual(before);
});

test('a list that is too long is refused by the name of its setting', () => {
  const keys = Array.from({ length: 17 }, (_, index) => `key${index}`);
  for (const list of [keys.join(), 'x'.repeat(65)])
    expect(() => toConfig({ ANALYTICS_ATTRIBUTE_COLUMNS: list })).toThrow(
      'ANALYTICS_ATTRIBUTE_COLUMNS must be at most 16',
    );
});

test('events that come later are in the column, with all they carry and with nothing', async () => {
  const adviser = await atrium.as(tenant);
  const event = { eventType: type, tenantId: tenant, occurredAt: '2026-03-01T00:00:00Z' };
  const events = [{ ...event, attributes: { channel: 'PHONE', other: 'x' } }, event];
  const { body } = await adviser('POST', '/api/analytics/events/batch', { events });
  expect(body.accepted).toBe(2);
  expect(await ask('attributes.channel')).toEqual([
    { values: ['2026-01-01', 40_000, '2026-01-01'] },
    { values: ['APP', 40_000, 'APP'] },
    { values: ['PHONE', 1, 'PHONE'] },
    { values: ['WEB', 40_000, 'WEB'] },
    { values: [null, 1, null] },
  ]);
  const sent = await adviser('GET', '/api/analytics/events?from=2026-02-28T00:00:00Z');
  expect(sent.text).toContain('"other":"x"');
});
