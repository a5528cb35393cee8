import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../../test-support/client.ts';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const m = await meetingWorld(w);
const { admin, host } = m;
const script = '<script>alert("x")</script>';

/** Reads the archive by the operating system's own program. */
async function archiveOf(contactUuid: string) {
  const url = `/api/contacts/${contactUuid}/personal-data?format=ZIP`;
  const answer = await w.app.inject({ url, headers: admin.identity });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['content-type']).toBe('application/zip');
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  writeFileSync(join(folder, 'a.zip'), answer.rawPayload);
  execFileSync('python3', ['-m', 'zipfile', '-t', 'a.zip'], { cwd: folder });
  execFileSync('python3', ['-m', 'zipfile', '-e', 'a.zip', 'out'], { cwd: folder });
  return {
    folder: join(folder, 'out'),
    disposition: String(answer.headers['content-disposition']),
  };
}

test('a person’s data come as an archive named by name and day, with the JSON and a page in their language', async () => {
  const contactUuid = await m.contact({
    firstName: 'Íñigo',
    paternalLastName: script,
    preferredContactLanguage: 'SPANISH',
  });
  const about = { entityType: 'CONTACT', entityUuid: contactUuid };
  await host.post('/api/notes', { ...about, text: `Prefiere ${script} & "hablar"` });
  await admin.put(`/api/contacts/${contactUuid}`, { alias: 'Antiguo', maritalStatus: 'SINGLE' });
  await admin.put(`/api/contacts/${contactUuid}`, { alias: `Nuevo ${script}` });
  const { body: plain } = await admin.get(`/api/contacts/${contactUuid}/personal-data`);
  const { folder, disposition } = await archiveOf(contactUuid);
  const [, name = ''] = /filename\*=UTF-8''(.*)\.zip$/.exec(disposition) ?? [];
  const fileName = decodeURIComponent(name);
  expect(fileName).toMatch(/^Íñigo.*-\d{4}-\d\d-\d\d$/);
  expect(disposition).toMatch(/filename="Inigo[\w-]*\.zip"/);
  const json = JSON.parse(readFileSync(join(folder, `${fileName}.json`), 'utf8'));
  expect(Object.keys(json)).toEqual(Object.keys(plain));
  expect([json.contactUuid, json.contacts, json.notes]).toEqual([
    contactUuid,
    plain.contacts,
    plain.notes,
  ]);
  const changed = json.history.flatMap(({ changes }: { changes: object[] }) => changes);
  expect(changed).toContainEqual(expect.objectContaining({ field: 'alias', before: 'Antiguo' }));

  const html = readFileSync(join(folder, `${fileName}.html`), 'utf8');
  expect(html).toMatch(/<html lang="es">/);
  expect(html).not.toMatch(/<script|<link|<img|\son\w+=|javascript:/i);
  expect(html).toContain(
    'Prefiere &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &quot;hablar&quot;',
  );
  for (const word of [
    'Datos personales de',
    'Historial de cambios',
    'Soltero/a',
    'Apellido paterno',
    'Notas',
  ])
    expect(html).toContain(word);
  expect(html).toMatch(/<td>Alias<\/td><td>Antiguo<\/td><td>Nuevo &lt;script/);
});

test('the page of who reads English is in English, and names nobody else who is served', async () => {
  const names = {
    firstName: 'Rosa',
    paternalLastName: 'Archive',
    preferredContactLanguage: 'ENGLISH',
  };
  const [own, other] = [
    await m.contact(names),
    await m.contact({ ...names, displayName: 'Otra Persona' }),
  ];
  await admin.post('/api/contacts/duplicates/dismiss', { contactUuids: [own, other] });
  await m.meeting({ title: 'Annual review', contactIds: [own, other] });
  const { folder, disposition } = await archiveOf(own);
  expect(disposition).toContain('filename="Rosa');
  const [, name = ''] = /filename="(.*)\.zip"/.exec(disposition) ?? [];
  const html = readFileSync(join(folder, `${name}.html`), 'utf8');
  expect(html).toContain('Personal data of Rosa');
  expect(html).toContain('Annual review');
  expect(html).not.toContain('Otra Persona');
});

test('another format is 400, the export is recorded, and who may not read it gets none', async () => {
  const contactUuid = await m.contact({});
  const path = `/api/contacts/${contactUuid}/personal-data`;
  const bad = await admin.get(`${path}?format=PDF`);
  expect([bad.status, bad.body.errors[0].field]).toEqual([400, 'format']);
  expect((await host.get(`${path}?format=ZIP`)).status).toBe(403);
  const others = ['households:read', 'meetings:read', 'notes:read', 'tasks:read'];
  const tokens = [['contacts:read'], ['contacts:read', ...others]].map(async (scopes) => {
    const made = await admin.post('/api/auth/me/tokens', { name: 'Program', scopes });
    const program = createClient(w.app, { authorization: `Bearer ${made.body.token}` });
    return (await program.get(path)).body;
  });
  expect(await Promise.all(tokens)).toMatchObject([{ code: 'SCOPE_MISSING' }, { contactUuid }]);
  await archiveOf(contactUuid);
  const { body } = await admin.get('/api/audit?eventType=export.completed&size=1');
  expect(body.content[0].attributes).toMatchObject({
    list: 'personal-data',
    format: 'zip',
    contactUuid,
  });
  expect(body.content[0].actorId).toBe(uuidOf(admin));
});
