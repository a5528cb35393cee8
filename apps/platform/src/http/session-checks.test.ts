import type { Caller } from '@atrium/kit/auth/caller.ts';
import { expect, test } from 'vitest';
import type { Principal } from '../database/principal.ts';
import { createSessionChecks } from './session-checks.ts';
import { toPrincipal } from './transactions.ts';

const principal = (sessionUuid: string): Principal =>
  toPrincipal({
    sessionUuid,
    userUuid: 'u',
    homeTenantUuid: 't',
    tenantUuid: 't',
    roles: ['CLIENT'],
  } as never as Caller);

/** A database that answers when it is told to. */
function waitingDb() {
  const asked: { answer: () => void; refuse: (error: Error) => void }[] = [];
  const readTenant = () => {
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    asked.push({ answer: () => resolve(undefined as never), refuse: reject });
    return promise;
  };
  return { asked, readTenant };
}

test('one check answers for those who had come when it began, and for nobody later', async () => {
  const db = waitingDb();
  const check = createSessionChecks(db);
  const first = Array.from({ length: 20 }, () => check(principal('a')));
  const other = check(principal('b'));
  expect(db.asked).toHaveLength(0);
  await expect.poll(() => db.asked.length).toBe(2);
  const later = [check(principal('a')), check(principal('a'))];
  await expect.poll(() => db.asked.length).toBe(3);
  db.asked[0]?.answer();
  db.asked[1]?.answer();
  await Promise.all([...first, other]);
  db.asked[2]?.refuse(new Error('ended'));
  expect(await Promise.allSettled(later)).toEqual(
    later.map(() => ({ status: 'rejected', reason: new Error('ended') })),
  );
});
