import { expect } from 'vitest';
import type { Db } from '../src/database/db.ts';
import type { Answer } from '../test-support/client.ts';
import { tenantTables } from './fingerprint.ts';
import type { TenantFixture } from './tenant-fixture.ts';

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Identifiers and names that stand in any row of a tenant. */
export async function tracesOf(
  db: Db,
  { tenantUuid, marker }: TenantFixture,
): Promise<Set<string>> {
  const found = new Set([marker.toLowerCase()]);
  const rows = await Promise.all(
    (await tenantTables(db)).map((table) =>
      db.asPlatform(
        (tx) =>
          tx<
            { text: string }[]
          >`select t::text as text from ${tx(table)} t where tenant_uuid = ${tenantUuid}`,
      ),
    ),
  );
  for (const { text } of rows.flat()) for (const [uuid] of text.matchAll(uuids)) found.add(uuid);
  return found;
}

/** Fails when an answer tells of a tenant what the caller had not said itself. */
export function expectNoTrace(answer: Answer, traces: ReadonlySet<string>, said: string): void {
  const text =
    `${JSON.stringify(answer.body ?? '')} ${JSON.stringify(answer.headers)}`.toLowerCase();
  const [marker = ''] = traces;
  const told = [marker, ...[...text.matchAll(uuids)].map(([uuid]) => uuid)].filter(
    (each) => traces.has(each) && text.includes(each) && !said.toLowerCase().includes(each),
  );
  expect(told, 'traces of another tenant in the answer').toEqual([]);
}
