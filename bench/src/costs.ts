import type { Sql } from '@atrium/kit/sql.ts';
import { isWaiting } from '@atrium/platform/outbox/position.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { startAtrium } from './atrium.ts';
import { fillFirms, firms, medianMs } from './costs-tenants.ts';
import type { Goals } from './goals.ts';
import { furnish } from './platform.ts';

type Sizes = Map<string, number>;
type Post = (path: string, body: object) => Promise<Record<string, string>>;

const counts = { tenants: 400, contacts: 10_000, meetings: 2_000 };

/**
 * Measures what each record takes in PostgreSQL as the platform itself writes it: bytes of all tables with
 * their indexes before and after so many were created through the API and all that follows (events
 * handed on, invitations mailed) was done. Tables are vacuumed but not rewritten: what updates left
 * behind counts. Then how a firm's answers fare when ten thousand others have come.
 */
export async function measureCosts({ print }: Goals, dataDir: string): Promise<void> {
  const atrium = await startAtrium(dataDir, { DEMO: 'off', ACCESS_TOKEN_SECONDS: '86400' });
  const sql = openSql(atrium.superuser());
  try {
    await measureAll(print, sql, atrium.address, await furnish(atrium.address, dataDir));
  } finally {
    await sql.end();
    await atrium.stop();
  }
}

async function measureAll(
  print: Goals['print'],
  sql: Sql,
  address: string,
  { headers, root, contact }: Awaited<ReturnType<typeof furnish>>,
): Promise<void> {
  const posting =
    (as: Record<string, string>): Post =>
    async (path, body) => {
      const response = await fetch(`${address}${path}`, {
        method: 'POST',
        headers: { ...as, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      return answer as Record<string, string>;
    };
  const [asRoot, asAdviser] = [posting(root), posting(headers)];
  const contacts: string[] = [];

  const measure = async (name: string, count: number, make: (n: number) => Promise<unknown>) => {
    const before = await sizesOf(sql);
    await createAll(count, make);
    await settle(sql);
    const after = await sizesOf(sql);
    const grown = [...after]
      .map(([table, size]) => ({ table, bytes: (size - (before.get(table) ?? 0)) / count }))
      .filter(({ bytes }) => bytes >= 1)
      .toSorted((a, b) => b.bytes - a.bytes);
    const total = grown.reduce((sum, { bytes }) => sum + bytes, 0);
    print(`        ${name}: ${total.toFixed(0)} bytes, of ${count} created`);
    for (const { table, bytes } of grown)
      print(`          ${bytes.toFixed(0).padStart(6)}  ${table}`);
  };

  await measure('a tenant', counts.tenants, (n) =>
    asRoot('/api/tenants', { name: `Firm ${n}`, code: `FIRM${n}` }),
  );
  await measure('a contact', counts.contacts, async (n) => {
    const preferredEmail = `c${n}@clients.example`;
    const { contactUuid = '' } = await asAdviser('/api/contacts', {
      ...contact,
      paternalLastName: `Fuentes ${n}`,
      preferredEmail,
    });
    contacts.push(contactUuid);
  });
  await measure('a meeting with two contacts and a guest', counts.meetings, (n) => {
    const day = Temporal.PlainDate.from('2027-01-04').add({ days: n % 365 });
    return asAdviser('/api/v1/meetings', {
      title: `Portfolio review ${n}`,
      startDateTime: `${day}T10:00:00`,
      endDateTime: `${day}T11:00:00`,
      timezone: 'America/Santiago',
      locationType: 'IN_PERSON',
      contactIds: [contacts[n], contacts[n + counts.meetings]],
      externalAttendees: [{ email: `g${n}@guests.example`, name: 'Ana Guest' }],
    });
  });
  const [events] = await sql<{ count: number; bytes: number }[]>`
    select count(*)::int as count, pg_total_relation_size('events')::int as bytes from events`;
  if (events)
    print(
      `        an event: ${(events.bytes / events.count).toFixed(0)} bytes, of ${events.count}`,
    );

  const [one, page] = [`${address}/api/contacts/${contacts[0]}`, `${address}/api/contacts`];
  const ask = async () => [await medianMs(one, headers), await medianMs(page, headers)] as const;
  const [oneBefore, pageBefore] = await ask();
  await fillFirms(sql);
  const [oneAfter, pageAfter] = await ask();
  print(
    `        beside ${firms} firms: one contact ${oneBefore.toFixed(2)} ms, then ${oneAfter.toFixed(2)}; ` +
      `a page ${pageBefore.toFixed(1)} ms, then ${pageAfter.toFixed(1)}`,
  );
}

async function createAll(count: number, make: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const maker = async () => {
    while (next < count) await make(next++);
  };
  await Promise.all(Array.from({ length: 8 }, maker));
}

/** Waits until events are handed on and no job is left to do. */
async function settle(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql`
      select exists (select from events e, outbox_position p where p.reading is not null or ${isWaiting(sql)})
          or exists (select from pgboss.job where state in ('created', 'active', 'retry')
                       and start_after <= now()) as waiting`;
    if (!row?.waiting) return;
    await new Promise((later) => setTimeout(later, 500));
  }
}

async function sizesOf(sql: Sql): Promise<Sizes> {
  await sql`vacuum analyze`;
  const rows = await sql<{ name: string; bytes: string }[]>`
    select format('%I.%I', nspname, relname) as name, pg_total_relation_size(c.oid) as bytes
      from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname in ('public', 'pgboss')`;
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
