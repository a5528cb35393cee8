import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  brandingStudio,
  colors,
  favicon,
  logo,
  type Studio,
  square,
  svg,
} from '../../../test-support/branding-studio.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
let studio: Studio;

beforeEach(async () => {
  studio = await brandingStudio(w);
});

describe('a confirm is refused', () => {
  const refused = async (body: object, code: string, headers = {}) => {
    const before = (await studio.admin.get(studio.at(''))).body;
    const answer = await studio.admin.post(studio.at('/confirm'), body, headers);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect((await studio.admin.get(studio.at(''))).body).toEqual(before);
    return answer;
  };

  test('when another version was published since init', async () => {
    const { finalUrl, versionHint } = await studio.uploadLogo();
    await studio.confirm({ colors });
    await refused({ assets: { logo: finalUrl }, versionHint }, 'STALE_BRANDING_SESSION');
    await refused({ colors, versionHint }, 'STALE_BRANDING_SESSION');
    await refused({ colors }, 'STALE_BRANDING_SESSION', { 'if-match': '"1"' });
    const answer = await studio.admin.post(`${studio.at('/confirm')}?versionHint=7`, { colors });
    expect(answer.body.code).toBe('STALE_BRANDING_SESSION');
  });

  test('when it names assets of two sessions', async () => {
    const first = await studio.uploadLogo();
    const second = await studio.initOne(favicon);
    await studio.put(second, await square(32));
    const assets = { logo: first.finalUrl, faviconPng32: second.finalUrl };
    await refused({ assets }, 'MIXED_UPLOAD_SESSIONS');
  });

  test('when its session was replaced or canceled', async () => {
    const replaced = await studio.uploadLogo();
    await studio.init(logo);
    await refused({ assets: { logo: replaced.finalUrl } }, 'STALE_BRANDING_SESSION');
    const canceled = await studio.uploadLogo();
    expect((await studio.admin.post(studio.at('/assets/cancel'))).status).toBe(204);
    await refused({ assets: { logo: canceled.finalUrl } }, 'STALE_BRANDING_SESSION');
    expect((await studio.admin.post(studio.at('/assets/cancel'))).status).toBe(204);
  });

  test('when its ticket was used and another logo is published since', async () => {
    const first = await studio.uploadLogo();
    await studio.confirm({ assets: { logo: first.finalUrl } });
    const second = await studio.uploadLogo();
    await studio.confirm({ assets: { logo: second.finalUrl } });
    await refused({ assets: { logo: first.finalUrl }, versionHint: 3 }, 'UPLOAD_TICKET_INVALID');
  });

  test('when its ticket has expired', async () => {
    const { finalUrl } = await studio.uploadLogo();
    await w.db.asPlatform(
      (tx) =>
        tx`update upload_sessions set expires_at = now() where tenant_uuid = ${studio.tenantUuid}`,
    );
    await refused({ assets: { logo: finalUrl }, versionHint: 1 }, 'UPLOAD_TICKET_INVALID');
  });

  test('when nothing was uploaded', async () => {
    const upload = await studio.initOne(logo);
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
    const mine = await studio.uploadLogo();
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
    const { finalUrl } = await studio.uploadLogo(bomb, 'png');
    await refused({ assets: { logo: finalUrl } }, 'ASSET_REJECTED');
    expect((await studio.confirm({ assets: { logo: finalUrl } })).body.code).toBe(
      'ASSET_NOT_UPLOADED',
    );
  });

  test.each([
    ['is not well-formed', '<svg xmlns="http://www.w3.org/2000/svg"><rect></svg>'],
    ['declares entities', `<!DOCTYPE svg [<!ENTITY a "${'b'.repeat(50)}">]>${svg}`],
    ['is another namespace’s', '<svg xmlns="urn:x"><rect/></svg>'],
  ])('for a drawing that %s', async (_title, content) => {
    const { finalUrl } = await studio.uploadLogo(content);
    await refused({ assets: { logo: finalUrl } }, 'ASSET_REJECTED');
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
