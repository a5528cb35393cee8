import { expect, test } from 'vitest';
import { calendarWorld } from '../../../test-support/calendar-world.ts';
import { listDueConnections } from './find-due.ts';

const w = await calendarWorld();

/** Makes the connection of a person due to be read. */
const makeDue = (userUuid: string) =>
  w.db.asPlatform(
    (tx) => tx`
      update calendar_connections set next_pull_at = now() - interval '1 hour', lease_until = null
       where user_uuid = ${userUuid}`,
  );
const isDue = async (userUuid: string) => {
  const [row] = await w.db.asPlatform(
    (tx) => tx<{ isDue: boolean }[]>`
      select next_pull_at <= now() as is_due from calendar_connections
       where user_uuid = ${userUuid}`,
  );
  return row?.isDue;
};

test.each(['person', 'partner'])(
  'The calendar of a %s that is switched off rests, and goes on afterwards',
  async (what) => {
    const { tenant, staff } = await w.staffWithCalendar('a');
    const userUuid = staff.identity['x-user-id'] ?? '';
    const admin = await tenant.as('TENANT_ADMIN');
    const { partnerUuid } = (await admin.post('/api/partners', { name: 'Sur' })).body;
    const person = `/api/tenant-staff/${userUuid}`;
    expect((await admin.put(person, { partnerUuid })).status).toBe(200);
    const path = what === 'person' ? person : `/api/partners/${partnerUuid}`;
    await w.atRest(tenant.tenantUuid);
    expect(await isDue(userUuid)).toBe(false);

    expect((await admin.put(path, { isActive: false })).status).toBe(200);
    await makeDue(userUuid);
    const due = await w.db.asPlatform((tx) => listDueConnections(tx, 100));
    expect(due.filter(({ tenantUuid }) => tenantUuid === tenant.tenantUuid)).toEqual([]);
    expect(await isDue(userUuid)).toBe(true);

    expect((await admin.put(path, { isActive: true })).status).toBe(200);
    await expect.poll(() => isDue(userUuid), { timeout: 60_000 }).toBe(false);
  },
);
