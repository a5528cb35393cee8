import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { world } from '../../../test-support/world.ts';
import { removeExpired } from '../../background/sweep-expired.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let staff: Client;
let defaults: string;

beforeAll(async () => {
  tenant = await w.tenant();
  staff = await tenant.as('TENANT_STAFF');
  defaults = JSON.stringify({
    contactType: 'PROSPECT',
    contactMeans: 'EMAIL',
    preferredContactLanguage: 'SPANISH',
    contactManagerId: (await tenant.staff()).tenantStaffUuid,
  });
});

const header =
  'Nombre,Apellido,preferredEmail,preferredPhoneNumber.phoneCountryCode,preferredPhoneNumber.phoneNumber,Shoe size';
const mapping = JSON.stringify({ Nombre: 'firstName', Apellido: 'paternalLastName' });

async function started(rows: string[], query: Record<string, string> = {}, by = staff) {
  const params = new URLSearchParams({ defaults, mapping, ...query });
  const { status, body } = await by.post(
    `/api/contacts/import?${params}`,
    [header, ...rows].join('\n'),
    { 'content-type': 'text/csv' },
  );
  expect(status, JSON.stringify(body)).toBe(202);
  return `/api/contacts/imports/${body.importUuid}`;
}
const stateOf = async (path: string) => (await staff.get(path)).body;
async function finished(path: string) {
  await expect.poll(async () => (await stateOf(path)).status).toBe('DONE');
  return path;
}
const refusedRows = async (path: string) => (await staff.get(`${path}/refused-rows`)).body;
const mend = (path: string, line: number, values: object, by = staff) =>
  by.put(`${path}/rows/${line}`, { values });

describe('a refused row of an import', () => {
  test('tells what it said, can be mended, and becomes a contact once', async () => {
    const path = await finished(
      await started([
        "Ana,Soto,ana@example.com,'+56,912345678,38",
        "Eva,,not an e-mail,'+56,912345679,39",
        '',
        'Tom,Soto,bad',
      ]),
    );
    const said = {
      Nombre: 'Eva',
      Apellido: '',
      preferredEmail: 'not an e-mail',
      'preferredPhoneNumber.phoneCountryCode': "'+56",
      'preferredPhoneNumber.phoneNumber': '912345679',
      'Shoe size': '39',
    };
    const rows = await refusedRows(path);
    expect(rows.map((each: { line: number }) => each.line)).toEqual([3, 5]);
    expect(rows[0].values).toEqual(said);
    expect(Object.keys(rows[0].values)).toEqual(header.split(','));
    expect(rows[1].values).toMatchObject({ preferredEmail: 'bad', 'Shoe size': '' });

    // A value that is not named stays, so one fault is left.
    const again = await mend(path, 3, { preferredEmail: 'eva@example.com' });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({
      line: 3,
      contactUuid: null,
      errors: [expect.objectContaining({ field: 'paternalLastName' })],
      values: { ...said, preferredEmail: 'eva@example.com' },
    });
    const [first] = await refusedRows(path);
    expect(first).toEqual({ line: 3, errors: again.body.errors, values: again.body.values });
    expect(await stateOf(path)).toMatchObject({ acceptedRows: 1, refusedRows: 2 });

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => mend(path, 3, { Apellido: 'Núñez' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const taken = answers.find(({ status }) => status === 200)?.body;
    expect(taken).toMatchObject({ line: 3, errors: [], values: { Apellido: 'Núñez' } });
    expect((await staff.get(`/api/contacts/${taken.contactUuid}`)).body).toMatchObject({
      firstName: 'Eva',
      paternalLastName: 'Núñez',
      preferredEmail: 'eva@example.com',
      preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '912345679' },
    });
    expect(await stateOf(path)).toMatchObject({
      status: 'DONE',
      processedRows: 3,
      acceptedRows: 2,
      refusedRows: 1,
    });
    const [event] = await w.db.asPlatform(
      (tx) => tx`select actor_id from events
                  where event_type = 'contact.created' and entity_id = ${taken.contactUuid}`,
    );
    expect(event?.actorId).toBe(staff.identity['x-user-id']);
  });

  test('is tried only where it is refused, and with columns of the file', async () => {
    const path = await finished(await started(['Ana,Soto', 'Tom,Soto,bad']));
    const statuses = [2, 1, 4, 2_147_483_648].map(
      async (line) => (await mend(path, line, {})).status,
    );
    expect(await Promise.all(statuses)).toEqual([409, 404, 404, 400]);
    const unknown = await mend(path, 3, { firstName: 'Tom' });
    expect(unknown.status).toBe(400);
    expect(unknown.body.errors[0].field).toBe('values.firstName');
    expect((await mend(path, 3, { Nombre: 5 })).body.errors[0].field).toBe('values.Nombre');
    expect((await staff.put(`${path}/rows/3`, {})).body.errors[0].field).toBe('values');
    const others = await Promise.all([
      mend(path, 3, {}, await (await w.tenant()).as('TENANT_ADMIN')),
      mend(path, 3, {}, await tenant.as('PARTNER_ADMIN')),
      mend(path, 3, {}, await tenant.as('CLIENT')),
    ]);
    expect(others.map(({ status }) => status)).toEqual([404, 404, 403]);
    expect(await refusedRows(path)).toHaveLength(1);
  });

  test('says nothing any more three months after the import', async () => {
    const path = await finished(await started(['Tom,Soto,bad']));
    await w.db.asPlatform(async (tx) => {
      await tx`update contact_imports set finished_at = now() - interval '91 days'
                where import_uuid = ${path.slice(-36)}`;
      await removeExpired(tx);
    });
    expect(await refusedRows(path)).toMatchObject([{ line: 2, values: null }]);
    const { status, body } = await mend(path, 2, { Nombre: 'Tom', Apellido: 'Soto' });
    expect([status, body.errors]).toEqual([200, []]);
  });
});

describe('an import', () => {
  test('rests while it is paused, goes on when resumed, and takes each row once', async () => {
    const rows = Array.from({ length: 800 }, (_, at) => `N${at},Rest,${at % 400 ? '' : 'bad'}`);
    const path = await started(rows);
    const pause = await Promise.all([staff.post(`${path}/pause`), staff.post(`${path}/pause`)]);
    expect(pause.map(({ status, body }) => [status, body.status])).toEqual([
      [200, 'PAUSED'],
      [200, 'PAUSED'],
    ]);
    const { processedRows } = await stateOf(path);
    expect(processedRows).toBeLessThan(800);
    // Another import is done meanwhile by the same worker: this one does not go on.
    await finished(await started(['Ana,Soto']));
    expect(await stateOf(path)).toMatchObject({ status: 'PAUSED', processedRows });
    const resumed = await Promise.all([staff.post(`${path}/resume`), staff.post(`${path}/resume`)]);
    expect(resumed.map(({ status }) => status)).toEqual([200, 200]);
    expect(resumed.map(({ body }) => body.status)).not.toContain('PAUSED');
    await finished(path);
    expect(await stateOf(path)).toMatchObject({ acceptedRows: 798, refusedRows: 2 });
    expect((await staff.get('/api/contacts?searchTerm=Rest')).body.totalElements).toBe(798);
  });

  test('that is over is neither paused nor resumed', async () => {
    const path = await finished(await started(['Ana,Soto']));
    const stranger = await (await w.tenant()).as('TENANT_ADMIN');
    for (const verb of ['pause', 'resume']) {
      expect((await staff.post(`${path}/${verb}`)).status).toBe(409);
      expect((await stranger.post(`${path}/${verb}`)).status).toBe(404);
    }
  });
});
