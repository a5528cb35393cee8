import { expect, test } from 'vitest';
import { createQuerySlots } from './query-slots.ts';

const forever = new AbortController().signal;

/** Work that runs until it is let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, letGo: resolve };
}

test('queries wait for a slot, tenants in turns', async () => {
  const inSlot = createQuerySlots({ slots: 1, maxWaiting: 10, maxWaitingOfTenant: 5 });
  const first = held();
  const order: string[] = [];
  const running = [inSlot('a', forever, first.work)];
  for (const name of ['a1', 'a2', 'b1'])
    running.push(inSlot(name.charAt(0), forever, async () => void order.push(name)));
  first.letGo();
  await Promise.all(running);
  expect(order).toEqual(['a1', 'b1', 'a2']);
});

test('a tenant with too many waiting is refused, another is not', async () => {
  const inSlot = createQuerySlots({ slots: 1, maxWaiting: 3, maxWaitingOfTenant: 1 });
  const first = held();
  const running = [inSlot('a', forever, first.work), inSlot('a', forever, async () => {})];
  await expect(inSlot('a', forever, async () => {})).rejects.toMatchObject({ code: 'OVERLOADED' });
  running.push(inSlot('b', forever, async () => {}));
  first.letGo();
  await Promise.all(running);
});

test('a caller that goes away gives up its place', async () => {
  const inSlot = createQuerySlots({ slots: 1, maxWaiting: 1, maxWaitingOfTenant: 1 });
  const first = held();
  const running = inSlot('a', forever, first.work);
  const gone = new AbortController();
  const waiting = inSlot('a', gone.signal, async () => {});
  gone.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'OVERLOADED' });
  const next = inSlot('a', forever, async () => 'ran');
  first.letGo();
  await running;
  expect(await next).toBe('ran');
});
