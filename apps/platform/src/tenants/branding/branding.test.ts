import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  brandingStudio,
  colors,
  favicon,
  logo,
  pathOf,
  type Studio,
  square,
  svg,
  type Upload,
  useDefault,
} from '../../../test-support/branding-studio.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
let studio: Studio;

beforeEach(async () => {
  studio = await brandingStudio(w);
});

describe('publishing a branding', () => {
  test('init, upload and confirm show the new look to the public, and nothing before', async () => {
    const before = await studio.readPublic();
    expect(before.body).toMatchObject({
      tenantUuid: studio.tenantUuid,
      version: 0,
      cache: { ttlSeconds: 300 },
    });
    const session = await studio.init(logo, favicon);
    expect(session.versionHint).toBe(1);
    const [svgUpload, pngUpload] = session.uploads as [Upload, Upload];
    expect(svgUpload).toMatchObject({
      type: 'logo',
      maxBytes: 1_048_576,
      contentType: 'image/svg+xml',
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    });
    expect((await studio.put(svgUpload, svg)).status).toBe(200);
    expect((await studio.put(pngUpload, await square(200))).status).toBe(200);
    expect((await studio.readPublic()).body).toEqual(before.body);

    const assets = { logo: svgUpload.finalUrl, faviconPng32: pngUpload.finalUrl, faviconIco: null };
    const confirmed = await studio.confirm({ colors, useDefault, assets, versionHint: 1 });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.stored).toMatchObject({ version: 1, colors, useDefault });
    expect(confirmed.body.stored.assets).toMatchObject({ logo: svgUpload.finalUrl });
    expect(confirmed.body.updatedBy).toBe(studio.admin.identity['x-user-email']);
    expect((await studio.admin.get(studio.at(''))).body).toEqual(confirmed.body);

    const shown = await studio.readPublic();
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
    const upload = await studio.uploadLogo();
    await studio.confirm({ colors, useDefault, assets: { logo: upload.finalUrl } });
    const answer = await studio.confirm({ colors: { primary: '#ffffff' } });
    expect(answer.status).toBe(200);
    expect(answer.body.stored).toMatchObject({
      version: 2,
      colors: { ...colors, primary: '#ffffff' },
      assets: { logo: upload.finalUrl },
    });
  });

  test('the published URL may be sent again, and null takes an asset away', async () => {
    const { finalUrl } = await studio.uploadLogo();
    await studio.confirm({ colors, useDefault, assets: { logo: finalUrl }, versionHint: 1 });
    const again = await studio.confirm({
      colors,
      useDefault,
      assets: { logo: finalUrl },
      versionHint: 2,
    });
    expect(again.body.stored).toMatchObject({ version: 2, assets: { logo: finalUrl } });
    const none = await studio.confirm({ useDefault, assets: { logo: null } });
    expect(none.body.stored.assets.logo).toBeNull();
    expect((await studio.readPublic()).body.assets.logo).toBe(none.body.defaults.assets.logo);
  });

  test('useDefault shows the default in place of the override, which stays stored', async () => {
    const { finalUrl } = await studio.uploadLogo();
    const choice = { ...useDefault, primary: true, logo: true };
    const answer = await studio.confirm({ colors, useDefault: choice, assets: { logo: finalUrl } });
    const shown = (await studio.readPublic()).body;
    expect(shown.colors).toEqual({ ...colors, primary: answer.body.defaults.colors.primary });
    expect(shown.assets.logo).toBe(answer.body.defaults.assets.logo);
    expect(answer.body.stored.assets.logo).toBe(finalUrl);
  });

  test('an uploaded ico stays beside the png, and without one the ico follows the png', async () => {
    const session = await studio.init(favicon, { type: 'favicon', ext: 'ico' });
    const [png, ico] = session.uploads as [Upload, Upload];
    await studio.put(png, await square(64));
    expect((await studio.put(ico, icoAround(await square(16)))).status).toBe(200);
    const assets = { faviconPng32: png.finalUrl, faviconIco: ico.finalUrl };
    const both = await studio.confirm({ useDefault, assets });
    expect(both.body.stored.assets).toMatchObject(assets);

    const next = await studio.initOne(favicon);
    await studio.put(next, await square(48));
    const followed = await studio.confirm({
      assets: { faviconPng32: next.finalUrl, faviconIco: null },
    });
    const { faviconIco } = followed.body.stored.assets;
    expect(faviconIco).not.toBe(ico.finalUrl);
    expect((await w.anonymous.get(pathOf(faviconIco))).status).toBe(200);
  });

  test('the publication is on record, without names or addresses', async () => {
    await studio.confirm({ colors, useDefault });
    const [event] = await w.db.asPlatform(
      (tx) =>
        tx`select * from events where tenant_uuid = ${studio.tenantUuid} and event_type = 'branding.published'`,
    );
    expect(event).toMatchObject({ entityType: 'TENANT', entityId: studio.tenantUuid });
    expect(event?.attributes).toEqual({ version: '1', ownLogo: 'false', ownFavicon: 'false' });
  });

  test('of 20 who confirm the same version at once one publishes and 19 are stale', async () => {
    const { finalUrl } = await studio.uploadLogo();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        studio.confirm({ assets: { logo: finalUrl }, versionHint: 1 }),
      ),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(400)]);
    expect((await studio.readPublic()).body.version).toBe(1);
  });
});

/** A png as an ico with one image. */
function icoAround(png: Buffer): Buffer {
  const head = Buffer.from('0000010001001010000001002000', 'hex');
  const entry = Buffer.alloc(8);
  entry.writeUInt32LE(png.length, 0);
  entry.writeUInt32LE(22, 4);
  return Buffer.concat([head, entry, png]);
}

describe('an earlier branding', () => {
  test('is listed with who published it, and published again as the next version', async () => {
    const { tenantUuid, admin, at } = studio;
    expect((await admin.get(at('/history'))).body).toEqual([]);
    const first = await studio.uploadLogo();
    await studio.confirm({ colors, useDefault, assets: { logo: first.finalUrl } });
    const before = (await studio.readPublic()).body;
    const second = await studio.uploadLogo(svg.replace('#14606b', '#ffffff'));
    await studio.confirm({ colors: { primary: '#000000' }, assets: { logo: second.finalUrl } });

    const { body: history } = await admin.get(at('/history'));
    expect(history).toEqual([
      expect.objectContaining({ version: 2, isCurrent: true, restoredVersion: null }),
      {
        version: 1,
        colors: before.colors,
        useDefault,
        assets: { logo: before.assets.logo, faviconPng32: null, faviconIco: null },
        publishedAt: expect.stringMatching(/^\d{4}-/),
        publishedBy: expect.stringContaining('@'),
        restoredVersion: null,
        isCurrent: false,
      },
    ]);
    // A session of uploads that somebody has open is stale afterwards.
    const open = await studio.uploadLogo();
    const { status, body } = await admin.post(at('/history/1/restore'));
    expect([status, body.stored.version]).toEqual([200, 3]);
    const { version, ...shown } = (await studio.readPublic()).body;
    expect({ ...shown, version: version - 2 }).toEqual(before);
    expect((await admin.get(at('/history'))).body[0]).toMatchObject({
      version: 3,
      restoredVersion: 1,
      isCurrent: true,
    });
    const late = await studio.confirm({ assets: { logo: open.finalUrl } });
    expect([late.status, late.body.code]).toEqual([400, 'STALE_BRANDING_SESSION']);
    const [event] = (await admin.get(`/api/audit?entityId=${tenantUuid}&size=1`)).body.content;
    expect(event).toMatchObject({
      eventType: 'branding.published',
      attributes: { version: '3', restoredVersion: '1', ownLogo: 'true' },
    });
  });

  test('is not restored where there is none, or by others', async () => {
    const { admin, at } = studio;
    await studio.confirm({ colors });
    expect((await admin.post(at('/history/2/restore'))).status).toBe(404);
    for (const bad of ['0', 'x', '1.5', '99999999999'])
      expect((await admin.post(at(`/history/${bad}/restore`))).status).toBe(400);
    const other = (await brandingStudio(w)).admin;
    expect((await other.get(at('/history'))).status).toBe(403);
    expect((await other.post(at('/history/1/restore'))).status).toBe(403);
    expect((await studio.readPublic()).body.version).toBe(1);
  });
});
