import document from '@atrium/api-client/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';
import { toldProblems } from '../problems.ts';
import { publicAddress } from './own-hosts.ts';

const w = await world();

test('the page of errors explains every code, and each problem leads to its place there', async () => {
  const { status, body, headers } = await w.anonymous.get('/docs/errors');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const codes = Object.keys(toldProblems);
  expect(document.components.schemas.Problem.properties.code.enum).toEqual(codes.toSorted());
  for (const code of codes) {
    const [, section = ''] = String(body).split(`<section id="${code}">`);
    expect(section.split('</section>')[0], code).toMatch(/Cause\..*What to do\./s);
  }
  const at = `${publicAddress(w.config)}/docs/errors`;
  const refused = await w.anonymous.get('/api/contacts');
  expect(refused.body).toMatchObject({ type: `${at}#UNAUTHENTICATED`, code: 'UNAUTHENTICATED' });
  const elsewhere = await w.app.inject({ url: '/api/nothing', headers: { host: 'firm.example' } });
  expect(elsewhere.json().type).toBe(`${at}#NOT_FOUND`);
});

test('/llms.txt leads programs to the document and the guides, and the platform answers each', async () => {
  const { status, body, headers } = await w.anonymous.get('/llms.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toMatch(/^# Atrium\n/);
  const links = [...String(body).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  expect(links).toEqual(expect.arrayContaining(['/openapi.json', '/docs/guides/api.md']));
  for (const link of links) expect((await w.anonymous.get(link)).status, link).toBeLessThan(400);
});

test('what is served is the document that is committed', async () => {
  const { info, webhooks } = (await w.anonymous.get('/openapi.json')).body;
  expect(info.version).toBe((await w.anonymous.get('/version')).body.version);
  expect(webhooks).toEqual((document as { webhooks?: object }).webhooks);
});

test('what is created answers where it is', async () => {
  const client = await (await w.tenant()).as('TENANT_ADMIN');
  const made = await client.post('/api/tasks', { title: 'Call', dueDate: null });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const location = String(made.headers.location);
  expect(location).toBe(`/api/tasks/${made.body.taskUuid}`);
  expect((await client.get(location)).body).toEqual(made.body);
});
