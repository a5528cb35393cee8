import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { Registry } from '@prometheus-io/client';
import { afterAll, describe, expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';
import { createApp } from '../app.ts';
import { answerAtLocalhost } from '../http/loopback.ts';

const consoleDir = await mkdtemp(join(tmpdir(), 'atrium-console-'));
await mkdir(join(consoleDir, 'assets'));
const w = await world({ CONSOLE_DIR: consoleDir });
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', host: 'localhost:8080' };
const script = 'export const answer = 42;';

const screenAt = (pattern: string, name: string, isPublic = false) => ({
  ...{ pattern, isPublic },
  styles: [`${name}-1.css`],
  scripts: [`${name}-1.js`, 'part-2.js'],
  words: { es: [`es-${name}.js`, 'es-1.js'], en: [`en-${name}.js`, 'en-1.js'] },
});

/** Puts a built console where the platform looks for it. */
async function build() {
  await writeFile(join(consoleDir, 'assets/main-AbC1.js'), script);
  await writeFile(join(consoleDir, 'assets/main-AbC1.js.br'), brotliCompressSync(script));
  await writeFile(join(consoleDir, 'assets/main-AbC1.css'), 'body{}');
  const manifest = {
    first: 'first-AbC1.js',
    script: 'main-AbC1.js',
    styles: ['main-AbC1.css'],
    scripts: ['part-1.js'],
    words: { es: ['es-1.js'], en: ['en-1.js'] },
    screens: [
      screenAt('/people/new', 'new'),
      screenAt('/people', 'list'),
      screenAt('/people/$contactUuid', 'person'),
      screenAt('/sign-in', 'sign-in', true),
    ],
  };
  await writeFile(join(consoleDir, 'manifest.json'), JSON.stringify({ stamp: 's', ...manifest }));
}

afterAll(() => rm(consoleDir, { recursive: true, force: true }));

describe('Before it is built, the console', () => {
  test('is a page that says so and comes again by itself, while the API answers', async () => {
    const { status, headers, body } = await w.anonymous.get('/', browser);
    expect([status, headers['retry-after']]).toEqual([503, '2']);
    expect(body).toContain('http-equiv="refresh" content="2"');
    expect((await w.anonymous.get('/health/live')).status).toBe(200);
  });

  test('under production rules is said to be missing', async () => {
    const config = { ...w.config, development: false, publicUrl: 'https://atrium.example' };
    const app = await createApp({ ...w.services, config, registry: new Registry() });
    const { body, statusCode } = await app.inject({ url: '/', headers: browser });
    expect(statusCode).toBe(503);
    expect(body).not.toContain('http-equiv="refresh"');
    for (const secret of ['/dev/', 'bootstrap-credentials', config.dataDir])
      expect(body).not.toContain(secret);
    await app.close();
  });
});

describe('The console', () => {
  test.each([
    [{ endpoint: null, pathStyle: false }, 'https://files.s3.eu-west-1.amazonaws.com'],
    [
      { endpoint: 'https://store.example:9000', pathStyle: false },
      'https://files.store.example:9000',
    ],
    [{ endpoint: 'https://store.example/', pathStyle: true }, 'https://store.example'],
  ])('may send files to the bucket that keeps them (%o)', async (settings, origin) => {
    await build();
    const keys = { accessKeyId: null, secretAccessKey: null };
    const s3 = { bucket: 'files', region: 'eu-west-1', ...keys, ...settings };
    const config = { ...w.config, s3 };
    const app = await createApp({ ...w.services, config, registry: new Registry() });
    const { headers } = await app.inject({ url: '/', headers: browser });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`connect-src 'self' ${origin};`);
    await app.close();
  });

  test('is a page made for each answer, stored nowhere, under a strict policy', async () => {
    await build();
    const first = await w.anonymous.get('/', browser);
    const second = await w.anonymous.get('/', browser);
    expect([first.status, first.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(first.headers['cache-control']).toBe('no-store');
    expect(first.headers.etag).toBeUndefined();
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const nonceOf = (html: unknown) => /csp-nonce" nonce="([^"]+)"/.exec(String(html))?.[1];
    expect(policy).toContain(`'nonce-${nonceOf(first.body)}'`);
    expect(nonceOf(second.body)).not.toBe(nonceOf(first.body));
    for (const part of ['/assets/main-AbC1.js', '/assets/main-AbC1.css', '/assets/part-1.js'])
      expect(first.body).toContain(part);
    expect(first.body).not.toMatch(/<script>|onload=/);
  });

  test('has the name, the colours and the icon of the firm whose domain the host is', async () => {
    const { tenantUuid, as } = await w.tenant('Quilla & <b>Hijos');
    const admin = await as('TENANT_ADMIN');
    const domain = 'quilla.localhost';
    await admin.post(`/api/tenants/${tenantUuid}/domains`, { domain, active: true });
    await admin.post(`/api/tenants/${tenantUuid}/branding/confirm`, {
      colors: { primary: '#aa5500' },
      useDefault: { primary: false },
    });
    const { body } = await w.anonymous.get('/people', {
      ...browser,
      host: `${domain}:8080`,
    });
    expect(body).toContain('--a-brand:#aa5500');
    expect(body).toContain('<title>Quilla &amp; &lt;b&gt;Hijos</title>');
    expect(body).not.toContain('<b>Hijos');
    expect((await w.anonymous.get('/people', browser)).body).toContain('<title>Atrium</title>');
  });

  test('answers navigations to all addresses that are not the server’s', async () => {
    for (const url of ['/people', '/people/1?x=2', '/apiary', '/set-password?token=x']) {
      const { status, body } = await w.anonymous.get(url, browser);
      expect([url, status]).toEqual([url, 200]);
      expect(body).toContain('id="root"');
    }
    for (const url of [
      '/dev/nothing?x',
      '/docs/nothing',
      '/assets/nothing.js',
      '/mcp/x',
      '/llms.txt/x',
    ]) {
      const { status, body } = await w.anonymous.get(url, browser);
      expect([url, status]).toEqual([url, 404]);
      expect(body).not.toContain('id="root"');
    }
    for (const url of ['/api/nothing', '/api', '/api?x']) {
      const { status, body } = await w.anonymous.get(url, browser);
      expect([url, status, body.code]).toEqual([url, 404, 'NOT_FOUND']);
    }
    for (const url of ['/docs', '/openapi.json', '/health/live', '/metrics'])
      expect((await w.anonymous.get(url, browser)).body).not.toContain?.('id="root"');
  });

  test.each([
    ['/people', 'es', ['list-1.css'], ['list-1.js', 'part-2.js', 'es-list.js']],
    ['/people/new?x=/people', 'en', ['new-1.css'], ['new-1.js', 'part-2.js', 'en-new.js']],
    ['/people/01', 'en', ['person-1.css'], ['person-1.js', 'part-2.js', 'en-person.js']],
    ['/sign-in', 'es', ['sign-in-1.css'], ['sign-in-1.js', 'part-2.js', 'es-sign-in.js']],
    ['/people/', 'es', [], []],
    ['/elsewhere', 'es', [], []],
  ])(
    'names for %s in %s what its screen loads, each file once',
    async (url, lang, styles, scripts) => {
      await build();
      const { body } = await w.anonymous.get(url, { ...browser, 'accept-language': lang });
      const names = (rel: string) =>
        [...String(body).matchAll(new RegExp(`rel="${rel}" href="/assets/(.+?)"`, 'g'))].map(
          ([, name]) => name,
        );
      expect(names('stylesheet')).toEqual(['main-AbC1.css', ...styles]);
      expect(names('modulepreload')).toEqual([
        'main-AbC1.js',
        'part-1.js',
        `${lang}-1.js`,
        ...scripts,
      ]);
      // What asks for the session runs only where there may be one.
      expect(String(body).includes('async src="/assets/first-AbC1.js"')).toBe(url !== '/sign-in');
    },
  );

  test('is nothing for a machine', async () => {
    for (const url of ['/', '/people']) {
      const { status, body } = await w.anonymous.get(url, { accept: '*/*' });
      expect([url, status, body.code]).toEqual([url, 404, 'NOT_FOUND']);
    }
    const posted = await w.anonymous.post('/people', {}, browser);
    expect([posted.status, posted.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('has files that are kept for ever, packed for who takes it, and 404 when missing', async () => {
    const packed = await w.app.inject({
      url: '/assets/main-AbC1.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(packed.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(script);
    const plain = await w.app.inject({ url: '/assets/main-AbC1.js' });
    expect([plain.body, plain.headers['content-encoding']]).toEqual([script, undefined]);
    for (const name of ['main-AbC2.js', '..%2fmanifest.json', 'main-AbC1.js.br', 'x'.repeat(201)])
      expect([400, 404], name).toContain(
        (await w.app.inject({ url: `/assets/${name}` })).statusCode,
      );
  });
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
