import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import type { Load } from './load.ts';
import { type Data, pageSize } from './peers-data.ts';
import type { Login, Subject } from './peers-subject.ts';

/** Makes empty databases on the server of this login. */
export async function createDatabases(login: Login, names: string[]): Promise<void> {
  const sql = openSql(login);
  for (const name of names) await sql`create database ${sql(name)}`;
  await sql.end();
}

/**
 * Makes sure that a product does what is measured: it reads the contact that was asked for, lists a
 * page and the number of all that match, creates, and shows no contact of another tenant.
 */
export async function verify(subject: Subject, data: Data): Promise<void> {
  const expect = (what: string, is: boolean, answer: unknown) => {
    if (!is) throw new Error(`${subject.name}, ${what}: ${JSON.stringify(answer).slice(0, 500)}`);
  };
  const get = await ask(subject.get);
  expect('get', subject.read(get.body).uuid === data.contactUuid, get);
  for (const page of [subject.list, subject.short]) {
    if (!page) continue;
    const list = await ask(page);
    const { rows, total } = subject.read(list.body);
    expect('list', rows === Math.min(pageSize, data.inStage) && total === data.inStage, list);
  }
  const created = await ask(subject.create);
  expect('create', created.status < 300 && !!created.body, created);
  if (subject.foreign) {
    const foreign = await ask(subject.foreign);
    expect('wall', foreign.status === 403 || foreign.status === 404, foreign);
  }
}

async function ask({ url, method = 'GET', headers = {}, body }: Load) {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}
