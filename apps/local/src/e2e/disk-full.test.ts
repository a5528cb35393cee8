import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fillDisk } from '../../test-support/fill-disk.ts';
import { bootAtrium } from './atrium.ts';
import { openFirm } from './firm.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-small-disk-'));
chmodSync(folder, 0o755);
const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', folder]);
const mounted = mount.status === 0;
afterAll(() => {
  if (mounted) spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
});

test('a full disk refuses what cannot be kept, says so, loses nothing, and is got over', async ({
  skip,
}) => {
  if (!mounted) return skip('only root may mount a small disk');
  const atrium = await bootAtrium({ DATA_DIR: join(folder, 'data') });
  try {
    const firm = await openFirm(atrium);
    const { call, adviser, contact } = firm;
    const acknowledged: string[] = [];
    const sent: string[] = [];
    const statuses: number[] = [];
    async function work(): Promise<void> {
      const notes = 'n'.repeat(200_000);
      const big = { ...contact, middleName: 'x'.repeat(250) };
      const made = await call('POST', '/api/contacts', big, {
        ...adviser,
        'idempotency-key': randomUUID(),
      }).catch(() => null);
      if (made?.status === 200) acknowledged.push(made.body.contactUuid);
      const eventId = randomUUID();
      const attributes = Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [`k${at}`, notes.slice(0, 1_000)]),
      );
      const event = {
        eventType: 'test.filled',
        tenantId: adviser['x-tenant-uuid'],
        eventId,
        attributes,
      };
      const taken = await call('POST', '/api/analytics/events', event, adviser).catch(() => null);
      if (taken?.status === 202) sent.push(eventId);
      statuses.push(made?.status ?? 0, taken?.status ?? 0);
    }
    for (let count = 0; count < 20; count++) await work();
    expect(statuses.every((status) => status === 200 || status === 202)).toBe(true);

    const filler = fillDisk(join(folder, 'filler'));
    const isRefusal = (status: number) => status === 503 || status === 0;
    while (statuses.filter(isRefusal).length < 50)
      await Promise.all(Array.from({ length: 8 }, work));
    rmSync(filler);

    // The answers that a full disk may lead to: come again later, or nothing from a process that ended.
    process.stdout.write(
      `full disk: ${JSON.stringify(Object.groupBy(statuses, String), (_key, value) => (Array.isArray(value) ? value.length : value))}\n`,
    );
    expect(statuses.filter((status) => ![0, 200, 202, 401, 503].includes(status))).toEqual([]);
    await expect
      .poll(async () => (await fetch(`${atrium.address}/health/ready`).catch(() => null))?.status, {
        timeout: 60_000,
        interval: 200,
      })
      .toBe(200);
    const again = () =>
      call('POST', '/api/contacts', contact, adviser).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(again, { interval: 500 }).toBe(200);
    const stored = new Set(await firm.listContacts());
    expect(acknowledged.filter((uuid) => !stored.has(uuid))).toEqual([]);
    await expect
      .poll(() => firm.countEvents('test.filled'), { timeout: 60_000, interval: 500 })
      .toBeGreaterThanOrEqual(sent.length);
  } finally {
    await atrium.stop();
  }
});
