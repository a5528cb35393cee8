import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { machine } from '../../../test-support/machine.ts';
import { world } from '../../../test-support/world.ts';
import { importedStaff } from './imported-staff.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let other: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;

beforeAll(async () => {
  [tenant, other] = await Promise.all([w.tenant(), w.tenant()]);
  admin = await tenant.as('TENANT_ADMIN');
});

const csv = { 'content-type': 'text/csv' };
const address = () => `${randomUUID()}@staff.example`;
const defaults = {
  staffType: 'ADVISOR',
  legalResidence: 'CL',
  timeZone: 'America/Santiago',
  platformLanguage: 'SPANISH',
  commissionCurrency: 'CLP',
};

function send(text: string | Buffer, query: Record<string, string> = {}, client = admin) {
  const params = new URLSearchParams({ defaults: JSON.stringify(defaults), ...query });
  return client.post(`/api/tenant-staff/import?${params}`, text, csv);
}

const importOf = (importUuid: string, client = admin) =>
  client.get(`/api/tenant-staff/imports/${importUuid}`);
async function finished(importUuid: string, client = admin) {
  const status = async () => (await importOf(importUuid, client)).body.status;
  await expect.poll(status).toMatch(/DONE|FAILED/);
  return (await importOf(importUuid, client)).body;
}
const refusals = async (importUuid: string) =>
  (await admin.get(`/api/tenant-staff/imports/${importUuid}/refused-rows`)).body;

type Named = { userEmail: string };
const found = async (userEmail: string, client = admin) =>
  (await client.get('/api/tenant-staff/all')).body.find(
    (each: Named) => each.userEmail === userEmail,
  );
const mailsTo = (email: string) => w.mails.filter(({ to }) => to === email);
/** Makes an import that is over one that goes on, by whom it is said to be. */
const reopen = (importUuid: string, changes: object) =>
  w.db.asPlatform(
    (tx) =>
      tx`update contact_imports set ${tx({ finishedAt: null, ...changes })} where import_uuid = ${importUuid}`,
  );

describe('importing staff', () => {
  test('makes people with logins of the good rows, and names the column at fault of the others', async () => {
    const [good, foreign] = [address(), address()];
    await other.staff({ userEmail: foreign });
    const file = [
      'Nombre;Apellido;Correo;email;Función;Idioma;Teléfono;Nacimiento;Firma;Activo;Nota',
      `Ana;Núñez;${good};ana@andes.example;Operaciones;inglés;9 1234 5678;28-02-1985;;Inactivo;x`,
      `Eva;Soto;${foreign.toUpperCase()};eva@andes.example;;;;;;;`,
      `Tom;Soto;${good.toUpperCase()};tom@andes.example;;;;;;;`,
      `Leo;Soto;${address()};leo@andes.example;jefe;;9.1E+7;;;;`,
      `Mia;Soto;${address()};mia@andes.example;;;;;${randomUUID()};;`,
      'Max;Soto;nobody;;;;;;;;',
    ].join('\r\n');
    const mapping = JSON.stringify({
      ...{ Nombre: 'firstName', Apellido: 'paternalLastName', Correo: 'userEmail' },
      ...{ Función: 'staffType', Idioma: 'platformLanguage', Teléfono: 'contactPhone.number' },
      ...{ Nacimiento: 'dateOfBirth', Firma: 'partnerUuid', Activo: 'isActive' },
    });
    const own = JSON.stringify({ ...defaults, 'contactPhone.countryCode': '56' });
    const latin1 = Buffer.from(file, 'latin1');
    const { status, body } = await send(latin1, { mapping, defaults: own });
    expect(status, JSON.stringify(body)).toBe(202);
    expect(body).toMatchObject({ totalRows: 6, ignoredColumns: ['Nota'], dryRun: false });
    expect(await finished(body.importUuid)).toMatchObject({
      ...{ status: 'DONE', acceptedRows: 1, refusedRows: 5, existing: 0 },
    });
    const member = await found(good);
    expect(member).toMatchObject({
      ...{ paternalLastName: 'Núñez', staffType: 'MANAGER', staffRole: 'ADVISOR' },
      ...{ platformLanguage: 'ENGLISH', dateOfBirth: '1985-02-28', isActive: false },
      contactPhone: { countryCode: '+56', number: '912345678' },
      tenantUuid: tenant.tenantUuid,
    });
    const refused: {
      line: number;
      errors: { field: string; code: string; column: string; example: string }[];
    }[] = await refusals(body.importUuid);
    expect(
      refused.map(({ line, errors }) => [
        line,
        ...errors.map(({ field, code, column }) => [field, code, column].join(' ')),
      ]),
    ).toEqual([
      [3, 'userEmail EMAIL_TAKEN Correo'],
      [4, 'userEmail EMAIL_TAKEN Correo'],
      [5, 'staffType NOT_ALLOWED Función', 'contactPhone.number INVALID_FORMAT Teléfono'],
      [6, 'partnerUuid UNKNOWN_PARTNER Firma'],
      [7, 'email REQUIRED email', 'userEmail INVALID_FORMAT Correo'],
    ]);
    const events = await w.db.asPlatform(
      (tx) => tx`
        select actor_type, attributes from events
         where event_type = 'staff.created' and entity_id = ${member.tenantStaffUuid}`,
    );
    expect(events).toMatchObject([{ attributes: { staffType: 'MANAGER' } }]);
    expect(mailsTo(good)).toEqual([]);
    const inbox = await admin.get('/api/inbox?kind=IMPORT_DONE');
    expect(inbox.body.content).toMatchObject([
      { entityType: 'STAFF_IMPORT', entityUuid: body.importUuid },
    ]);

    const mended = address();
    const row = `/api/tenant-staff/imports/${body.importUuid}/rows/3`;
    const outcome = await admin.put(row, { values: { Correo: mended } });
    expect(outcome.body).toMatchObject({ line: 3, errors: [] });
    expect((await found(mended)).tenantStaffUuid).toBe(outcome.body.tenantStaffUuid);
    expect((await admin.put(row, { values: {} })).body.code).toBe('ROW_NOT_REFUSED');
    const again = await admin.put(row.replace('/3', '/4'), { values: { Nombre: 'Teo' } });
    expect(again.body).toMatchObject({
      tenantStaffUuid: null,
      errors: [{ code: 'EMAIL_TAKEN' }],
    });
  });

  test('takes the address of the login as that of the person where no column holds another', async () => {
    const email = address();
    const file = `firstName,paternalLastName,userEmail\nAna,Soto,${email}\nEva,Soto,nobody\n`;
    const { body } = await send(file, { dryRun: 'true' });
    expect(body).toMatchObject({ accepted: 1, refused: 1 });
    expect(body.sample[1].errors).toMatchObject([{ field: 'userEmail', code: 'INVALID_FORMAT' }]);
    const sent = await send(file);
    await finished(sent.body.importUuid);
    expect(await found(email)).toMatchObject({ email, userEmail: email });
  });

  test('mails first links with invite=true alone, and takes no password of a file', async () => {
    const [invited, silent] = [address(), address()];
    const fileOf = (email: string) =>
      `firstName,paternalLastName,userEmail,email,Contraseña,confirm password\nAna,Soto,${email},ana@andes.example,correct horse battery,correct horse battery\nEva,Soto,none,eva@andes.example,hush hush hush,hush\n`;
    const sent = await send(fileOf(invited), { invite: 'true' });
    expect(await finished(sent.body.importUuid)).toMatchObject({ acceptedRows: 1 });
    await expect.poll(() => mailsTo(invited).length).toBe(1);
    const quiet = await send(fileOf(silent), { invite: 'false' });
    expect(quiet.body.ignoredColumns).toEqual(['Contraseña', 'confirm password']);
    await finished(quiet.body.importUuid);
    const [{ values }] = await refusals(quiet.body.importUuid);
    expect(values).toMatchObject({ firstName: 'Eva', Contraseña: '', 'confirm password': '' });
    const login = { email: silent, password: 'correct horse battery' };
    expect((await w.anonymous.post('/api/auth/login', login)).status).toBe(401);
    const member = await found(silent);
    const queued = await w.db.asPlatform(
      (tx) => tx`select from mails where person_uuid = ${member.tenantStaffUuid}`,
    );
    expect(queued).toHaveLength(0);
  });

  test('in a dry run answers what would become of it, and writes nothing', async () => {
    const email = address();
    const file = `firstName,paternalLastName,userEmail,email\nAna,Soto,${email},ana@andes.example\nEva,Soto,${email.toUpperCase()},eva@andes.example\n`;
    const { status, body } = await send(file, { dryRun: 'true', invite: 'true' });
    expect([status, body]).toMatchObject([
      200,
      { rows: 2, accepted: 1, refused: 1, isSample: false, existing: 0 },
    ]);
    expect(body.sample).toMatchObject([
      { line: 2, values: { userEmail: email }, errors: [] },
      { line: 3, errors: [{ code: 'EMAIL_TAKEN', column: 'userEmail' }] },
    ]);
    expect(await found(email)).toBeUndefined();
    expect(mailsTo(email)).toEqual([]);
  });

  test('a machine makes nobody an administrator, nor does it mail anybody unasked', async () => {
    const { client } = await machine(w, admin, { scopes: ['staff:read', 'staff:write'] });
    const [chief, adviser] = [address(), address()];
    const file = `firstName,paternalLastName,userEmail,email,Kind\nAna,Soto,${chief},ana@andes.example,Administración\nEva,Soto,${adviser},eva@andes.example,Adviser\n`;
    const mapping = JSON.stringify({ Kind: 'staffType' });
    const tried = await send(file, { mapping, dryRun: 'true' }, client);
    expect(tried.body).toMatchObject({ accepted: 1, refused: 1 });
    const { body } = await send(file, { mapping }, client);
    expect(await finished(body.importUuid)).toMatchObject({ acceptedRows: 1, refusedRows: 1 });
    const [{ errors }] = await refusals(body.importUuid);
    expect(errors).toMatchObject([{ field: 'staffType', code: 'PERSON_REQUIRED', column: 'Kind' }]);
    expect(await found(chief)).toBeUndefined();
    expect(await found(adviser)).toBeDefined();
    const byPerson = await admin.put(`/api/tenant-staff/imports/${body.importUuid}/rows/2`, {
      values: {},
    });
    expect(byPerson.body.errors).toEqual([]);
    expect(await found(chief)).toMatchObject({ roles: ['TENANT_ADMIN'] });
    expect(mailsTo(adviser)).toEqual([]);
  });

  test('rests and goes on, only while its person may still import', async () => {
    const { body } = await send('firstName,paternalLastName,userEmail,email\nAna,Soto,x,y\n');
    const { importUuid } = await finished(body.importUuid);
    const path = `/api/tenant-staff/imports/${importUuid}`;
    expect((await admin.post(`${path}/pause`, {})).body.code).toBe('IMPORT_OVER');
    await reopen(importUuid, { status: 'RUNNING' });
    for (const _twice of [1, 2])
      expect((await admin.post(`${path}/pause`, {})).body.status).toBe('PAUSED');
    expect((await admin.post(`${path}/resume`, {})).status).toBe(200);
    expect((await finished(importUuid)).status).toBe('DONE');

    const { tenantStaffUuid } = await tenant.staff();
    await reopen(importUuid, { status: 'QUEUED', requestedBy: tenantStaffUuid });
    const job = w.services.work.find(({ name }) => name === importedStaff.queue);
    await job?.run({ tenantUuid: tenant.tenantUuid, importUuid } as never, 'job');
    expect((await importOf(importUuid)).body).toMatchObject({
      ...{ status: 'FAILED', failureReason: 'PERSON_MAY_NOT_IMPORT' },
    });
  });

  test('a SYSTEM_ADMIN imports into a named tenant, everybody else into the own', async () => {
    const root = await w.systemAdmin();
    const email = address();
    const file = `firstName,paternalLastName,userEmail,email,tenantUuid\nAna,Soto,${email},ana@andes.example,${tenant.tenantUuid}\nEva,Soto,${address()},eva@andes.example,${other.tenantUuid}\n`;
    const named = { tenantUuid: tenant.tenantUuid };
    const { status, body } = await send(file, named, root);
    expect(status, JSON.stringify(body)).toBe(202);
    const within = root.with({ 'x-tenant-uuid': tenant.tenantUuid });
    expect(await finished(body.importUuid, within)).toMatchObject({ acceptedRows: 1 });
    expect(await refusals(body.importUuid)).toMatchObject([
      { errors: [{ field: 'tenantUuid', column: 'tenantUuid' }] },
    ]);
    expect(await found(email)).toBeDefined();
    const nowhere = await send(file, { tenantUuid: randomUUID() }, root);
    expect([nowhere.status, nowhere.body.errors?.[0]?.field]).toEqual([400, 'tenantUuid']);
    expect((await send(file, { tenantUuid: other.tenantUuid })).status).toBe(403);
    const unnamed = await send(file, {}, root);
    expect([unnamed.status, unnamed.body.errors?.[0]?.field]).toEqual([400, 'tenantUuid']);
    const elsewhere = await other.as('TENANT_ADMIN');
    expect((await importOf(body.importUuid, elsewhere)).status).toBe(404);
  });

  test('what cannot be read is 400 with its field, and imports of staff are none of contacts', async () => {
    const header = 'firstName,paternalLastName,email\n';
    const faults: [Record<string, string>, string, string][] = [
      [{}, header, 'userEmail'],
      [{}, 'userEmail,USER_EMAIL\n', 'userEmail'],
      [{ mapping: '{"email":"password"}' }, header, 'mapping'],
      [{ mapping: '[]' }, header, 'mapping'],
      [{ defaults: '{"shoeSize":"38"}' }, header, 'defaults'],
      [{ invite: 'perhaps' }, header, 'invite'],
      [{ tenantUuid: 'mine' }, header, 'tenantUuid'],
      [{}, '', 'body'],
    ];
    for (const [query, file, field] of faults) {
      const { status, body } = await send(file, query);
      expect([status, body.errors?.[0]?.field], JSON.stringify([query, body])).toEqual([
        400,
        field,
      ]);
    }
    const { body } = await send('firstName,paternalLastName,userEmail,email\nAna,Soto,x,y\n');
    expect((await admin.get(`/api/contacts/imports/${body.importUuid}`)).status).toBe(404);
    expect((await admin.get(`/api/contacts/imports/${body.importUuid}/refused-rows`)).status).toBe(
      404,
    );
    const colleague = await tenant.as('TENANT_STAFF');
    expect((await importOf(body.importUuid, colleague)).status).toBe(403);
    await finished(body.importUuid);
  });
});
