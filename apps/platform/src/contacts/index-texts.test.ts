import { createLogger } from '@atrium/kit/logging.ts';
import { expect, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { world } from '../../test-support/world.ts';
import { indexTexts } from './index-texts.ts';

const w = await world();

test('new texts are moved into their index apart from requests', async () => {
  const tenant = await w.tenant();
  const [staff, { tenantStaffUuid }] = await Promise.all([
    tenant.as('TENANT_STAFF'),
    tenant.staff(),
  ]);
  const create = async () => {
    const input = contactInput(tenant.tenantUuid, tenantStaffUuid);
    expect((await staff.post('/api/contacts', input)).status).toBe(200);
  };
  /** Moves what waits, and answers how many pages of the list it filled. */
  const waiting = async () => {
    const [row] = await w.sql<[{ pages: number }]>`
      select gin_clean_pending_list('contacts_by_text') as pages`;
    return row.pages;
  };
  await create();
  expect(await waiting()).toBeGreaterThan(0);
  await create();
  await indexTexts(w.db, createLogger('test', 'silent')).stop();
  expect(await waiting()).toBe(0);
});
