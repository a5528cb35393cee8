import { findZone } from '@atrium/kit/zones.ts';
import { expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const m = await meetingWorld(w);

const noZones = [
  ...['PST', 'CST', 'IST', 'JST', 'BST', 'AST', 'ACT', 'pst', 'SystemV/AST4ADT', 'US/Pacific-New'],
  ...['+03:00', 'GMT+3', 'America/Nowhere', 'Etc/Unknown', 'Customized Time Zone', 'UTC ', ''],
];

test.each(noZones)('%j is no zone in any field', async (zone) => {
  const span = { startDateTime: '2027-01-10T10:00:00', endDateTime: '2027-01-10T11:00:00' };
  const { path } = await m.meeting();
  const userUuids = [uuidOf(m.host)];
  const answers = [
    await m.host.post('/api/v1/meetings', { ...m.input(), timezone: zone }),
    await m.host.put(path, { timezone: zone }),
    await m.host.post('/api/v1/availability/check', { userUuids, ...span, timezone: zone }),
    await m.host.post('/api/v1/availability/slots', {
      ...{ userUuids, ...span, durationMinutes: 30, timezone: zone },
    }),
    await m.host.get(`/api/v1/meetings?timezone=${encodeURIComponent(zone)}`),
    await m.host.put('/api/auth/me', { timeZone: zone }),
    await m.client.put('/api/auth/me', { timeZone: zone }),
    await m.admin.put(`/api/tenant-staff/${uuidOf(m.host)}`, { timeZone: zone }),
  ];
  for (const { status, body } of answers) {
    const fields = body.errors?.map(({ field }: { field: string }) => field);
    expect([status, fields]).toEqual([400, [expect.stringMatching(/^time[zZ]one$/)]]);
  }
});

test('the database knows every zone that is taken, old names too', async () => {
  const old = [
    'America/Buenos_Aires',
    'Asia/Calcutta',
    'Europe/Kiev',
    'US/Pacific',
    'Etc/GMT+5',
    'EST5EDT',
  ];
  const rows = await w.sql<{ name: string }[]>`select name from pg_timezone_names`;
  const known = new Set(rows.map(({ name }) => name));
  const taken = [...Intl.supportedValuesOf('timeZone'), ...old];
  expect(taken.filter((name) => findZone(name) !== name)).toEqual([]);
  expect(taken.filter((name) => !known.has(name))).toEqual([]);
});
