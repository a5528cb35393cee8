import { expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { meetingWorld } from '../../../test-support/meeting-world.ts';
import { world } from '../../../test-support/world.ts';
import { entriesATurn, toFeed } from './to-feed.ts';

const w = await world({ RATE_LIMITS: 'on' });
const m = await meetingWorld(w);

async function addressOf(by: Client): Promise<string> {
  return new URL((await by.post('/api/v1/calendar/feed')).body.url).pathname;
}

const uidsIn = (text: string) => text.match(/^UID:.*/gm) ?? [];

/** A time of an hour tomorrow. */
function tomorrow() {
  const start = Temporal.Now.plainDateTimeISO('UTC').add({ days: 1 });
  const text = (at: Temporal.PlainDateTime) => at.toString({ smallestUnit: 'second' });
  return {
    startDateTime: text(start),
    endDateTime: text(start.add({ hours: 1 })),
    timezone: 'UTC',
  };
}

test('an address is read anew six times a minute; who has it already is told so all the same', async () => {
  const meeting = await m.meeting(tomorrow());
  const url = await addressOf(m.host);
  const answers = await Promise.all(Array.from({ length: 9 }, () => w.anonymous.get(url)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(6).fill(200), 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused?.body.code).toBe('RATE_LIMITED');
  const known = { 'if-none-match': answers.find(({ status }) => status === 200)?.headers.etag };
  for (let time = 0; time < 10; time++)
    expect((await w.anonymous.get(url, known)).status).toBe(304);
  await m.host.put(meeting.path, { title: 'Otro' });
  expect((await w.anonymous.get(url, known)).status).toBe(429);
  expect((await w.anonymous.get(await addressOf(m.colleague))).status).toBe(200);
});

test('a person of many meetings has the 1,000 nearest to now', async () => {
  const { meetingUuid } = await m.meeting({ ...tomorrow(), staffIds: [] }, m.stranger);
  const [{ names }] = await w.sql<[{ names: string }]>`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'meetings' and is_generated = 'NEVER'`;
  // Copies, each a quarter of an hour later than the one before; the last are past the thousand.
  await w.db.asPlatform((tx) =>
    tx.unsafe(
      `insert into meetings (${names}) select ${names} from (
       select (jsonb_populate_record(m, jsonb_build_object(
           'meeting_uuid', gen_random_uuid(), 'ical_uid', 'copy-' || step,
           'starts_at', m.starts_at + step * interval '15 minutes',
           'ends_at', m.ends_at + step * interval '15 minutes'))).*
         from meetings m, generate_series(1, 1100) step where m.meeting_uuid = $1) copies`,
      [meetingUuid],
    ),
  );
  const { status, body } = await w.anonymous.get(await addressOf(m.stranger));
  expect([status, uidsIn(body).length]).toEqual([200, 1_000]);
  expect(body).toContain('UID:copy-999\r\n');
  expect(body).not.toContain('UID:copy-1000\r\n');
});

test('a long feed is written a few entries at a time, between which other work has its turn', async () => {
  const entry = {
    sequence: 0,
    title: 'Revisión',
    location: null,
    description: 'a'.repeat(4_000),
    link: null,
    stampedAt: '2026-05-01T10:00:00',
    startDateTime: '2026-05-06T10:00:00',
    endDateTime: '2026-05-06T11:00:00',
    timezone: 'America/Santiago',
    allDay: false,
  };
  const entries = Array.from({ length: 200 }, (_, index) => ({ ...entry, uid: `${index}@atrium` }));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const text = await toFeed('Andes', entries);
  isOver = true;
  expect(uidsIn(text)).toHaveLength(200);
  expect(turns).toBeGreaterThanOrEqual(200 / entriesATurn);
});
