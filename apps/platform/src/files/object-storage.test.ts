import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startS3Server } from '../../test-support/s3-server.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import { forgetVersions } from '../tenants/branding/history-queries.ts';
import { publishBranding } from '../tenants/branding/publish-branding.ts';
import { sweepObjects } from '../tenants/branding/sweep-objects.ts';
import { folderStore } from './folder-store.ts';
import type { StoredObject } from './object-store.ts';
import { createUrlSigner } from './url-signer.ts';

const s3 = await startS3Server();
afterAll(s3.stop);
const w = await world(s3.settings);
const folder = await mkdtemp(join(tmpdir(), 'atrium-objects-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const stores = [
  ['a folder', folderStore(folder, createUrlSigner(['secret']))],
  ['an S3 server', w.services.objects],
] as const;

const expiresAt = () => Temporal.Now.instant().add({ minutes: 1 });
const bytes = (text: string) => Buffer.from(text);
const png = bytes('\x89PNG\r\n\x1a\n and whatever');

describe.each(stores)('object storage in %s', (_name, objects) => {
  test('keeps what is written, tells its size, and forgets what is removed', async () => {
    await objects.write('t1/a/logo.svg', bytes('first'), 'image/svg+xml');
    await objects.write('t1/a/logo.svg', bytes('second'), 'image/svg+xml');
    expect(await objects.read('t1/a/logo.svg')).toEqual(bytes('second'));
    expect(await objects.sizeOf('t1/a/logo.svg')).toBe(6);
    expect(await objects.read('t1/a/logo.svg', 6)).toEqual(bytes('second'));
    expect(await objects.read('t1/a/logo.svg', 5)).toBeNull();
    await objects.remove(['t1/a/logo.svg', 't1/never-was.svg']);
    expect(await objects.read('t1/a/logo.svg')).toBeNull();
    expect(await objects.sizeOf('t1/a/logo.svg')).toBeNull();
  });

  test('lists what is below a path and nothing beside it', async () => {
    for (const key of ['t2/a/1.png', 't2/a/2.png', 't2/b/3.png', 't22/a/4.png'])
      await objects.write(key, png, 'image/png');
    const keys = async (prefix: string) =>
      (await objects.list(prefix)).map((each) => each.key).sort();
    expect(await keys('t2/')).toEqual(['t2/a/1.png', 't2/a/2.png', 't2/b/3.png']);
    expect(await keys('t2/a/')).toEqual(['t2/a/1.png', 't2/a/2.png']);
    expect(await keys('t3/')).toEqual([]);
    expect(await keys('')).toEqual(expect.arrayContaining(['t2/b/3.png', 't22/a/4.png']));
    const [object] = await objects.list('t22/');
    const age = Temporal.Now.instant().since(object?.storedAt ?? expiresAt());
    expect(Math.abs(age.total('seconds'))).toBeLessThan(60);
  });
});

describe('a presigned upload to an S3 server', () => {
  const put = (url: string, type: string) =>
    fetch(url, { method: 'PUT', body: png, headers: { 'content-type': type } });

  test('goes there directly, with the type it was signed for and no other', async () => {
    const grant = { key: 't4/logo.png', contentType: 'image/png', maxBytes: 100 };
    const url = await w.services.objects.grantUpload({ ...grant, expiresAt: expiresAt() });
    expect(url).toContain(s3.settings.S3_ENDPOINT);
    expect((await put(url, 'text/html')).status).toBe(403);
    expect((await put(url.replace('logo.png', 'other.png'), 'image/png')).status).toBe(403);
    expect(await w.services.objects.sizeOf('t4/logo.png')).toBeNull();
    expect((await put(url, 'image/png')).status).toBe(200);
    expect(await w.services.objects.read('t4/logo.png')).toEqual(png);
  });

  test('publishes a branding, and is refused by its size at confirm', async () => {
    const { tenantUuid, as } = await w.tenant();
    const admin = await as('TENANT_ADMIN');
    const base = `/api/tenants/${tenantUuid}/branding`;
    const start = async () => {
      const files = [{ type: 'logo', ext: 'svg' }];
      const { body } = await admin.post(`${base}/assets/init`, { files });
      return body.uploads[0] as { uploadUrl: string; finalUrl: string };
    };
    const upload = async (url: string, body: string) =>
      fetch(url, { method: 'PUT', body, headers: { 'content-type': 'image/svg+xml' } });

    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';
    const large = await start();
    expect((await upload(large.uploadUrl, svg.padEnd(1_048_577))).status).toBe(200);
    const refused = await admin.post(`${base}/confirm`, { assets: { logo: large.finalUrl } });
    expect([refused.status, refused.body.code]).toEqual([400, 'ASSET_REJECTED']);
    expect(await w.services.objects.list(`${tenantUuid}/`)).toEqual([]);

    const { uploadUrl, finalUrl } = await start();
    expect((await upload(uploadUrl, svg)).status).toBe(200);
    const useDefault = { logo: false };
    const answer = await admin.post(`${base}/confirm`, { useDefault, assets: { logo: finalUrl } });
    expect(answer.status).toBe(200);
    const shown = await w.anonymous.get(`/api/public/tenants/${tenantUuid}/branding`);
    expect(shown.body.assets.logo).toBe(finalUrl);
    const served = await w.anonymous.get(new URL(finalUrl).pathname);
    expect(served.body).toContain('<path');
  });
});

test('a sweep removes what nobody can see, and only when it is old', async () => {
  const { objects } = w.services;
  const { tenantUuid } = await w.tenant();
  const publish = (ext: string, content: Buffer) =>
    publishBranding(w.services, tenantUuid, {
      colors: {},
      files: [{ type: 'logo', ext, content }],
      editor: 'test',
    });
  const svg = (color: string) =>
    bytes(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect fill="${color}"/></svg>`,
    );
  await publish('svg', svg('#111111'));
  await publish('svg', svg('#222222'));
  await objects.write(
    `${tenantUuid}/uploads/${tenantUuid}/logo.svg`,
    svg('#333333'),
    'image/svg+xml',
  );
  // What another slice keeps is not branding's, however old.
  const paper = `${tenantUuid}/documents/1/paper.pdf`;
  await objects.write(paper, bytes('%PDF-1.7'), 'application/pdf');
  const all = async () => (await objects.list(`${tenantUuid}/`)).map((each) => each.key);
  const keys = async () => (await all()).filter((key) => key !== paper);
  expect((await keys()).length).toBe(3);
  await sweepObjects(w.db, objects, tenantUuid);
  expect((await keys()).length).toBe(3);

  const old = { ...objects, list: async (prefix: string) => aged(await objects.list(prefix)) };
  await sweepObjects(w.db, old, tenantUuid);
  // What was published can be published again.
  const kept = await keys();
  expect(kept.filter((key) => key.includes('/uploads/'))).toEqual([]);
  expect(kept).toHaveLength(2);
  expect(await all()).toContain(paper);
  await w.db.asTenant(tenantUuid, system, forgetVersions);
  await sweepObjects(w.db, old, tenantUuid);
  const [shown, ...others] = await keys();
  expect(others).toEqual([]);
  expect((await objects.read(shown ?? ''))?.toString()).toContain('#222222');
});

const aged = (objects: StoredObject[]) =>
  objects.map(({ storedAt, ...object }) => ({
    ...object,
    storedAt: storedAt.subtract({ hours: 2 }),
  }));

test('where the keys come from the machine, they are asked for while no transaction is open', async () => {
  let asked = 0;
  const machine = createServer((_request, answer) => {
    asked += 1;
    const Expiration = new Date(Date.now() + 3_600_000).toISOString();
    const keys = { AccessKeyId: 'S3RVER', SecretAccessKey: 'S3RVER', Token: 'token', Expiration };
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(keys));
  }).listen(0, '127.0.0.1');
  await once(machine, 'listening');
  onTestFinished(() => void machine.close());
  const { port } = machine.address() as AddressInfo;
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `http://127.0.0.1:${port}/keys`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { S3_ACCESS_KEY_ID: _, S3_SECRET_ACCESS_KEY: __, ...settings } = s3.settings;
  const keyless = await world(settings);
  const { tenantUuid, as } = await keyless.tenant();
  const admin = await as('TENANT_ADMIN');
  const files = [{ type: 'logo', ext: 'png' }];
  const init = await admin.post(`/api/tenants/${tenantUuid}/branding/assets/init`, { files });
  expect([init.status, asked]).toEqual([200, 1]);
  expect(init.body.uploads[0].uploadUrl).toContain('X-Amz-Signature=');
});
