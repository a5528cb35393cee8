import { expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';

const w = await world();
const tenant = await w.tenant('Andes Patrimonio');
const { tenantUuid } = tenant;
const admin = await tenant.as('TENANT_ADMIN');
const path = `/api/tenants/${tenantUuid}/mail`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const unset = { replyTo: null, replyToConfirmed: false, senderName: null };

/** The newest link to confirm an address, once so many were mailed. */
async function linkTo(address: string, count = 1): Promise<URL> {
  const mails = () => w.mails.filter(({ to, kind }) => to === address && kind === 'REPLY_ADDRESS');
  await expect.poll(() => mails().length, { timeout: 60_000 }).toBe(count);
  return new URL(/http\S+/.exec(mails().at(-1)?.text ?? '')?.[0] ?? '');
}
const accept = { accept: 'text/html' };
const open = ({ pathname, search }: URL) => w.anonymous.get(`${pathname}${search}`, accept);
const press = ({ pathname, searchParams }: URL) =>
  w.anonymous.post(pathname, `token=${searchParams.get('token')}`, { ...form, ...accept });
/** A mail that the firm sends now. */
async function nextMail() {
  const { tenantStaffUuid, userEmail } = await tenant.staff();
  await admin.post(`/api/tenant-staff/${tenantStaffUuid}/credentials/reset`, {});
  const find = () => w.mails.find(({ to }) => to === userEmail);
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  return find();
}

test('mails name the firm as sender, or the name that it sets', async () => {
  expect((await admin.get(path)).body).toEqual(unset);
  expect(await nextMail()).toMatchObject({ fromName: 'Andes Patrimonio' });
  const set = await admin.put(path, { senderName: 'Equipo Andes' });
  expect([set.status, set.body]).toEqual([200, { ...unset, senderName: 'Equipo Andes' }]);
  expect(await nextMail()).toMatchObject({ fromName: 'Equipo Andes' });
  expect((await admin.put(path, {})).body.senderName).toBe('Equipo Andes');
  expect((await admin.put(path, { senderName: null })).body).toEqual(unset);
  expect(await nextMail()).toMatchObject({ fromName: 'Andes Patrimonio' });
});

test('a reply address is used once its owner has pressed the button of the link mailed to it', async () => {
  const replyTo = 'hola@andes.example';
  expect((await admin.put(path, { replyTo })).body).toEqual({ ...unset, replyTo });
  const link = await linkTo(replyTo);
  expect(await nextMail()).not.toHaveProperty('replyTo');
  const page = await open(link);
  expect([page.status, String(page.body)]).toEqual([200, expect.stringContaining('<form')]);
  expect(String(page.body)).not.toContain('<script');
  expect(page.headers['content-security-policy']).not.toContain('script-src');
  expect((await admin.get(path)).body.replyToConfirmed).toBe(false);
  expect((await press(link)).status).toBe(200);
  expect((await admin.get(path)).body).toEqual({ ...unset, replyTo, replyToConfirmed: true });
  expect(await nextMail()).toMatchObject({
    replyTo: { name: 'Andes Patrimonio', address: replyTo },
  });
  expect((await open(link)).body).not.toContain('<form');

  // The next address is nobody's until it is confirmed; stated again, it is mailed another link.
  await admin.put(path, { replyTo: 'otra@andes.example' });
  const first = await linkTo('otra@andes.example');
  expect(await nextMail()).not.toHaveProperty('replyTo');
  expect((await press(link)).status).toBe(404);
  await admin.put(path, { replyTo: 'otra@andes.example' });
  const second = await linkTo('otra@andes.example', 2);
  expect([(await press(first)).status, (await press(second)).status]).toEqual([404, 200]);
  expect((await admin.put(path, { replyTo: null })).body).toEqual(unset);
  expect((await press(second)).status).toBe(404);
});

test('a link that has expired, or that nobody was sent, is a page that says so', async () => {
  await admin.put(path, { replyTo: 'tarde@andes.example' });
  const link = await linkTo('tarde@andes.example');
  await w.db.asPlatform((tx) => tx`update tenant_mail set token_expires_at = now()`);
  for (const late of [link, new URL('?token=x', link)])
    for (const answer of [await open(late), await press(late)])
      expect([answer.status, String(answer.body)]).toEqual([
        404,
        expect.stringContaining('Este enlace ya no es válido'),
      ]);
});

test('a link of a firm that was deleted confirms nothing, then or after the firm is restored', async () => {
  const firm = await w.tenant();
  const [head, system] = [await firm.as('TENANT_ADMIN'), await w.systemAdmin()];
  const firmPath = `/api/tenants/${firm.tenantUuid}`;
  const replyTo = 'adios@andes.example';
  await head.put(`${firmPath}/mail`, { replyTo });
  const link = await linkTo(replyTo);
  const { tenantUuid } = firm;
  const kept = () =>
    w.db.asPlatform(
      (tx) => tx<{ tokenHash: Buffer | null; confirmedAt: string | null }[]>`
        select token_hash, confirmed_at from tenant_mail where tenant_uuid = ${tenantUuid}`,
    );
  const setHash = (hash: Buffer | null) =>
    w.db.asPlatform(
      (tx) => tx`update tenant_mail set token_hash = ${hash} where tenant_uuid = ${tenantUuid}`,
    );
  const [before] = await kept();
  await system.delete(firmPath);
  expect([...(await kept())]).toEqual([{ tokenHash: null, confirmedAt: null }]);
  // Whatever link there may still be, of a deleted firm it confirms nothing.
  await setHash(before?.tokenHash ?? null);
  expect((await press(link)).status).toBe(404);
  expect((await kept())[0]?.confirmedAt).toBeNull();
  await setHash(null);
  expect((await system.post(`${firmPath}/restore`)).status).toBe(200);
  expect([(await open(link)).status, (await press(link)).status]).toEqual([404, 404]);
  const { body } = await system.get(`${firmPath}/mail`);
  expect(body).toMatchObject({ replyTo, replyToConfirmed: false });
});

test('what is no name or address is named, and changes nothing; others may not set it', async () => {
  const before = (await admin.get(path)).body;
  for (const wrong of [
    { senderName: '' },
    { senderName: '   ' },
    { senderName: 'x'.repeat(101) },
    { replyTo: 'hola' },
    { replyTo: 'a@b.example, c@d.example' },
    { replyTo: 5 },
  ]) {
    const { status, body } = await admin.put(path, wrong);
    expect([status, body.errors[0].field]).toEqual([400, Object.keys(wrong)[0]]);
  }
  expect((await admin.get(path)).body).toEqual(before);
  const staff = await tenant.as('TENANT_STAFF');
  const other = await (await w.tenant()).as('TENANT_ADMIN');
  for (const caller of [staff, other])
    expect([(await caller.get(path)).status, (await caller.put(path, {})).status]).toEqual([
      403, 403,
    ]);
  const system = await w.systemAdmin();
  expect((await system.put(path, { senderName: 'De la plataforma' })).status).toBe(200);
});

test('a change records its fields and never their values', async () => {
  const { body } = await admin.get('/api/audit?eventType=tenant.mail_updated');
  const changes = body.content.map(
    ({ attributes }: { attributes: object }) => Object.values(attributes)[0],
  );
  expect(new Set(changes)).toEqual(new Set(['replyTo', 'senderName', 'REPLY_TO_CONFIRMED']));
  const count = changes.length;
  await admin.put(path, { senderName: 'De la plataforma' });
  const after = await admin.get('/api/audit?eventType=tenant.mail_updated');
  expect(after.body.content).toHaveLength(count);
});
