import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Sql } from '@atrium/kit/sql.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { furnish } from './platform.ts';
import { fillFirm, scale } from './scale-data.ts';
import { type Kind, type Question, scaleQuestions } from './scale-questions.ts';

const connections = 16;
/** How long a kind of request is measured (for a short run SCALE_SECONDS=0.2), after two thirds of it to warm up. */
const measured = Number(process.env.SCALE_SECONDS ?? 3);
const seconds = { toWarmUp: (measured * 2) / 3, measured };

/**
 * Measures the requests of people in a large firm: 200,000 contacts with a meeting and a note each, 50,000
 * households and 5,000 staff, among twenty firms. The goal is one caller's: 95 of 100 answers within 50 ms, each
 * question another one. What sixteen callers at a time see is printed beside it.
 */
export async function measureScale({ check, print }: Goals, dataDir: string): Promise<void> {
  const atrium = await startAtrium(dataDir, { DEMO: 'off', ACCESS_TOKEN_SECONDS: '86400' });
  const { headers, root, tenantUuid } = await furnish(atrium.address, dataDir);
  const sql = openSql(atrium.superuser());
  const { managers } = await fillFirm(sql, tenantUuid, 1);
  for (let n = 1; n < scale.tenants; n++) {
    const other = randomUUID();
    await sql`insert into tenants (tenant_uuid, name, code) values (${other}, ${`Firm ${n}`}, ${`F${n}`})`;
    await fillFirm(sql, other, 0.1);
  }
  await sql`vacuum analyze`;
  const known = { ...(await someRecords(sql, tenantUuid)), tenantUuid, managers };
  await sql.end();
  const admin = { ...root, 'x-tenant-uuid': tenantUuid };
  for (const { name, atMost, ask, isAdmin } of scaleQuestions(known)) {
    const asker = isAdmin ? admin : headers;
    const together = await times(atrium.address, asker, ask, connections);
    const alone = await times(atrium.address, asker, ask, 1);
    print(
      `        ${name}: alone p50 ${alone.p50.toFixed(1)} ms, p95 ${alone.p95.toFixed(1)} ms; ` +
        `${connections} at a time p50 ${together.p50.toFixed(1)} ms, p95 ${together.p95.toFixed(1)} ms` +
        (together.refused > 0 ? `, ${together.refused} refused as too busy` : '') +
        (alone.p95 > atMost ? `; slowest ${JSON.stringify(alone.slowest)}` : ''),
    );
    check(`${name}, p95`, alone.p95, 'ms', { atMost });
  }
  await atrium.stop();
}

/** Returns a thousand records of each kind of a tenant. */
export async function someRecords(sql: Sql, tenantUuid: string) {
  const uuids = async (column: string, table: string) => {
    const rows = await sql`
      select ${sql(column)} as uuid from ${sql(table)} where tenant_uuid = ${tenantUuid} limit 1000`;
    return rows.map((row) => row.uuid as string);
  };
  return {
    managers: await uuids('staff_uuid', 'staff_members'),
    contacts: await uuids('contact_uuid', 'contacts'),
    households: await uuids('household_uuid', 'households'),
    meetings: await uuids('meeting_uuid', 'meetings'),
    organisations: await uuids('organisation_uuid', 'organisations'),
  };
}

/**
 * Measures how long answers take, in milliseconds, with so many callers that each wait for theirs. What is asked
 * first is left out: each connection plans statements then, and a process that has just started compiles.
 * Who is refused as too busy asks again after the time that the answer names, which counts as waiting.
 */
export async function times(
  address: string,
  headers: Record<string, string>,
  ask: Kind['ask'],
  callers: number,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const taken: { ms: number; question: Question }[] = [];
  let refused = 0;
  let next = 0;
  const measuring = performance.now() + seconds.toWarmUp * 1000;
  const end = measuring + seconds.measured * 1000;
  const caller = async () => {
    while (performance.now() < end) {
      const question = ask(next++);
      const began = performance.now();
      let answer = await call(agent, address, headers, question);
      for (; callers > 1 && (answer.status === 429 || answer.status === 503); refused++) {
        await setTimeout(Number(answer.retryAfter) * 1000);
        answer = await call(agent, address, headers, question);
      }
      if (answer.status !== 200) throw new Error(`${JSON.stringify(question)}: ${answer.status}`);
      if (began > measuring) taken.push({ ms: performance.now() - began, question });
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  agent.destroy();
  const sorted = taken.toSorted((a, b) => a.ms - b.ms);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.ms ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), refused, slowest: sorted.at(-1)?.question };
}

/** Asks and reads the answer to its end. By node:http, since the caller runs on the same cores. */
function call(
  agent: Agent,
  address: string,
  headers: Record<string, string>,
  { path, body }: Question,
): Promise<{ status: number | undefined; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET';
    const sent = request(
      `${address}${path}`,
      { agent, method, headers: { ...headers, 'content-type': 'application/json' } },
      (response) => {
        const { statusCode: status, headers } = response;
        const retryAfter = headers['retry-after'];
        response.on('end', () => resolve({ status, retryAfter })).on('error', reject);
        response.resume();
      },
    );
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}
