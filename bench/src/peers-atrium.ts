import type { Sql } from '@atrium/kit/sql.ts';
import { isWaiting } from '@atrium/platform/outbox/position.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import type { startAtrium } from './atrium.ts';
import { startBare } from './contacts.ts';
import type { Load } from './load.ts';
import { type Data, fillTenants, pageSize, stage } from './peers-data.ts';
import type { Subject } from './peers-subject.ts';
import { furnish } from './platform.ts';

/** Atrium as `npm start` runs it, and the bare handler, both over the rows that the peers copy. */
export async function startOurs(
  atrium: Pick<Awaited<ReturnType<typeof startAtrium>>, 'address' | 'superuser' | 'pid'>,
  dataDir: string,
  contacts: number,
): Promise<{ atrium: Subject; bare: Subject; data: Data; close: () => Promise<void> }> {
  const { headers, contact, tenantUuid } = await furnish(atrium.address, dataDir);
  const sql = openSql(atrium.superuser());
  const data = await fillTenants(sql, tenantUuid, headers['x-user-id'] ?? '', contacts);
  const body = JSON.stringify(contact);
  const contactsUrl = `${atrium.address}/api/contacts`;
  const bare = await startBare(atrium.superuser());
  const list: Load = {
    url: `${atrium.address}/api/v2/contacts`,
    method: 'POST',
    headers,
    body: JSON.stringify({
      filters: [{ field: 'stageName', operator: 'EQUALS', value: stage }],
      sort: ['createdAt,desc'],
      size: pageSize,
    }),
  };
  return {
    data,
    atrium: {
      name: 'Atrium',
      version: `this commit, Node ${process.versions.node}`,
      pid: atrium.pid,
      get: { url: `${contactsUrl}/${data.contactUuid}`, headers },
      list,
      short: list,
      create: { url: contactsUrl, method: 'POST', headers, body },
      foreign: { url: `${contactsUrl}/${data.foreignUuid}`, headers },
      read: ({ content, totalElements, contactUuid }) =>
        content ? { rows: content.length, total: totalElements } : { uuid: contactUuid },
      settle: () => delivered(sql),
      stop: async () => undefined,
    },
    bare: {
      name: 'bare handler',
      version: `Fastify and pg, Node ${process.versions.node}`,
      pid: bare.pid,
      get: { url: `${bare.address}/contacts/${tenantUuid}/${data.contactUuid}` },
      create: { url: `${bare.address}/contacts`, method: 'POST', body },
      read: ({ contactUuid, id }) => ({ uuid: contactUuid ?? id }),
      stop: async () => bare.stop(),
    },
    close: () => sql.end(),
  };
}

/** Creating a contact is done when its event has been handed to analytics. */
async function delivered(sql: Sql): Promise<void> {
  for (;;) {
    const [row] =
      await sql`select exists (select from events e, outbox_position p where p.reading is not null or ${isWaiting(sql)}) as waiting`;
    if (!row?.waiting) return;
    await new Promise((later) => setTimeout(later, 200));
  }
}
