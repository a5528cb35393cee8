import { createServer } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, describe, expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';
import { createApp } from '../app.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import { answerAtLocalhost } from './loopback.ts';

const w = await world({
  CALENDAR_GOOGLE_BASE_URL: 'http://127.0.0.1:8082',
  CALENDAR_MICROSOFT_BASE_URL: 'https://graph.example',
});
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('A browser', () => {
  test('finds at / what runs here and where everything is', async () => {
    const { config } = w;
    const app = await createApp({ ...w.services, registry: new Registry() }, {} as Mailbox);
    const { statusCode, headers, body } = await app.inject({ url: '/', headers: browser });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    for (const said of ['/docs', '/api/auth/login', '/dev/mailbox', 'http://127.0.0.1:8082'])
      expect(body).toContain(said);
    expect(body).toContain(config.dataDir);
    expect(body).not.toContain('graph.example');
    const css = await app.inject({ url: '/pages.css' });
    expect([css.statusCode, css.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    await app.close();
  });

  test('under production rules finds no page of development', async () => {
    const config = { ...w.config, development: false, publicUrl: 'https://atrium.example' };
    const app = await createApp({ ...w.services, config, registry: new Registry() });
    const { body } = await app.inject({ url: '/', headers: browser });
    expect(body).toContain('/docs');
    for (const secret of ['/dev/', 'bootstrap-credentials', '127.0.0.1', config.dataDir])
      expect(body).not.toContain(secret);
    await app.close();
  });

  test('gets a page where there is nothing, outside of the API only', async () => {
    for (const url of ['/nothing', '/dev/nothing?x', '/apiary']) {
      const { status, headers, body } = await w.anonymous.get(url, browser);
      expect([url, status, headers['content-type']]).toEqual([
        url,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(body).toContain('nothing at this address');
    }
    for (const url of ['/api/nothing', '/api', '/api?x']) {
      const { status, body } = await w.anonymous.get(url, browser);
      expect([url, status, body.code]).toEqual([url, 404, 'NOT_FOUND']);
    }
  });
});

test('A machine gets a problem document at / and where there is nothing', async () => {
  for (const url of ['/', '/nothing']) {
    const { status, body } = await w.anonymous.get(url, { accept: '*/*' });
    expect([url, status, body.code]).toEqual([url, 404, 'NOT_FOUND']);
  }
  const posted = await w.anonymous.post('/nothing', {}, browser);
  expect([posted.status, posted.body.code]).toEqual([404, 'NOT_FOUND']);
});

describe('A platform on 127.0.0.1', async () => {
  await w.app.listen({ host: '127.0.0.1', port: 0 });
  const end = await answerAtLocalhost(w.app.server);
  afterAll(end);
  const { port } = w.app.server.address() as { port: number };

  test('answers at localhost, 127.0.0.1 and ::1', async ({ skip }) => {
    for (const host of ['localhost', '127.0.0.1'])
      expect((await fetch(`http://${host}:${port}/health/live`)).status).toBe(200);
    const probe = createServer().listen(0, '::1');
    const hasIpv6 = await new Promise((resolve) =>
      probe.once('listening', () => resolve(true)).once('error', () => resolve(false)),
    );
    probe.close();
    if (!hasIpv6) skip('This machine has no IPv6');
    expect((await fetch(`http://[::1]:${port}/health/live`)).status).toBe(200);
  });
});
