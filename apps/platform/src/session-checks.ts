import type { Db, Entrant } from './db.ts';

/**
 * Asks the database whether a session still stands. One question answers for every request of the
 * session that came in the same turn of the event loop, all of which were there when it was asked:
 * a session that has ended ends at once.
 */
export function createSessionChecks(db: Pick<Db, 'readOneStatement'>) {
  const gathering = new Map<string, Promise<void>>();

  /** Resolves when the caller may enter; throws what the database refuses it with. */
  return function check(entrant: Entrant): Promise<void> {
    const { tenantUuid, homeTenantUuid, userUuid, sessionUuid } = entrant;
    const key = `${tenantUuid} ${homeTenantUuid} ${userUuid} ${sessionUuid}`;
    const joined = gathering.get(key);
    if (joined) return joined;
    const { promise, resolve } = Promise.withResolvers<void>();
    gathering.set(key, promise);
    setImmediate(() => {
      gathering.delete(key);
      resolve(db.readOneStatement(entrant, async (tx) => void (await tx`select ${tx.entered}`)));
    });
    return promise;
  };
}
