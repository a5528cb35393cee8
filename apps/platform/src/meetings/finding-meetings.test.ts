import { beforeAll, describe, expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';

const w = await world();
const m = await meetingWorld(w);
let host: typeof m.host;
type Row = Record<string, unknown> & { title: string };
const titles = (rows: Row[]) => rows.map((each) => each.title);

// Four meetings of one host, by start: A, B, C and D.
beforeAll(async () => {
  host = await m.tenant.as('TENANT_STAFF');
  const make = (title: string | null, changes: object) =>
    m.meeting({ title, contactIds: [], staffIds: [], externalAttendees: [], ...changes }, host);
  await make('C', {
    startDateTime: '2031-03-03T10:00',
    endDateTime: '2031-03-03T12:00',
    locationType: 'IN_PERSON',
    contactIds: [m.contactUuid],
  });
  await make('Ábaco', {
    startDateTime: '2031-03-01T10:00',
    endDateTime: '2031-03-01T10:30',
    timezone: 'Asia/Kolkata',
    staffIds: [uuidOf(m.colleague)],
  });
  const canceled = await make('B', {
    startDateTime: '2031-03-02T10:00',
    endDateTime: '2031-03-02T11:00',
  });
  await host.post(`${canceled.path}/cancel`);
  const external = await make(null, {
    startDateTime: '2031-03-04',
    endDateTime: '2031-03-05',
    allDay: true,
  });
  await w.db.asTenant(
    m.tenant.tenantUuid,
    system,
    (tx) => tx`
    update meetings set externally_organized = true, source = 'PROVIDER_B', external_sync_status = 'FAILED'
     where meeting_uuid = ${external.meetingUuid}`,
  );
});

const found = async (...filters: object[]) => {
  const { status, body } = await host.post('/api/v2/meetings', { filters });
  expect(status, JSON.stringify(body)).toBe(200);
  return titles(body.content);
};

describe('the calendar', () => {
  test('has the caller’s meetings by start, as summaries', async () => {
    const { body } = await host.get('/api/v1/meetings');
    expect(titles(body.meetings)).toEqual(['Ábaco', 'B', 'C', null]);
    expect(body.total).toBe(4);
    expect(Object.keys(body.meetings[0]).sort()).toEqual(
      [
        'meetingUuid',
        'title',
        'startDateTime',
        'endDateTime',
        'timezone',
        'allDay',
        'durationMinutes',
        'locationType',
        'status',
        'source',
        'hostUuid',
        'hostName',
        'attendeeCount',
        'contactNames',
        'contactCount',
        'externallyOrganized',
        'isPersonal',
        'showExternalCalendarIcon',
        'externalSyncStatus',
        'canEdit',
        'canCancel',
        'canResend',
        'canRemoveFromCalendar',
        'createdAt',
        'updatedAt',
      ].sort(),
    );
  });

  test('has what one is invited to, and of an administrator no more than that', async () => {
    const listed = async (who: 'colleague' | 'client' | 'stranger' | 'admin') =>
      titles((await m[who].get('/api/v1/meetings?from=2031-03-01')).body.meetings);
    expect(await listed('colleague')).toEqual(['Ábaco']);
    expect(await listed('client')).toEqual(['C']);
    expect(await listed('stranger')).toEqual([]);
    expect(await listed('admin')).toEqual([]);
  });

  test.each([
    ['from=2031-03-02T10:59', ['B', 'C', null]],
    ['from=2031-03-02T11:00', ['C', null]],
    ['to=2031-03-02T10:00', ['Ábaco']],
    ['to=2031-03-02T10:01', ['Ábaco', 'B']],
    ['to=2031-03-02', ['Ábaco', 'B']],
    ['from=2031-03-02&to=2031-03-03', ['B', 'C']],
    ['from=2031-03-01T10:00&to=2031-03-01T10:30', ['Ábaco']],
    ['from=2031-03-01T04:00:00Z&to=2031-03-01T05:00:00Z', ['Ábaco']],
    ['from=2031-03-01T10:00:00Z&to=2031-03-01T11:00:00Z', []],
    ['from=2031-03-01T01:00&to=2031-03-01T01:30&timezone=America/Santiago', []],
    ['from=2031-03-01T01:30&to=2031-03-01T02:00&timezone=America/Santiago', ['Ábaco']],
    ['status=CANCELED', ['B']],
    ['status=ACTIVE&from=2031-03-02', ['C', null]],
  ])('asked for %s', async (query, expected) => {
    const { body } = await host.get(`/api/v1/meetings?${query}`);
    expect(titles(body.meetings)).toEqual(expected);
  });

  test.each([
    ['from=yesterday', 'from'],
    ['from=2031-03-03&to=2031-03-01', 'to'],
    ['status=OPEN', 'status'],
    ['timezone=Mars/Phobos', 'timezone'],
    ['includeHidden=perhaps', 'includeHidden'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await host.get(`/api/v1/meetings?${query}`);
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });
});

describe('a filter', () => {
  const one = (field: string, operator: string, value?: unknown) => ({ field, operator, value });

  test.each<[string, object, (string | null)[]]>([
    ['EQUALS', one('title', 'EQUALS', 'B'), ['B']],
    ['NOT_EQUALS', one('title', 'not_equals', 'B'), ['Ábaco', 'C', null]],
    ['IN', { field: 'title', operator: 'IN', values: ['B', 'C'] }, ['B', 'C']],
    ['NOT_IN', { field: 'title', operator: 'NOT_IN', values: ['B', 'C'] }, ['Ábaco', null]],
    ['CONTAINS', one('title', 'CONTAINS', 'bac'), ['Ábaco']],
    ['STARTS_WITH', one('title', 'STARTS_WITH', 'ab'), ['Ábaco']],
    ['ENDS_WITH', one('title', 'ENDS_WITH', 'CO'), ['Ábaco']],
    [
      'RANGE',
      {
        field: 'startDateTime',
        operator: 'RANGE',
        min: '2031-03-02T10:00:00',
        max: '2031-03-03T10:00:00',
      },
      ['B', 'C'],
    ],
    ['GREATER_THAN', one('startDateTime', 'GREATER_THAN', '2031-03-03T10:00:00'), [null]],
    [
      'GREATER_THAN_OR_EQUAL',
      one('startDateTime', 'GREATER_THAN_OR_EQUAL', '2031-03-03T10:00:00'),
      ['C', null],
    ],
    ['LESS_THAN', one('durationMinutes', 'LESS_THAN', 60), ['Ábaco']],
    ['LESS_THAN_OR_EQUAL', one('durationMinutes', 'LESS_THAN_OR_EQUAL', 60), ['Ábaco', 'B']],
    ['IS_NULL', one('title', 'IS_NULL'), [null]],
    ['IS_NOT_NULL', one('title', 'IS_NOT_NULL'), ['Ábaco', 'B', 'C']],
  ])('%s', async (_operator, filter, expected) => expect(await found(filter)).toEqual(expected));

  test.each<[string, unknown, (string | null)[]]>([
    ['endDateTime', '2031-03-01T10:30:00', ['Ábaco']],
    ['timezone', 'Asia/Kolkata', ['Ábaco']],
    ['allDay', true, [null]],
    ['durationMinutes', 1440, [null]],
    ['locationType', 'IN_PERSON', ['C']],
    ['status', 'CANCELED', ['B']],
    ['source', 'PROVIDER_B', [null]],
    ['hostName', 'Ana Rojas', ['Ábaco', 'B', 'C', null]],
    ['attendeeCount', 1, ['Ábaco', 'C']],
    ['externallyOrganized', true, [null]],
    ['showExternalCalendarIcon', true, [null]],
    ['externalSyncStatus', 'FAILED', [null]],
    ['canEdit', true, ['Ábaco', 'C']],
    ['canCancel', false, ['B', null]],
    ['canResend', true, ['Ábaco', 'C']],
    ['canRemoveFromCalendar', true, ['B']],
  ])('by %s', async (field, value, expected) =>
    expect(await found(one(field, 'EQUALS', value))).toEqual(expected),
  );

  test.each<[string, unknown, (string | null)[]]>([
    ['allDay', [true], [null]],
    ['allDay', [true, 'FALSE'], ['Ábaco', 'B', 'C', null]],
    ['canEdit', [false], ['B', null]],
    ['durationMinutes', [30, '60'], ['Ábaco', 'B']],
    ['startDateTime', ['2031-03-02T10:00:00'], ['B']],
    ['locationType', 'IN_PERSON', ['C']],
    ['title', [], []],
  ])('by %s IN %j', async (field, values, expected) => {
    expect(await found({ field, operator: 'IN', values })).toEqual(expected);
    const others = ['Ábaco', 'B', 'C', null].filter((title) => !expected.includes(title));
    expect(await found({ field, operator: 'NOT_IN', values })).toEqual(others);
  });

  test('by what the service assigned', async () => {
    const { body } = await host.post('/api/v2/meetings', {
      filters: [one('title', 'EQUALS', 'C')],
    });
    for (const field of ['meetingUuid', 'hostUuid', 'createdAt', 'updatedAt']) {
      expect(await found(one(field, 'EQUALS', body.content[0][field]))).toContain('C');
    }
    expect(await found(one('hostUuid', 'NOT_EQUALS', uuidOf(host)))).toEqual([]);
  });

  test('joins its conditions by AND', async () => {
    const attended = one('attendeeCount', 'GREATER_THAN', 0);
    expect(await found(attended, one('locationType', 'IN', 'IN_PERSON'))).toEqual(['C']);
  });

  test.each([
    [{ filters: [one('secret', 'EQUALS', 1)] }, 'filters[0].field'],
    [{ filters: [one('internalNotes', 'CONTAINS', 'x')] }, 'filters[0].field'],
    [{ filters: [one('title', 'LIKE', 'x')] }, 'filters[0].operator'],
    [{ filters: [one('durationMinutes', 'EQUALS', 'long')] }, 'filters[0].value'],
    [{ filters: [one('startDateTime', 'EQUALS', '2031-03-01T10:00:00Z')] }, 'filters[0].value'],
    [
      { filters: [one('startDateTime', 'LESS_THAN', '+200000-01-01T00:00:00')] },
      'filters[0].value',
    ],
    [{ filters: [one('endDateTime', 'EQUALS', '0000-01-01T00:00:00')] }, 'filters[0].value'],
    [{ filters: [one('createdAt', 'EQUALS', '0001-01-01T00:00:00+01:00')] }, 'filters[0].value'],
    [{ filters: [{ operator: 'EQUALS' }] }, 'filters[0].field'],
    [{ size: 0 }, 'size'],
    [{ size: 101 }, 'size'],
    [{ page: -1 }, 'page'],
    [{ sort: ['host,asc'] }, 'sort'],
  ])('refuses %j', async (body, field) => {
    const answer = await host.post('/api/v2/meetings', body);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  });
});

describe('a page', () => {
  test.each([
    ['startDateTime,desc', [null, 'C', 'B', 'Ábaco']],
    ['title,asc', ['Ábaco', 'B', 'C', null]],
    ['durationMinutes,desc', [null, 'C', 'B', 'Ábaco']],
    ['canRemoveFromCalendar,desc', ['B']],
  ])('is sorted by %s', async (sort, expected) => {
    const { body } = await host.post('/api/v2/meetings', { sort: [sort] });
    expect(titles(body.content).slice(0, expected.length)).toEqual(expected);
  });

  test('neither loses nor repeats a meeting', async () => {
    const pages = await Promise.all(
      [0, 1, 2].map((page) => host.post('/api/v2/meetings', { page, size: 2, sort: ['hostName'] })),
    );
    const seen = pages.flatMap(({ body }) => body.content.map((each: Row) => each.meetingUuid));
    expect(new Set(seen).size).toBe(4);
    expect(pages[1]?.body).toMatchObject({
      number: 1,
      totalElements: 4,
      totalPages: 2,
      last: true,
    });
  });

  test('of an administrator has all of the tenant, of others their own', async () => {
    const total = async (client: typeof host) =>
      (await client.post('/api/v2/meetings', {})).body.totalElements;
    expect(await total(m.admin)).toBe(4);
    expect(await total(m.colleague)).toBe(1);
    expect(await total(m.client)).toBe(1);
    expect(await total(m.stranger)).toBe(0);
    expect(await total(await (await w.tenant()).as('TENANT_ADMIN'))).toBe(0);
  });

  test('leaves out what was taken out of view, unless asked', async () => {
    const mine = await m.meeting({}, m.stranger);
    await m.stranger.post(`${mine.path}/cancel`);
    await m.stranger.delete(`${mine.path}/calendar-visibility`);
    const total = async (body: object) =>
      (await m.stranger.post('/api/v2/meetings', body)).body.totalElements;
    expect([await total({}), await total({ includeHidden: true })]).toEqual([0, 1]);
  });
});

describe('the values of a field', () => {
  test.each([
    ['title', ['Ábaco', 'B', 'C']],
    ['timezone', ['America/Santiago', 'Asia/Kolkata']],
    ['status', ['ACTIVE', 'CANCELED']],
    ['durationMinutes', [30, 60, 120, 1440]],
    ['attendeeCount', [0, 1]],
    ['canEdit', [false, true]],
    ['hostName', ['Ana Rojas']],
  ])('%s', async (field, values) => {
    const { body } = await host.post('/api/v2/meetings/filter-values', { field });
    expect(body).toEqual({ field, values, total: values.length });
  });

  test('are searched, filtered and refused like the meetings', async () => {
    const values = (body: object) => host.post('/api/v2/meetings/filter-values', body);
    const filters = [{ field: 'attendeeCount', operator: 'EQUALS', value: 1 }];
    expect((await values({ field: 'title', search: 'aba', filters })).body.values).toEqual([
      'Ábaco',
    ]);
    expect((await values({ field: 'internalNotes' })).status).toBe(400);
    expect((await values({})).status).toBe(400);
  });
});
