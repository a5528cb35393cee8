import document from '@atrium/api-client/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const m = await meetingWorld(w);
const { admin, host, tenant } = m;

type Kind = { by?: Client; path: string; body: object; other: object; list: string; key: string };

const made = async (path: string, body: object, by = admin) => {
  const { status, body: record, headers } = await by.post(path, body);
  expect([status < 300, headers.etag, record.version], JSON.stringify(record)).toEqual([
    true,
    '"1"',
    1,
  ]);
  return record;
};

/** A record of each kind that has a version, with two changes and the list that shows it. */
async function kinds(): Promise<Record<string, Kind>> {
  const contact = await made(
    '/api/contacts',
    {
      ...contactInput(tenant.tenantUuid, uuidOf(host)),
      addresses: [{ streetName: 'Uno', isPrimary: true }],
    },
    host,
  );
  const household = await made('/api/households', {
    name: 'Soto',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: uuidOf(host),
    accountNumbers: ['CL-1'],
    members: [{ memberType: 'CONTACT', contactUuid: contact.contactUuid, isPrimary: true }],
  });
  const organisation = await made('/api/organisations', { name: 'Araya SpA' });
  const task = await made('/api/tasks', { title: 'Call', assigneeUuid: uuidOf(host) });
  const about = { entityType: 'CONTACT', entityUuid: contact.contactUuid };
  const note = await made('/api/notes', { ...about, text: 'Prefers calls' }, host);
  const staffUuid = uuidOf(m.stranger);
  return {
    contact: {
      by: host,
      path: `/api/contacts/${contact.contactUuid}`,
      body: { alias: 'Isa', addresses: [{ streetName: 'Dos' }] },
      other: { alias: 'Bel' },
      list: '/api/contacts?size=100',
      key: 'contactUuid',
    },
    household: {
      path: `/api/households/${household.householdUuid}`,
      body: { name: 'Soto Araya', accountNumbersToLink: ['CL-2'] },
      other: { name: 'Araya' },
      list: '/api/households?size=100',
      key: 'householdUuid',
    },
    organisation: {
      path: `/api/organisations/${organisation.organisationUuid}`,
      body: { legalName: 'Araya' },
      other: { legalName: 'Araya y Cía.' },
      list: '/api/organisations',
      key: 'organisationUuid',
    },
    staff: {
      path: `/api/tenant-staff/${staffUuid}`,
      body: { jobPosition: 'Head of desk' },
      other: { jobPosition: 'Head of sales' },
      list: '/api/tenant-staff/all/paginated?size=100',
      key: 'tenantStaffUuid',
    },
    task: {
      path: `/api/tasks/${task.taskUuid}`,
      body: { title: 'Call again' },
      other: { title: 'Write' },
      list: '/api/tasks?size=100',
      key: 'taskUuid',
    },
    note: {
      by: host,
      path: `/api/notes/${note.noteUuid}`,
      body: { text: 'Prefers mails' },
      other: { text: 'Prefers letters' },
      list: '/api/notes?size=100',
      key: 'noteUuid',
    },
  };
}

const records = Object.entries(await kinds());

test.for(records)(
  'the version of a %s grows with each change, and an older one is refused',
  async ([, { by = admin, path, body, other, list, key }]) => {
    const first = await by.get(path);
    expect([first.headers.etag, first.body.version]).toEqual(['"1"', 1]);
    const changed = await by.put(path, body, { 'if-match': '"1"' });
    expect([changed.status, changed.headers.etag, changed.body.version]).toEqual([200, '"2"', 2]);

    for (const stale of [
      '"1"',
      'W/"1"',
      '"1-gzip"',
      '"0", "1"',
      '"3"',
      '2x',
      '"2x"',
      '""',
      '',
      ',',
    ]) {
      const { status, body: problem } = await by.put(path, other, { 'if-match': stale });
      expect([stale, status, problem.code]).toEqual([stale, 412, 'PRECONDITION_FAILED']);
    }
    const now = await by.get(path);
    expect([now.headers.etag, now.body]).toEqual(['"2"', changed.body]);
    const { content } = (await by.get(list)).body;
    const row = content.find((each: Record<string, string>) => path.endsWith(each[key] ?? '?'));
    expect(row.version).toBe(2);

    const [[name]] = Object.entries(other) as [[string, unknown]];
    const same = { [name]: now.body[name] };
    for (const nothing of [same, {}]) {
      const again = await by.put(path, nothing, { 'if-match': '"2"' });
      expect([again.status, again.headers.etag, again.body]).toEqual([200, '"2"', now.body]);
      expect((await by.put(path, nothing, { 'if-match': '"1"' })).status).toBe(412);
    }
    let version = 2;
    for (const form of ['"V"', 'W/"V"', '"V-gzip"', '"9", W/"V"', '*']) {
      const tag = form.replace('V', String(version));
      const taken = await by.put(path, version % 2 ? same : other, { 'if-match': tag });
      expect([tag, taken.status, taken.body.version]).toEqual([tag, 200, ++version]);
    }
    expect((await by.put(path, version % 2 ? same : other)).body.version).toBe(version + 1);
  },
);

test.for(records)(
  'of 20 changes of a %s at once that state its version, one is made',
  async ([, { by = admin, path, other }]) => {
    const { headers, body } = await by.get(path);
    const [[name]] = Object.entries(other) as [[string, unknown]];
    const changes = Array.from({ length: 20 }, (_, at) =>
      by.put(path, { [name]: `Text ${at}` }, { 'if-match': headers.etag }),
    );
    const made = (await Promise.all(changes)).filter(({ status }) => status !== 412);
    expect(made.map(({ status }) => status)).toEqual([200]);
    const now = await by.get(path);
    expect([now.body.version, now.body[name]]).toEqual([body.version + 1, made[0]?.body[name]]);
  },
);

test('members and accounts of a household count as its change, what is derived does not', async () => {
  const { path } = Object.fromEntries(records).household as Kind;
  const version = async () => (await admin.get(path)).body.version;
  let before = await version();
  const changes = async (is: number, act: () => Promise<{ status: number }>) => {
    const { status } = await act();
    const after = await version();
    expect([act.toString(), status < 300, after - before]).toEqual([act.toString(), true, is]);
    before = after;
  };
  const contactUuid = await m.contact();
  const organisation = (await admin.post('/api/organisations', { name: 'Lira SpA' })).body;
  const { organisationUuid } = organisation;
  const party = { memberType: 'CONTACT', contactUuid };
  const firm = { memberType: 'ORGANISATION', organisationUuid };
  const added: Record<string, string>[] = [];
  const add = async (input: object) => {
    const answer = await admin.post(`${path}/members`, input);
    added.push(answer.body);
    return answer;
  };
  await changes(1, () => add(party));
  await changes(1, () => add(firm));
  const member = `${path}/members/${added[0]?.memberUuid}`;
  await changes(1, () => admin.put(member, { relationshipType: 'SPOUSE' }));
  await changes(0, () => admin.put(member, { relationshipType: 'SPOUSE' }));
  await changes(1, () => admin.put(member, { isPrimary: true }));
  const account = `${path}/accounts/CL-1`;
  await changes(1, () => admin.put(account, { custodian: 'Banco' }));
  await changes(0, () => admin.put(account, { custodian: 'Banco' }));
  await changes(1, () => admin.put(path, { name: 'Soto L.', accountNumbersToLink: ['CL-9'] }));
  await changes(1, () => admin.put(path, { accountNumbersToUnlink: ['CL-9'] }));
  await changes(0, () => admin.put(path, { accountNumbersToLink: ['CL-1'] }));
  await changes(0, () => host.put(`/api/contacts/${contactUuid}`, { firstName: 'Otra' }));
  await changes(0, () => admin.put(`/api/organisations/${organisationUuid}`, { name: 'Lira' }));
  await changes(1, () => admin.delete(`/api/organisations/${organisationUuid}`));
  await changes(1, () => admin.post(`/api/organisations/${organisationUuid}/restore`));
  const contact = await host.get(`/api/contacts/${contactUuid}`);
  expect([contact.body.householdUuids.length, contact.headers.etag]).toEqual([1, '"2"']);
  await changes(1, () => admin.delete(member));
  expect((await host.get(`/api/contacts/${contactUuid}`)).headers.etag).toBe('"2"');
  await changes(1, () => add(party));
  await changes(1, () => host.delete(`/api/contacts/${contactUuid}`));
  const detail = await admin.get(`${path}/detail`);
  expect([detail.headers.etag, detail.body.version]).toEqual([`"${before}"`, before]);
});

test('another contact that a task is about is a change of it', async () => {
  const [entityUuid, other] = [await m.contact(), await m.contact()];
  const input = { title: 'Call', assigneeUuid: uuidOf(host), entityType: 'CONTACT', entityUuid };
  const { body } = await admin.post('/api/tasks', input);
  const moved = await admin.put(`/api/tasks/${body.taskUuid}`, { entityUuid: other });
  expect([moved.status, moved.body.entityUuid, moved.body.version]).toEqual([
    400,
    undefined,
    undefined,
  ]);
  const stated = { entityType: 'CONTACT', entityUuid: other };
  const again = await admin.put(`/api/tasks/${body.taskUuid}`, stated, { 'if-match': '"1"' });
  expect([again.status, again.body.entityUuid, again.body.version]).toEqual([200, other, 2]);
});

test('each record that has a version takes If-Match where it is changed', () => {
  type Operation = { parameters?: { name?: string; $ref?: string }[]; responses: Responses };
  type Responses = Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>;
  const schemas = document.components.schemas as Record<string, { properties?: object }>;
  const versioned = Object.entries(document.paths).filter(([path, operations]) => {
    const { put } = operations as { put?: Operation };
    const $ref = put?.responses['200']?.content?.['application/json']?.schema.$ref;
    return (
      path.endsWith('}') && 'version' in (schemas[$ref?.split('/').at(-1) ?? '']?.properties ?? {})
    );
  });
  const without = versioned.filter(([, operations]) => {
    const { put } = operations as unknown as { put: Operation };
    return !('412' in put.responses && JSON.stringify(put.parameters).includes('IfMatch'));
  });
  expect(without.map(([path]) => path)).toEqual([]);
  expect(versioned.length).toBe(7);
});
