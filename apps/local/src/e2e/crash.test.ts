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
  // One that was killed before has to be there again.
  const kill = async (...names: Parameters<typeof atrium.kill>[0][]) => {
    for (const name of names)
      await expect.poll(() => atrium.kill(name), { interval: 20 }).toBeUndefined();
  };
  const killings = new Map<number, () => Promise<void>>([
    [200, () => kill('platform')],
    [400, () => kill('analytics')],
    [600, () => kill('platform')],
    [800, () => kill('analytics', 'platform')],
  ]);

  async function work(): Promise<void> {
    while (next++ < contacts) {
      acknowledged.add(await createContact(randomUUID()));
      done += 1;
      await killings.get(done)?.();
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
});

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
