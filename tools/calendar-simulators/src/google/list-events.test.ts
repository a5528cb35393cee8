import { afterAll, describe, expect, test } from 'vitest';
import { clientA } from '../../test-support/clients.ts';
import { startSimulators } from '../start-simulators.ts';

const simulators = await startSimulators({ now: () => Date.parse('2026-11-21T12:00:00Z') });
afterAll(simulators.close);
const calendarId = 'primary';

async function someone(email: string) {
  const client = await clientA(simulators, email);
  const list = async (query: object) => (await client.events.list({ calendarId, ...query })).data;
  return { client, list, person: simulators.a.person(email) };
}
const at = (time: string, day = '01') => `2026-12-${day}T${time}`;
const once = { title: 'Once', start: at('10:00'), end: at('11:00') };
const weekly = { ...once, title: 'Weekly', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] };
const refused = (status: number, reason: string) => ({
  status,
  response: { data: { error: { errors: [expect.objectContaining({ reason })] } } },
});

describe('Listing at Google', () => {
  test('goes page by page, and only the last brings the token for what comes after', async () => {
    const { list, person } = await someone('pages@example.com');
    for (let each = 0; each < 5; each += 1) person.create(once);
    const first = await list({ maxResults: 2 });
    expect(first.nextSyncToken).toBeUndefined();
    const added = person.create({ ...once, title: 'Meanwhile' });
    const second = await list({ maxResults: 2, pageToken: first.nextPageToken });
    const last = await list({ maxResults: 2, pageToken: second.nextPageToken });
    expect([first, second, last].map(({ items }) => items?.length)).toEqual([2, 2, 1]);
    expect(last.nextPageToken).toBeUndefined();
    const next = await list({ syncToken: last.nextSyncToken });
    expect(next.items?.map(({ id }) => id)).toEqual([added.id]);
    expect((await list({ syncToken: next.nextSyncToken })).items).toEqual([]);
  });

  test('tells incrementally of what was created, changed and deleted', async () => {
    const { list, person } = await someone('changes@example.com');
    const [kept, moved, gone] = [person.create(once), person.create(once), person.create(once)];
    const { nextSyncToken } = await list({});
    person.move(moved.id, at('15:00'));
    person.cancel(gone.id);
    const { items } = await list({ syncToken: nextSyncToken });
    expect(items?.map(({ id, status }) => [id, status])).toEqual([
      [moved.id, 'confirmed'],
      [gone.id, 'cancelled'],
    ]);
    expect(items?.[1]).not.toHaveProperty('summary');
    const all = await list({});
    expect(all.items?.map(({ id }) => id).sort()).toEqual([kept.id, moved.id].sort());
    expect((await list({ showDeleted: true })).items).toHaveLength(3);
  });

  test('refuses a sync token with a filter, and asks for a full list when it has expired', async () => {
    const { list, person } = await someone('expired@example.com');
    person.create(once);
    const { nextSyncToken: syncToken } = await list({});
    for (const filter of [
      { timeMin: '2026-01-01T00:00:00Z' },
      { orderBy: 'updated' },
      { q: 'x' },
      { iCalUID: 'x' },
      { showDeleted: false },
    ])
      await expect(list({ syncToken, ...filter })).rejects.toMatchObject(refused(400, 'invalid'));
    simulators.a.faults.add({ kind: 'expire-sync-token' });
    await expect(list({ syncToken })).rejects.toMatchObject(refused(410, 'fullSyncRequired'));
    expect((await list({ syncToken })).items).toEqual([]);
    simulators.a.expireSyncTokens('expired@example.com');
    await expect(list({ syncToken })).rejects.toMatchObject(refused(410, 'fullSyncRequired'));
  });

  test('expands a series to its instances, each with its place in it', async () => {
    const { list, person } = await someone('series@example.com');
    const series = person.create({ ...weekly, start: at('09:00'), end: at('10:00') });
    const { items, nextSyncToken } = await list({ singleEvents: true, orderBy: 'startTime' });
    const ids = items?.map(({ id }) => id);
    expect(ids).toEqual(['01', '08', '15'].map((day) => `${series.id}_202612${day}T080000Z`));
    expect(items?.[1]).toMatchObject({
      recurringEventId: series.id,
      originalStartTime: { dateTime: '2026-12-08T09:00:00+01:00' },
      start: { dateTime: '2026-12-08T09:00:00+01:00' },
    });
    expect(items?.[0]).not.toHaveProperty('recurrence');

    person.move(String(ids?.[1]), at('14:00', '09'));
    person.cancel(String(ids?.[2]));
    const changed = await list({ syncToken: nextSyncToken, singleEvents: true });
    expect(changed.items).toMatchObject([
      { id: ids?.[1], status: 'confirmed', start: { dateTime: '2026-12-09T14:00:00+01:00' } },
      { id: ids?.[2], status: 'cancelled', recurringEventId: series.id },
    ]);
    expect((await list({ singleEvents: true })).items?.map(({ id }) => id)).toEqual(
      ids?.slice(0, 2),
    );
    expect((await list({})).items?.map(({ id }) => id)).toEqual([series.id, ids?.[1], ids?.[2]]);
  });

  test('keeps to the wall clock when clocks change, and to dates for whole days', async () => {
    const { list, person } = await someone('clocks@example.com');
    person.create({ ...weekly, start: '2027-03-22T09:00', end: '2027-03-22T10:00' });
    person.create({
      title: 'Days',
      start: '2027-03-27',
      end: '2027-03-29',
      recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20270403'],
    });
    const { items } = await list({ singleEvents: true });
    expect(items?.map(({ start }) => start?.dateTime ?? start?.date)).toEqual([
      '2027-03-22T09:00:00+01:00',
      '2027-03-29T09:00:00+02:00',
      '2027-04-05T09:00:00+02:00',
      '2027-03-27',
      '2027-04-03',
    ]);
    expect(items?.[3]?.end?.date).toBe('2027-03-29');
    expect(items?.[3]?.id).toMatch(/_20270327$/);
  });

  test('tells of every instance that a series has lost', async () => {
    const { list, person, client } = await someone('shorter@example.com');
    const series = person.create(weekly);
    const { items = [], nextSyncToken } = await list({ singleEvents: true });
    person.move(String(items[2]?.id), at('16:00', '15'));
    await client.events.patch({
      calendarId,
      eventId: series.id,
      requestBody: {
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=1'],
        start: { dateTime: at('10:00:00'), timeZone: 'Europe/Zurich' },
      },
    });
    const shorter = await list({ syncToken: nextSyncToken, singleEvents: true });
    const statuses = shorter.items?.map(({ id, status }) => [id, status]);
    expect(Object.fromEntries(statuses ?? [])).toEqual({
      [String(items[0]?.id)]: 'confirmed',
      [String(items[1]?.id)]: 'cancelled',
      [String(items[2]?.id)]: 'cancelled',
    });
    person.cancel(series.id);
    const gone = await list({ syncToken: shorter.nextSyncToken, singleEvents: true });
    expect(gone.items).toMatchObject([{ id: items[0]?.id, status: 'cancelled' }]);
    expect((await list({ singleEvents: true })).items).toEqual([]);
  });

  test('tells of an event that has become a series, and the other way round', async () => {
    const { list, person } = await someone('repeats@example.com');
    const { id } = person.create(once);
    const first = await list({ singleEvents: true });
    person.change(id, { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] });
    const second = await list({ singleEvents: true, syncToken: first.nextSyncToken });
    const told = (page: typeof first) => page.items?.map((each) => [each.id, each.status]).sort();
    const instances = [`${id}_20261201T090000Z`, `${id}_20261202T090000Z`];
    expect(told(second)).toEqual([
      [id, 'cancelled'],
      [instances[0], 'confirmed'],
      [instances[1], 'confirmed'],
    ]);
    person.change(id, { recurrence: [] });
    const third = await list({ singleEvents: true, syncToken: second.nextSyncToken });
    expect(told(third)).toEqual([
      [id, 'confirmed'],
      [instances[0], 'cancelled'],
      [instances[1], 'cancelled'],
    ]);
  });

  test('finds by time, text, iCalUID and a private property', async () => {
    const { list, person, client } = await someone('find@example.com');
    const early = person.create({ ...once, title: 'Early bird' });
    person.create({ ...once, start: at('10:00', '20'), end: at('11:00', '20') });
    const requestBody = {
      summary: 'Stamped',
      start: { date: '2027-01-01' },
      end: { date: '2027-01-02' },
      extendedProperties: { private: { meeting: '42' } },
    };
    await client.events.insert({ calendarId, requestBody });
    const titles = async (query: object) =>
      (await list(query)).items?.map(({ summary }) => summary);
    const window = { timeMin: at('00:00:00Z'), timeMax: at('00:00:00Z', '02') };
    expect(await titles(window)).toEqual(['Early bird']);
    expect(await titles({ q: 'BIRD' })).toEqual(['Early bird']);
    expect(await titles({ iCalUID: early.iCalUid })).toEqual(['Early bird']);
    expect(await titles({ privateExtendedProperty: ['meeting=42'] })).toEqual(['Stamped']);
    expect(await titles({ privateExtendedProperty: ['meeting=43'] })).toEqual([]);
    await expect(list({ orderBy: 'startTime' })).rejects.toMatchObject(refused(400, 'invalid'));
  });

  test('goes page by page through the instances of a series, too, and may begin with an empty one', async () => {
    const { client, person } = await someone('instances@example.com');
    const { id: eventId } = person.create(weekly);
    const pages: number[] = [];
    simulators.a.faults.add({ kind: 'short-page', account: 'instances@example.com' });
    let pageToken: string | null | undefined;
    do {
      const asked = { calendarId, eventId, maxResults: 2, ...(pageToken ? { pageToken } : {}) };
      const { data } = await client.events.instances(asked);
      pages.push(data.items?.length ?? 0);
      pageToken = data.nextPageToken;
    } while (pageToken);
    expect(pages).toEqual([0, 2, 1]);
  });

  test('can be told never to come to a last page', async () => {
    const { list, person } = await someone('wedged@example.com');
    person.create(once);
    simulators.a.faults.add({ kind: 'endless-paging', account: 'wedged@example.com', times: 3 });
    let page = await list({});
    for (let each = 0; each < 2; each += 1) {
      expect(page.nextSyncToken).toBeUndefined();
      page = await list({ pageToken: page.nextPageToken });
    }
    page = await list({ pageToken: page.nextPageToken });
    expect(page.nextSyncToken).toBeTruthy();
  });
});
