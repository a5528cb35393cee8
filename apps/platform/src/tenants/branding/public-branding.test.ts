import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  brandingStudio,
  colors,
  pathOf,
  type Studio,
  useDefault,
} from '../../../test-support/branding-studio.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
let studio: Studio;

beforeEach(async () => {
  studio = await brandingStudio(w);
});

describe('the public branding', () => {
  test('is cached by version and answers 304 to who has it', async () => {
    const first = await studio.readPublic();
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    const etag = String(first.headers.etag);
    const same = await w.anonymous.get(`/api/public/tenants/${studio.tenantUuid}/branding`, {
      'if-none-match': `"x", W/${etag}`,
    });
    expect([same.status, same.body]).toEqual([304, '']);
    expect(same.headers.etag).toBe(etag);
    await studio.confirm({ colors, useDefault });
    const changed = await w.anonymous.get(`/api/public/tenants/${studio.tenantUuid}/branding`, {
      'if-none-match': etag,
    });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('of a tenant without one is the defaults, whose files are real', async () => {
    const { assets } = (await studio.readPublic()).body;
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

  test('names own hosts only, whatever Host and X-Forwarded-Host say', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    ]) {
      const url = `/api/public/tenants/${studio.tenantUuid}/branding`;
      const { body } = await w.app.inject({ url, headers });
      expect(body).toContain('/api/public/assets/');
      expect(body).not.toContain('evil');
      const { identity } = studio.admin;
      const own = await w.app.inject({ url: studio.at(''), headers: { ...identity, ...headers } });
      expect(own.statusCode).toBe(200);
      expect(own.body).not.toContain('evil');
    }
  });

  test('is 404 for a tenant that is unknown or deleted', async () => {
    expect((await w.anonymous.get(`/api/public/tenants/${randomUUID()}/branding`)).status).toBe(
      404,
    );
    expect((await w.anonymous.get('/api/public/tenants/andes/branding')).status).toBe(404);
    const system = await w.systemAdmin();
    await system.delete(`/api/tenants/${studio.tenantUuid}`);
    expect((await studio.readPublic()).status).toBe(404);
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
