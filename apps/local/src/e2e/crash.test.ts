import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { bootAtrium } from './atrium.ts';
import { openFirm } from './firm.ts';

const contacts = 1_000;
const atrium = await bootAtrium();
afterAll(atrium.stop);
const { call, adviser, contact, listContacts, countEvents } = await openFirm(atrium);

test('killing the platform and analytics amid 1,000 creations loses nothing and doubles nothing', async () => {
  const acknowledged = new Set<string>();
  let next = 0;
  let done = 0;
  const killings = new Map<number, () => void>([
    [200, () => atrium.kill('platform')],
    [400, () => atrium.kill('analytics')],
    [600, () => atrium.kill('platform')],
    [800, () => [atrium.kill('analytics'), atrium.kill('platform')]],
  ]);

  async function work(): Promise<void> {
    while (next++ < contacts) {
      acknowledged.add(await createContact(randomUUID()));
      killings.get(++done)?.();
    }
  }
  await Promise.all(Array.from({ length: 16 }, work));
  expect(acknowledged.size).toBe(contacts);

  const stored = await listContacts();
  expect(stored.length).toBe(contacts);
  expect(new Set(stored)).toEqual(acknowledged);
  await expect
    .poll(() => countEvents('contact.created'), { timeout: 60_000, interval: 250 })
    .toBe(contacts);
}, 180_000);

/** Creates one contact, again and again with the same key until the platform acknowledges it. */
async function createContact(key: string): Promise<string> {
  for (;;) {
    const answer = await call('POST', '/api/contacts', contact, {
      ...adviser,
      'idempotency-key': key,
    }).catch(() => undefined);
    if (answer?.status === 200) return answer.body.contactUuid;
    // Dead, or not all there yet, or the first attempt is still being rolled back.
    if (answer && ![409, 500, 503].includes(answer.status)) throw new Error(JSON.stringify(answer));
    await new Promise((again) => setTimeout(again, 50));
  }
}
