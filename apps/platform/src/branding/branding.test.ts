import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../testing/client.ts';
import { world } from '../testing/world.ts';

const w = await world();
let tenantUuid: string;
let admin: Client;

const colors = { neutral: '#112233', primary: '#A1B2C3', sidebar: '#000000' };
const useDefault = { neutral: false, primary: false, sidebar: false, logo: false, favicon: false };
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#14606b"/></svg>';

beforeEach(async () => {
  const tenant = await w.tenant();
  tenantUuid = tenant.tenantUuid;
  admin = await tenant.as('TENANT_ADMIN');
});

type Upload = { uploadUrl: string; finalUrl: string; contentType: string; maxBytes: number };
type Session = { versionHint: number; uploads: Upload[] };
type File = { type: string; ext: string };

const at = (path: string) => `/api/tenants/${tenantUuid}/branding${path}`;
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');

async function init(...files: File[]): Promise<Session> {
  const answer = await admin.post(at('/assets/init'), { files });
  expect(answer.status).toBe(200);
  return answer.body;
}

const put = (upload: Upload, content: Buffer | string, contentType = upload.contentType) =>
  w.anonymous.put(pathOf(upload.uploadUrl), content, { 'content-type': contentType });

const logo = { type: 'logo', ext: 'svg' };
const favicon = { type: 'favicon', ext: 'png' };

const square = (size: number) =>
  sharp({ create: { width: size, height: size, channels: 4, background: '#14606b' } })
    .png()
    .toBuffer();

async function only(uploads: Upload[]): Promise<Upload> {
  expect(uploads.length).toBe(1);
  return uploads[0] as Upload;
}

/** Uploads one logo and answers its session. */
async function uploadLogo(content: Buffer | string = svg, ext = 'svg') {
  const { versionHint, uploads } = await init({ type: 'logo', ext });
  const upload = await only(uploads);
  expect((await put(upload, content)).status).toBe(200);
  return { versionHint, ...upload };
}

const confirm = (body: object) => admin.post(at('/confirm'), body);
const readPublic = () => w.anonymous.get(`/api/public/tenants/${tenantUuid}/branding`);

describe('publishing a branding', () => {
  test('init, upload and confirm show the new look to the public, and nothing before', async () => {
    const before = await readPublic();
    expect(before.body).toMatchObject({ tenantUuid, version: 0, cache: { ttlSeconds: 300 } });
    const session = await init(logo, favicon);
    expect(session.versionHint).toBe(1);
    const [svgUpload, pngUpload] = session.uploads as [Upload, Upload];
    expect(svgUpload).toMatchObject({
      type: 'logo',
      maxBytes: 1_048_576,
      contentType: 'image/svg+xml',
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    });
    expect((await put(svgUpload, svg)).status).toBe(200);
    expect((await put(pngUpload, await square(200))).status).toBe(200);
    expect((await readPublic()).body).toEqual(before.body);

    const assets = { logo: svgUpload.finalUrl, faviconPng32: pngUpload.finalUrl, faviconIco: null };
    const confirmed = await confirm({ colors, useDefault, assets, versionHint: 1 });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.stored).toMatchObject({ version: 1, colors, useDefault });
    expect(confirmed.body.stored.assets).toMatchObject({ logo: svgUpload.finalUrl });
    expect(confirmed.body.updatedBy).toBe(admin.identity['x-user-email']);
    expect((await admin.get(at(''))).body).toEqual(confirmed.body);

    const shown = await readPublic();
    expect(shown.body).toMatchObject({
      version: 1,
      colors,
      assets: { logo: svgUpload.finalUrl, favicon: { png32: pngUpload.finalUrl } },
    });
    const served = await w.app.inject({ url: pathOf(shown.body.assets.logo) });
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const png = await w.app.inject({ url: pathOf(shown.body.assets.favicon.png32) });
    expect(await sharp(png.rawPayload).metadata()).toMatchObject({ width: 32, height: 32 });
    const ico = await w.app.inject({ url: pathOf(shown.body.assets.favicon.ico) });
    expect(ico.headers['content-type']).toBe('image/x-icon');
    expect(ico.rawPayload.subarray(22)).toEqual(png.rawPayload);
  });

  test('a change of colours alone needs no upload, and keeps what it does not name', async () => {
    const upload = await uploadLogo();
    await confirm({ colors, useDefault, assets: { logo: upload.finalUrl } });
    const answer = await confirm({ colors: { primary: '#ffffff' } });
    expect(answer.status).toBe(200);
    expect(answer.body.stored).toMatchObject({
      version: 2,
      colors: { ...colors, primary: '#ffffff' },
      assets: { logo: upload.finalUrl },
    });
  });

  test('the published URL may be sent again, and null takes an asset away', async () => {
    const { finalUrl } = await uploadLogo();
    await confirm({ colors, useDefault, assets: { logo: finalUrl }, versionHint: 1 });
    const again = await confirm({ colors, useDefault, assets: { logo: finalUrl }, versionHint: 2 });
    expect(again.body.stored).toMatchObject({ version: 2, assets: { logo: finalUrl } });
    const none = await confirm({ useDefault, assets: { logo: null } });
    expect(none.body.stored.assets.logo).toBeNull();
    expect((await readPublic()).body.assets.logo).toBe(none.body.defaults.assets.logo);
  });

  test('useDefault shows the default in place of the override, which stays stored', async () => {
    const { finalUrl } = await uploadLogo();
    const choice = { ...useDefault, primary: true, logo: true };
    const answer = await confirm({ colors, useDefault: choice, assets: { logo: finalUrl } });
    const shown = (await readPublic()).body;
    expect(shown.colors).toEqual({ ...colors, primary: answer.body.defaults.colors.primary });
    expect(shown.assets.logo).toBe(answer.body.defaults.assets.logo);
    expect(answer.body.stored.assets.logo).toBe(finalUrl);
  });

  test('an uploaded ico stays beside the png, and without one the ico follows the png', async () => {
    const session = await init(favicon, { type: 'favicon', ext: 'ico' });
    const [png, ico] = session.uploads as [Upload, Upload];
    await put(png, await square(64));
    expect((await put(ico, icoAround(await square(16)))).status).toBe(200);
    const assets = { faviconPng32: png.finalUrl, faviconIco: ico.finalUrl };
    const both = await confirm({ useDefault, assets });
    expect(both.body.stored.assets).toMatchObject(assets);

    const next = await only((await init(favicon)).uploads);
    await put(next, await square(48));
    const followed = await confirm({ assets: { faviconPng32: next.finalUrl, faviconIco: null } });
    const { faviconIco } = followed.body.stored.assets;
    expect(faviconIco).not.toBe(ico.finalUrl);
    expect((await w.anonymous.get(pathOf(faviconIco))).status).toBe(200);
  });

  test('the publication is on record, without names or addresses', async () => {
    await confirm({ colors, useDefault });
    const [event] = await w.db.asPlatform(
      (tx) =>
        tx`select * from events where tenant_uuid = ${tenantUuid} and event_type = 'branding.published'`,
    );
    expect(event).toMatchObject({ entityType: 'TENANT', entityId: tenantUuid });
    expect(event?.attributes).toEqual({ version: '1', ownLogo: 'false', ownFavicon: 'false' });
  });

  test('of 20 who confirm the same version at once one publishes and 19 are stale', async () => {
    const { finalUrl } = await uploadLogo();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => confirm({ assets: { logo: finalUrl }, versionHint: 1 })),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(400)]);
    expect((await readPublic()).body.version).toBe(1);
  });
});

describe('a confirm is refused', () => {
  const refused = async (body: object, code: string, headers = {}) => {
    const before = (await admin.get(at(''))).body;
    const answer = await admin.post(at('/confirm'), body, headers);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect((await admin.get(at(''))).body).toEqual(before);
    return answer;
  };

  test('when another version was published since init', async () => {
    const { finalUrl, versionHint } = await uploadLogo();
    await confirm({ colors });
    await refused({ assets: { logo: finalUrl }, versionHint }, 'STALE_BRANDING_SESSION');
    await refused({ colors, versionHint }, 'STALE_BRANDING_SESSION');
    await refused({ colors }, 'STALE_BRANDING_SESSION', { 'if-match': '"1"' });
    const answer = await admin.post(`${at('/confirm')}?versionHint=7`, { colors });
    expect(answer.body.code).toBe('STALE_BRANDING_SESSION');
  });

  test('when it names assets of two sessions', async () => {
    const first = await uploadLogo();
    const second = await only((await init(favicon)).uploads);
    await put(second, await square(32));
    const assets = { logo: first.finalUrl, faviconPng32: second.finalUrl };
    await refused({ assets }, 'MIXED_UPLOAD_SESSIONS');
  });

  test('when its session was replaced or canceled', async () => {
    const replaced = await uploadLogo();
    await init(logo);
    await refused({ assets: { logo: replaced.finalUrl } }, 'STALE_BRANDING_SESSION');
    const canceled = await uploadLogo();
    expect((await admin.post(at('/assets/cancel'))).status).toBe(204);
    await refused({ assets: { logo: canceled.finalUrl } }, 'STALE_BRANDING_SESSION');
    expect((await admin.post(at('/assets/cancel'))).status).toBe(204);
  });

  test('when its ticket was used and another logo is published since', async () => {
    const first = await uploadLogo();
    await confirm({ assets: { logo: first.finalUrl } });
    const second = await uploadLogo();
    await confirm({ assets: { logo: second.finalUrl } });
    await refused({ assets: { logo: first.finalUrl }, versionHint: 3 }, 'UPLOAD_TICKET_INVALID');
  });

  test('when its ticket has expired', async () => {
    const { finalUrl } = await uploadLogo();
    await w.db.asPlatform(
      (tx) => tx`update branding_sessions set expires_at = now() where tenant_uuid = ${tenantUuid}`,
    );
    await refused({ assets: { logo: finalUrl }, versionHint: 1 }, 'UPLOAD_TICKET_INVALID');
  });

  test('when nothing was uploaded', async () => {
    const upload = await only((await init(logo)).uploads);
    await refused({ assets: { logo: upload.finalUrl } }, 'ASSET_NOT_UPLOADED');
  });

  test.each([
    ['a colour that is none', { colors: { primary: 'red' } }, 'colors.primary'],
    ['a short colour', { colors: { primary: '#abc' } }, 'colors.primary'],
    ['a flag that is text', { useDefault: { logo: 'yes' } }, 'useDefault.logo'],
    ['a URL of elsewhere', { assets: { logo: 'https://evil.example/x.svg' } }, 'assets.logo'],
    ['a URL nobody was given', { assets: { logo: `${randomUUID()}` } }, 'assets.logo'],
    ['a version that is text', { versionHint: 'one' }, 'versionHint'],
  ])('for %s, by name', async (_title, body, field) => {
    const answer = await refused(body, 'VALIDATION_FAILED');
    expect(answer.body.errors[0].field).toBe(field);
  });

  test('for another tenant’s upload', async () => {
    const mine = await uploadLogo();
    const other = await w.tenant();
    const stranger = await other.as('TENANT_ADMIN');
    const answer = await stranger.post(`/api/tenants/${other.tenantUuid}/branding/confirm`, {
      assets: { logo: mine.finalUrl },
    });
    expect(answer.status).toBe(400);
  });

  test('for a png that bombs, in bounded memory and time', async () => {
    const bomb = blackPng(20_000);
    expect(bomb.length).toBeLessThan(1_048_576);
    const { finalUrl } = await uploadLogo(bomb, 'png');
    await refused({ assets: { logo: finalUrl } }, 'ASSET_REJECTED');
    expect((await confirm({ assets: { logo: finalUrl } })).body.code).toBe('ASSET_NOT_UPLOADED');
  });

  test.each([
    ['is not well-formed', '<svg xmlns="http://www.w3.org/2000/svg"><rect></svg>'],
    ['declares entities', `<!DOCTYPE svg [<!ENTITY a "${'b'.repeat(50)}">]>${svg}`],
    ['is another namespace’s', '<svg xmlns="urn:x"><rect/></svg>'],
  ])('for a drawing that %s', async (_title, content) => {
    const { finalUrl } = await uploadLogo(content);
    await refused({ assets: { logo: finalUrl } }, 'ASSET_REJECTED');
  });
});

describe('an svg', () => {
  test('keeps what draws and loses what runs or reaches out', async () => {
    const dirty = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" onload="alert(1)">
      <script>alert(2)</script><style>.mark { fill: url( '#g' ) }</style><style>@import url(https://evil.example/x.css);</style>
      <defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><path id="p" d="M0 0h1"/></defs>
      <rect class="mark" width="9" height="9" fill="url(#g)" style="fill:url(https://evil.example/a)"/>
      <use xlink:href="#p"/><use href="https://evil.example/x.svg#p"/><image href="https://evil.example/x.png"/>
      <a xlink:href="javascript:alert(3)"><text>t</text></a><foreignObject><iframe src="https://evil.example"/></foreignObject></svg>`;
    const { finalUrl } = await uploadLogo(dirty);
    expect((await confirm({ useDefault, assets: { logo: finalUrl } })).status).toBe(200);
    const { body } = await w.app.inject({ url: pathOf(finalUrl) });
    for (const gone of ['alert', 'evil', 'script', 'onload', 'foreignObject', '@import', 'DOCTYPE'])
      expect(body, gone).not.toContain(gone);
    for (const kept of [
      'viewBox="0 0 10 10"',
      '<linearGradient id="g"',
      'fill="url(#g)"',
      '#p',
      '.mark',
    ])
      expect(body, kept).toContain(kept);
  });
});

describe('an upload URL', () => {
  test('takes only the type it was signed for, by header and by content', async () => {
    const upload = await only((await init({ type: 'logo', ext: 'png' })).uploads);
    expect((await put(upload, svg, 'image/svg+xml')).status).toBe(415);
    const disguised = await put(upload, svg);
    expect([disguised.status, disguised.body.code]).toEqual([400, 'ASSET_REJECTED']);
  });

  test('takes maxBytes and not one more', async () => {
    const upload = await only((await init(favicon)).uploads);
    const png = await square(8);
    const exact = Buffer.concat([png, Buffer.alloc(upload.maxBytes - png.length)]);
    expect((await put(upload, exact)).status).toBe(200);
    expect((await put(upload, Buffer.concat([exact, Buffer.alloc(1)]))).status).toBe(413);
  });

  test('is worth nothing when it is changed or its time has passed', async () => {
    const upload = await only((await init(favicon)).uploads);
    for (const [from, to] of [
      ['maxBytes=262144', 'maxBytes=99999999'],
      [tenantUuid, randomUUID()],
      ['favicon.png', 'logo.png'],
      ['signature=', 'signature=A'],
      [/expires=\d+/, 'expires=99999999999999'],
      [/expires=\d+/, 'expires=1'],
    ] as const) {
      const forged = { ...upload, uploadUrl: upload.uploadUrl.replace(from, to) };
      expect((await put(forged, await square(8))).status, String(to)).toBe(403);
    }
    const unsigned = { ...upload, uploadUrl: upload.uploadUrl.replace(/&signature=.*/, '') };
    expect((await put(unsigned, await square(8))).status).toBe(400);
  });

  test.each([
    ['an unknown type', [{ type: 'banner', ext: 'png' }], 'files[0].type'],
    ['an ending that a logo may not have', [{ type: 'logo', ext: 'gif' }], 'files[0].ext'],
    ['an svg for a favicon', [logo, { type: 'favicon', ext: 'svg' }], 'files[1].ext'],
    ['two logos', [logo, { type: 'logo', ext: 'png' }], 'files[1]'],
    ['no file', [], 'files'],
    ['four files', [logo, favicon, logo, favicon], 'files'],
  ])('is not given for %s', async (_title, files, field) => {
    const answer = await admin.post(at('/assets/init'), { files });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });
});

describe('who may brand a tenant', () => {
  const calls = [
    ['get', ''],
    ['post', '/assets/init'],
    ['post', '/assets/cancel'],
    ['post', '/confirm'],
  ] as const;
  const bodies: Record<string, object> = {
    '/assets/init': { files: [logo] },
    '/confirm': { colors },
  };

  test.each(calls)('a system administrator may: %s %s', async (method, path) => {
    const system = await w.systemAdmin();
    const answer = await system[method](at(path), bodies[path] as never);
    expect([200, 204]).toContain(answer.status);
    const nowhere = `/api/tenants/${randomUUID()}/branding${path}`;
    expect((await system[method](nowhere, bodies[path] as never)).status).toBe(404);
  });

  test.each(calls)(
    'staff and other tenants’ administrators may not: %s %s',
    async (method, path) => {
      const tenant = await w.tenant();
      for (const role of ['TENANT_ADMIN', 'TENANT_STAFF', 'PARTNER_ADMIN', 'CLIENT'] as const) {
        const caller = await tenant.as(role);
        expect((await caller[method](at(path), bodies[path] as never)).status, role).toBe(403);
      }
      expect((await w.anonymous[method](at(path), bodies[path] as never)).status).toBe(401);
    },
  );
});

describe('the public branding', () => {
  test('is cached by version and answers 304 to who has it', async () => {
    const first = await readPublic();
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    const etag = String(first.headers.etag);
    const same = await w.anonymous.get(`/api/public/tenants/${tenantUuid}/branding`, {
      'if-none-match': `"x", W/${etag}`,
    });
    expect([same.status, same.body]).toEqual([304, '']);
    expect(same.headers.etag).toBe(etag);
    await confirm({ colors, useDefault });
    const changed = await w.anonymous.get(`/api/public/tenants/${tenantUuid}/branding`, {
      'if-none-match': etag,
    });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('of a tenant without one is the defaults, whose files are real', async () => {
    const { assets } = (await readPublic()).body;
    const load = async (url: string) => {
      expect(url).toMatch(/^http:\/\//);
      const answer = await w.app.inject({ url: pathOf(url) });
      expect(answer.statusCode).toBe(200);
      return answer;
    };
    expect((await load(assets.logo)).headers['content-type']).toBe('image/svg+xml');
    const png = await load(assets.favicon.png32);
    expect(await sharp(png.rawPayload).metadata()).toMatchObject({ width: 32, height: 32 });
    expect((await load(assets.favicon.ico)).rawPayload.readUInt32LE(0)).toBe(0x10000);
  });

  test('is 404 for a tenant that is unknown or deleted', async () => {
    expect((await w.anonymous.get(`/api/public/tenants/${randomUUID()}/branding`)).status).toBe(
      404,
    );
    expect((await w.anonymous.get('/api/public/tenants/andes/branding')).status).toBe(404);
    const system = await w.systemAdmin();
    await system.delete(`/api/tenants/${tenantUuid}`);
    expect((await readPublic()).status).toBe(404);
  });

  test('needs a known domain', async () => {
    for (const [query, status] of [
      ['?domain=unknown.example', 404],
      ['?domain=http%3A%2F%2Fx', 404],
      ['', 400],
    ])
      expect((await w.anonymous.get(`/api/public/branding${query}`)).status).toBe(status);
  });
});

/** A black png of any size, which deflates to next to nothing. */
function blackPng(size: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc(size * (1 + Math.ceil(size / 8))));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A png as an ico with one image. */
function icoAround(png: Buffer): Buffer {
  const head = Buffer.from('0000010001001010000001002000', 'hex');
  const entry = Buffer.alloc(8);
  entry.writeUInt32LE(png.length, 0);
  entry.writeUInt32LE(22, 4);
  return Buffer.concat([head, entry, png]);
}
