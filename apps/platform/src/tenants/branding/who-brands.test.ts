import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  brandingStudio,
  colors,
  logo,
  type Studio,
} from '../../../test-support/branding-studio.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
let studio: Studio;

beforeEach(async () => {
  studio = await brandingStudio(w);
});

describe('who may brand a tenant', () => {
  const calls = [
    ['get', ''],
    ['post', '/assets/init'],
    ['post', '/assets/cancel'],
    ['post', '/confirm'],
  ] as const;
  const bodies: Record<string, object> = {
    '/assets/init': { files: [logo] },
    '/confirm': { colors },
  };

  test.each(calls)('a system administrator may: %s %s', async (method, path) => {
    const system = await w.systemAdmin();
    const answer = await system[method](studio.at(path), bodies[path] as never);
    expect([200, 204]).toContain(answer.status);
    const nowhere = `/api/tenants/${randomUUID()}/branding${path}`;
    expect((await system[method](nowhere, bodies[path] as never)).status).toBe(404);
  });

  test.each(calls)(
    'staff and other tenants’ administrators may not: %s %s',
    async (method, path) => {
      const tenant = await w.tenant();
      for (const role of ['TENANT_ADMIN', 'TENANT_STAFF', 'PARTNER_ADMIN', 'CLIENT'] as const) {
        const caller = await tenant.as(role);
        expect((await caller[method](studio.at(path), bodies[path] as never)).status, role).toBe(
          403,
        );
      }
      expect((await w.anonymous[method](studio.at(path), bodies[path] as never)).status).toBe(401);
    },
  );

  test('a system administrator’s Idempotency-Key counts in the tenant that the path names', async () => {
    const system = await w.systemAdmin();
    const headers = { 'idempotency-key': randomUUID() };
    const once = () => system.post(studio.at('/assets/init'), { files: [logo] }, headers);
    const [first, again] = [await once(), await once()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
  });
});
