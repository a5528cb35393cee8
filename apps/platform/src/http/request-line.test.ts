import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';

const w = await world();
const port = await w.listen();
const own = `localhost:${port}`;
const mapped = `firm.localhost:${port}`;
const { tenantUuid } = await w.tenant('Andes Patrimonio');
const root = await w.systemAdmin();
await root.post(`/api/tenants/${tenantUuid}/domains`, { domain: 'firm.localhost', active: true });

/** Sends a request line and a Host as they are, and returns the status and the body. */
async function send(line: string, host: string | undefined, headers = '') {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const named = host === undefined ? '' : `Host: ${host}\r\n`;
  socket.write(`${line} HTTP/1.1\r\n${named}${headers}Connection: close\r\n\r\n`);
  const answer = await text(socket);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  return { status, answer };
}

test('A whole address in the request line decides the host, whatever Host says', async () => {
  const page = '/api/public/console';
  const firm = async (line: string, host: string) =>
    (await send(line, host)).answer.includes('Andes Patrimonio');
  expect(await firm(`GET ${page}`, mapped)).toBe(true);
  expect(await firm(`GET ${page}`, 'evil.example')).toBe(false);
  for (const host of [own, mapped, 'evil.example'])
    expect(await firm(`GET http://${mapped}${page}`, host), host).toBe(true);
  for (const address of [own, 'evil.example', 'evil.example:443', 'EVIL.example'])
    expect(await firm(`GET http://${address}${page}`, mapped), address).toBe(false);
});

test('A cookie is read for the request line’s host alone', async () => {
  const cookie = 'Cookie: refresh=x\r\nContent-Length: 0\r\n';
  const codeOf = async (line: string, host: string, origin: string) =>
    /"code":"(\w+)"/.exec((await send(line, host, `${cookie}Origin: ${origin}\r\n`)).answer)?.[1];
  const path = '/api/auth/refresh';
  const wrong = 'REFRESH_TOKEN_INVALID';
  expect(await codeOf(`POST ${path}`, own, `http://${own}`)).toBe(wrong);
  expect(await codeOf(`POST http://${own}${path}`, mapped, `http://${own}`)).toBe(wrong);
  expect(await codeOf(`POST http://${mapped}${path}`, own, `http://${own}`)).toBe('ORIGIN_REFUSED');
});

test('A line whose authority is no host is 400, and paths lead where they would alone', async () => {
  for (const address of ['http:///health/live', 'http://a@localhost/health/live', 'http://?x'])
    expect((await send(`GET ${address}`, own)).status, address).toBe(400);
  expect((await send(`GET http://${own}/health/live`, own)).status).toBe(200);
  const missing = await send(`GET http://${own}/api/nothing?x=1`, own, 'Accept: text/html\r\n');
  expect([missing.status, missing.answer.includes('application/problem+json')]).toEqual([
    404,
    true,
  ]);
  expect((await send(`GET http://${own}/health/live`, undefined)).status).toBe(400);
});
