import { afterAll, describe, expect, test } from 'vitest';
import { clientB, pathOf } from '../../test-support/clients.ts';
import { startSimulators } from '../start-simulators.ts';

const simulators = await startSimulators();
afterAll(simulators.close);

type Entry = { id: string; type?: string; subject?: string; '@removed'?: object };
type Page = { value: Entry[]; '@odata.nextLink'?: string; '@odata.deltaLink'?: string };

async function someone(email: string) {
  const client = await clientB(simulators, email);
  const window = { startDateTime: '2026-11-15T00:00:00Z', endDateTime: '2027-11-15T00:00:00Z' };
  const prefer = 'odata.maxpagesize=2, IdType="ImmutableId"';
  const begin = (): Promise<Page> =>
    client.api('/me/calendarView/delta').query(window).header('Prefer', prefer).get();
  const follow = (link = ''): Promise<Page> =>
    client.api(pathOf(link)).header('Prefer', prefer).get();
  /** Follows all pages of a round. */
  async function round(link?: string): Promise<{ entries: Entry[]; deltaLink: string }> {
    const entries: Entry[] = [];
    let page = link ? await follow(link) : await begin();
    for (;;) {
      entries.push(...page.value);
      if (page['@odata.deltaLink']) return { entries, deltaLink: page['@odata.deltaLink'] };
      page = await follow(page['@odata.nextLink']);
    }
  }
  return { client, person: simulators.b.person(email), begin, follow, round };
}

const once = { title: 'Once', start: '2026-12-01T10:00', end: '2026-12-01T11:00' };
const weekly = { ...once, title: 'Weekly', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] };

describe('A delta of Microsoft', () => {
  test('goes page by page to a link for what comes after', async () => {
    const { person, begin, follow, round } = await someone('pages@example.com');
    for (let each = 0; each < 5; each += 1) person.create(once);
    const first = await begin();
    expect(first.value).toHaveLength(2);
    expect(first).not.toHaveProperty('@odata.deltaLink');
    person.create({ ...once, title: 'Meanwhile' });
    const second = await follow(first['@odata.nextLink']);
    const last = await follow(second['@odata.nextLink']);
    expect([second.value.length, last.value.length]).toEqual([2, 1]);
    const next = await round(last['@odata.deltaLink']);
    expect(next.entries.map(({ subject }) => subject)).toEqual(['Meanwhile']);
    expect((await round(next.deltaLink)).entries).toEqual([]);
  });

  test('tells what was removed, and what has left the window', async () => {
    const { person, round } = await someone('removed@example.com');
    const [gone, away] = [person.create(once), person.create(once)];
    person.create({ ...once, title: 'Long ago', start: '2020-01-01', end: '2020-01-02' });
    const { entries, deltaLink } = await round();
    expect(entries).toHaveLength(2);
    person.cancel(gone.id);
    person.move(away.id, '2029-01-01T10:00');
    const next = await round(deltaLink);
    expect(next.entries.map((each) => each['@removed'])).toEqual([
      { reason: 'deleted' },
      { reason: 'deleted' },
    ]);
    expect(next.entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  });

  test('tells of occurrences only when they are, and of their series in full', async () => {
    const { person, client, round } = await someone('series@example.com');
    person.create(weekly);
    const { entries, deltaLink } = await round();
    expect(entries.map(({ type }) => type)).toEqual([
      'seriesMaster',
      'occurrence',
      'occurrence',
      'occurrence',
    ]);
    expect(entries[0]).toMatchObject({ subject: 'Weekly' });
    expect(entries[1]).not.toHaveProperty('subject');
    const full = await client.api(`/me/events/${entries[1]?.id}`).get();
    expect(full).toMatchObject({ subject: 'Weekly', type: 'occurrence' });

    await client.api(`/me/events/${entries[2]?.id}`).patch({ subject: 'Special' });
    await client.api(`/me/events/${entries[3]?.id}`).delete();
    const next = await round(deltaLink);
    expect(next.entries).toMatchObject([
      { type: 'seriesMaster' },
      { id: entries[2]?.id, type: 'exception', subject: 'Special' },
      { id: entries[3]?.id, '@removed': { reason: 'deleted' } },
    ]);
  });

  test('tells of every instance of a series that is deleted', async () => {
    const { person, round } = await someone('gone@example.com');
    const series = person.create(weekly);
    const { entries, deltaLink } = await round();
    person.cancel(series.id);
    const next = await round(deltaLink);
    expect(next.entries.every((each) => each['@removed'])).toBe(true);
    expect(next.entries.map(({ id }) => id).sort()).toEqual(entries.map(({ id }) => id).sort());
  });

  test('refuses filters, and a link that has expired', async () => {
    const { client, person, round, follow } = await someone('expired@example.com');
    person.create(once);
    const { deltaLink } = await round();
    simulators.b.faults.add({ kind: 'expire-sync-token' });
    const expired = { statusCode: 410, code: 'syncStateNotFound' };
    await expect(follow(deltaLink)).rejects.toMatchObject(expired);
    expect((await round(deltaLink)).entries).toEqual([]);
    simulators.b.expireSyncTokens('expired@example.com');
    await expect(follow(deltaLink)).rejects.toMatchObject(expired);
    const window = { startDateTime: '2026-11-15', endDateTime: '2027-11-15' };
    const selected = client.api('/me/calendarView/delta').query(window).select('subject');
    await expect(selected.get()).rejects.toMatchObject({ statusCode: 400 });
    await expect(client.api('/me/calendarView/delta').get()).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test('goes page by page through the instances of a series, too, and may begin with an empty one', async () => {
    const { client, person } = await someone('instances@example.com');
    person.create(weekly);
    const { value } = await client.api('/me/events').get();
    const window = { startDateTime: '2026-11-15', endDateTime: '2027-11-15' };
    const path = `/me/events/${value[0].id}/instances`;
    const list = (skip: number) =>
      client
        .api(path)
        .query({ ...window, $skip: skip })
        .top(2)
        .get();
    simulators.b.faults.add({ kind: 'short-page', account: 'instances@example.com' });
    const [empty, first, last] = [await list(0), await list(0), await list(2)];
    expect([empty, first, last].map((page) => page.value.length)).toEqual([0, 2, 1]);
    const skips = [empty, first, last].map((page) => {
      const link = page['@odata.nextLink'];
      return link && new URL(link).searchParams.get('$skip');
    });
    expect(skips).toEqual(['0', '2', undefined]);
  });

  test('can be told to go in circles for ever', async () => {
    const { person, begin, follow } = await someone('wedged@example.com');
    person.create(once);
    simulators.b.faults.add({ kind: 'endless-paging', times: null });
    let page = await begin();
    const ids = new Set<string>();
    for (let each = 0; each < 10; each += 1) {
      for (const { id } of page.value) ids.add(id);
      page = await follow(page['@odata.nextLink']);
    }
    expect(ids.size).toBe(1);
    simulators.b.faults.clear();
    expect(await follow(page['@odata.nextLink'])).toHaveProperty('@odata.deltaLink');
  });
});
