import type { ChildProcess } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { hasNginx, startProxy } from '../../test-support/shipped-proxy.ts';
import { world } from '../../test-support/world.ts';

const w = await world({ INBOUND_MAIL_SECRET: 'a long shared secret' });
const m = await meetingWorld(w);
const proxies: ChildProcess[] = [];
afterAll(() => {
  for (const proxy of proxies) proxy.kill();
});

test.for(['atrium.conf', 'compose.conf'])(
  'a tag that came through the shipped %s works in If-Match and If-None-Match',
  async (file, { skip }) => {
    if (!hasNginx()) return skip('nginx is not installed');
    const directory = await mkdtemp(join(tmpdir(), 'atrium-proxy-'));
    const { origin, child } = await startProxy(directory, [await w.listen()], file);
    proxies.push(child);
    const call = (method: string, path: string, headers: object = {}, body?: object) =>
      fetch(`${origin}${path}`, {
        method,
        headers: {
          ...m.host.identity,
          'accept-encoding': 'gzip',
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const tagOf = async (path: string) => (await call('GET', path)).headers.get('etag') ?? '';

    const { path } = await m.meeting();
    const tag = await tagOf(path);
    if (file === 'atrium.conf') expect(tag).toBe('W/"1"');
    const put = (ifMatch: string, title: string) =>
      call('PUT', path, { 'if-match': ifMatch }, { title }).then(({ status }) => status);
    expect(await put(tag, 'Otro')).toBe(200);
    expect(await put(tag, 'Otro más')).toBe(412);
    // The forms that Caddy and Apache give it.
    for (const [at, coding] of ['gzip', 'zstd', 'br'].entries()) {
      expect(await put(`"${at + 2}-${coding}"`, `Con ${coding}`)).toBe(200);
      expect(await put(`"${at + 2}-${coding}"`, 'Tarde')).toBe(412);
    }

    const branding = `/api/public/tenants/${m.tenant.tenantUuid}/branding`;
    const feed = new URL((await m.host.post('/api/v1/calendar/feed')).body.url).pathname;
    for (const address of [branding, feed]) {
      const known = await tagOf(address);
      const plain = known.replace(/^W\//, '').replace(/"$/, '');
      for (const form of [known, `${plain}-gzip"`, `W/${plain}-zstd"`]) {
        const again = await call('GET', address, { 'if-none-match': form });
        expect([address, form, again.status]).toEqual([address, form, 304]);
      }
      expect((await call('GET', address, { 'if-none-match': '"other"' })).status).toBe(200);
    }

    const mail = await fetch(`${origin}/api/v1/meetings/inbound-mail`, {
      method: 'POST',
      headers: {
        'content-type': 'message/rfc822',
        'x-inbound-mail-secret': 'a long shared secret',
      },
      body: Buffer.alloc(20_000_000, 'x\r\n'),
    });
    expect(mail.status).toBe(200);
  },
);
