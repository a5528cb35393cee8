import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { readGuides } from '@atrium/local/test-support/guides.ts';
import { chromiumPath, launchBrowser } from '@atrium/platform/test-support/browser.ts';
import { machine } from '@atrium/platform/test-support/machine.ts';
import { world } from '@atrium/platform/test-support/world.ts';
import { beforeAll, expect, test } from 'vitest';
import { buildClient } from './build.ts';
import { answer, serverOf } from './server-of.ts';

type Area = Record<
  string,
  (input?: object, options?: object) => AsyncIterable<unknown> & Promise<unknown>
>;
type Client = Record<string, Area>;
type Package = {
  Atrium: new (options: object) => Client;
  verifyWebhook: (...given: unknown[]) => Promise<unknown>;
  [error: string]: unknown;
};

let client: Package;
let main = '';
let packed = 0;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-client-'));
  const built = join(folder, 'built');
  await buildClient(built);
  const run = (args: string[], cwd: string) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [made] = JSON.parse(run(['pack', '--json', '--pack-destination', folder], built));
  packed = (await stat(join(folder, made.filename))).size;
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  run(['install', '--offline', '--no-audit', '--no-fund', `./${made.filename}`], folder);
  main = pathToFileURL(join(folder, 'node_modules/@atrium/client/dist/index.js')).href;
  client = await import(main);
});

test('the tarball is small', () => expect(packed).toBeLessThanOrEqual(150_000));

test('a machine creates contacts, reads one again, and walks them all without skipping or repeating', async () => {
  const w = await world();
  const baseUrl = `http://127.0.0.1:${await w.listen()}`;
  const tenant = await w.tenant();
  const { credential } = await machine(w, await tenant.as('TENANT_ADMIN'));
  const atrium = new client.Atrium({ baseUrl, auth: credential });
  const made = await Promise.all(
    [1, 2, 3].map((each) =>
      atrium.organisations?.createOrganisation?.({ body: { name: `Firm ${each}` } }),
    ),
  );
  const uuids = made.map((each) => (each as { organisationUuid: string }).organisationUuid);
  const walked: unknown[] = [];
  for await (const each of atrium.organisations?.listOrganisations?.({ size: 2 }) ?? [])
    walked.push((each as { organisationUuid: string }).organisationUuid);
  expect(walked.toSorted()).toEqual(uuids.toSorted());
  expect(await atrium.organisations?.getOrganisation?.({ organisationUuid: uuids[0] })).toEqual(
    made[0],
  );
  const missing = atrium.organisations?.getOrganisation?.({ organisationUuid: randomUUID() });
  await expect(missing).rejects.toBeInstanceOf(client.NotFoundError);
  await expect(missing).rejects.toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
    requestId: expect.any(String),
  });
});

test('parallel calls renew an expired token once, and a lost creation is sent again with the same key', async () => {
  let tokens = 0;
  let lost = 0;
  const { baseUrl, asked } = await serverOf(
    ({ method, url = '', headers, socket }, _body, response) => {
      if (url.startsWith('/api/auth/')) {
        tokens += 1;
        const user = {
          userUuid: 'u',
          tenantUuid: 't',
          email: 'é@firm.example',
          userType: 'CLIENT',
        };
        return answer(response, 200, {
          accessToken: `a${tokens}`,
          refreshToken: `r${tokens}`,
          user,
        });
      }
      if (headers.authorization === 'Bearer a1')
        return answer(response, 401, { code: 'TOKEN_EXPIRED' });
      if (method === 'GET') return answer(response, 200, { content: [] });
      lost += 1;
      return lost < 3 ? socket.destroy() : answer(response, 200, { contactUuid: 'c' });
    },
  );
  const atrium = new client.Atrium({ baseUrl, auth: { email: 'e', password: 'p' } });
  await Promise.all([1, 2, 3, 4, 5].map(() => atrium.contacts?.getContact?.({ contactUuid: 'c' })));
  expect(asked.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1);
  expect(await atrium.contacts?.createContact?.({ body: {} })).toEqual({ contactUuid: 'c' });
  const keys = asked.filter(({ method, url }) => method === 'POST' && url === '/api/contacts');
  expect(keys).toHaveLength(3);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(1);
  lost = 0;
  const update = atrium.contacts?.updateContact?.({ contactUuid: 'c', body: {} });
  await expect(update).rejects.toBeInstanceOf(client.ConnectionError);
  expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('who is told to wait waits, in seconds or until a date, and gives up with the error of its code', async () => {
  let tries = 0;
  const { baseUrl, asked } = await serverOf((_request, _body, response) => {
    tries += 1;
    const after = tries % 2 ? '0' : new Date(0).toUTCString();
    if (tries === 3) return answer(response, 200, { tasks: [] });
    return answer(
      response,
      tries % 2 ? 429 : 503,
      { code: tries % 2 ? 'RATE_LIMITED' : 'OVERLOADED' },
      { 'retry-after': after },
    );
  });
  const token = { baseUrl, auth: { token: 'atr_x' } };
  await new client.Atrium(token).contacts?.getContact?.({ contactUuid: 'c' });
  expect(asked).toHaveLength(3);
  const impatient = new client.Atrium({ ...token, maxRetries: 0 });
  const refused = impatient.contacts?.getContact?.({ contactUuid: 'c' });
  await expect(refused).rejects.toBeInstanceOf(client.OverloadedError);
  const elsewhere = impatient.contacts?.getContact?.({ contactUuid: '..' });
  await expect(elsewhere).rejects.toThrow('contactUuid is needed');
});

test('a renewal whose answer was lost is not sent again, nor what another token would not mend', async () => {
  const { baseUrl, asked } = await serverOf(({ url = '', socket }, _body, response) => {
    if (url === '/api/auth/refresh') return socket.destroy();
    const isProof = url === '/api/auth/me/proof';
    return answer(response, 401, { code: isProof ? 'WRONG_SECOND_FACTOR' : 'TOKEN_EXPIRED' });
  });
  const auth = { session: { accessToken: 'a', refreshToken: 'r' } };
  const atrium = new client.Atrium({ baseUrl, auth });
  const proof = atrium.authentication?.proveMe?.({ body: { code: '123456' } });
  await expect(proof).rejects.toBeInstanceOf(client.WrongSecondFactorError);
  expect(asked.map(({ url }) => url)).toEqual(['/api/auth/me/proof']);
  const read = () => atrium.contacts?.getContact?.({ contactUuid: 'c' });
  await expect(read()).rejects.toBeInstanceOf(client.ConnectionError);
  await expect(read()).rejects.toMatchObject({ code: 'SESSION_ENDED' });
  expect(asked.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1);
});

test('files come as they are, and a stream of events as it begins', async () => {
  const bytes = Buffer.from([0x50, 0x4b, 0xff, 0xfe, 0x00, 0x80]);
  const { baseUrl } = await serverOf(({ url = '' }, _body, response) => {
    if (url !== '/api/changes')
      return response.writeHead(200, { 'content-type': 'application/zip' }).end(bytes);
    return response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  });
  const atrium = new client.Atrium({ baseUrl, auth: { token: 'atr_x' } });
  const file = (await atrium.contacts?.getPersonalData?.({ contactUuid: 'c' })) as Blob;
  expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
  const stream = (await atrium.changes?.streamChanges?.()) as ReadableStream<Uint8Array>;
  const reader = stream.getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('data: 1\n\n');
  await reader.cancel();
});

test('a worker calls as its program does', async () => {
  const { baseUrl } = await serverOf((_request, _body, response) =>
    answer(response, 200, { contactUuid: 'c' }),
  );
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.main).then(async ({ Atrium }) => {
      const atrium = new Atrium({ baseUrl: workerData.baseUrl, auth: { token: 'atr_x' } });
      parentPort.postMessage(await atrium.contacts.getContact({ contactUuid: 'c' }));
    });`;
  const worker = new Worker(program, { eval: true, workerData: { main, baseUrl } });
  expect(await once(worker, 'message')).toEqual([{ contactUuid: 'c' }]);
  await worker.terminate();
});

test('the programs of the guides are typed to the letter', async () => {
  const root = join(import.meta.dirname, '../..');
  const folder = join(dirname(fileURLToPath(main)), '../../../..');
  const guides = readGuides().filter(({ program }) => program);
  expect(guides.length).toBeGreaterThan(6);
  const files = guides.map(({ name }) => `${name}.mts`);
  for (const { name, program } of guides) await writeFile(join(folder, `${name}.mts`), program);
  const compilerOptions = {
    module: 'nodenext',
    target: 'esnext',
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

test('Node 20 calls, walks and verifies as the newest does', async ({ skip }) => {
  const node = nodeOf(20);
  if (!node) return skip('There is no Node 20 on this machine: set NODE_20 to its path');
  const { baseUrl } = await serverOf(({ url = '', method }, _body, response) => {
    if (method === 'POST') return answer(response, 200, { contactUuid: 'made' });
    const next = url.includes('cursor=two') ? null : 'two';
    return answer(response, 200, { content: [{ contactUuid: next ?? 'last' }], nextCursor: next });
  });
  const program = `
    const { Atrium, verifyWebhook, WebhookVerificationError } = await import(${JSON.stringify(main)});
    const atrium = new Atrium({ baseUrl: '${baseUrl}', auth: { token: 'atr_x' } });
    const told = [process.versions.node.split('.')[0]];
    told.push((await atrium.contacts.createContact({ body: {} })).contactUuid);
    for await (const { contactUuid } of atrium.contacts.listContacts()) told.push(contactUuid);
    await verifyWebhook({}, '', 'whsec_YWJj').catch((error) =>
      told.push(error instanceof WebhookVerificationError));
    console.log(JSON.stringify(told));`;
  const { stdout } = await promisify(execFile)(node, ['--input-type=module', '--eval', program], {
    env: childEnvironment(),
  });
  expect(JSON.parse(stdout)).toEqual(['20', 'made', 'two', 'last', true]);
});

/** Returns the Node of a version that the machine has beside the project's own. */
function nodeOf(version: number): string | undefined {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((each) => !each.includes('node_modules'));
  const places = [process.env[`NODE_${version}`] ?? [], folders.map((each) => join(each, 'node'))];
  return places.flat().find((each) => {
    const { stdout } = spawnSync(each, ['--version'], { encoding: 'utf8' });
    return stdout?.startsWith(`v${version}.`);
  });
}

test('a page in a browser and its worker call as a program does', async ({ skip }) => {
  if (!chromiumPath) return skip('Chromium is not installed');
  const folder = dirname(fileURLToPath(main));
  const worker = `import { Atrium } from '/index.js';
    const atrium = new Atrium({ baseUrl: location.origin, auth: { token: 'atr_x' } });
    postMessage(await atrium.contacts.getContact({ contactUuid: 'c' }));`;
  const { baseUrl } = await serverOf(({ url = '' }, _body, response) => {
    if (url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    if (!url.endsWith('.js')) return answer(response, 200, { contactUuid: 'c' });
    const script = url === '/worker.js' ? worker : readFileSync(join(folder, basename(url)));
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  });
  const page = await (await launchBrowser()).newPage();
  await page.goto(baseUrl);
  const called = page.evaluate(`import('/index.js').then(({ Atrium }) =>
    new Atrium({ baseUrl: location.origin, auth: { token: 'atr_x' } })
      .contacts.getContact({ contactUuid: 'c' }))`);
  const worked = page.evaluate(`new Promise((done, fail) => {
    const worker = new Worker('/worker.js', { type: 'module' });
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => fail(new Error(message));
  })`);
  expect(await called).toEqual({ contactUuid: 'c' });
  expect(await worked).toEqual({ contactUuid: 'c' });
});

test('a webhook is verified by any of the secrets, and not when it was changed or is old', async () => {
  const secret = `whsec_${Buffer.from('a secret of some length').toString('base64')}`;
  const body = JSON.stringify({ type: 'contact.created' });
  const signed = (at: number) => {
    const timestamp = String(Math.floor(at / 1_000));
    const hmac = createHmac('sha256', 'a secret of some length').update(`m1.${timestamp}.${body}`);
    return {
      'Webhook-Id': 'm1',
      'Webhook-Timestamp': timestamp,
      'Webhook-Signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${hmac.digest('base64')}`,
    };
  };
  const other = `whsec_${Buffer.from('another').toString('base64')}`;
  expect(await client.verifyWebhook(signed(Date.now()), body, [other, secret])).toEqual(
    JSON.parse(body),
  );
  const refusals: [unknown, string, unknown, object?][] = [
    [signed(Date.now() - 301_000), body, secret, { toleranceSeconds: Number.NaN }],
    [signed(Date.now()), `${body} `, secret],
    [signed(Date.now()), body, other],
    [signed(Date.now() - 301_000), body, secret],
    [{}, body, secret],
  ];
  for (const given of refusals)
    await expect(client.verifyWebhook(...given)).rejects.toBeInstanceOf(
      client.WebhookVerificationError,
    );
});
