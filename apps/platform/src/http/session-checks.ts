import type { Db } from '../database/db.ts';
import type { Principal } from '../database/principal.ts';

/**
 * Asks the database whether a session is still active. One question answers for every request of the
 * session that came in the same turn of the event loop, all of which were there when it was asked:
 * a session that has ended ends at once.
 */
export function createSessionChecks(db: Pick<Db, 'readTenant'>) {
  const gathering = new Map<string, Promise<void>>();

  /** Resolves when the caller may enter; throws what the database refuses it with. */
  return function check(principal: Principal): Promise<void> {
    const { tenantUuid, homeTenantUuid, userUuid, sessionUuid, branchUuid } = principal;
    const who = [tenantUuid, homeTenantUuid, userUuid, sessionUuid, branchUuid, principal.address];
    const { setsUpFactor, entersWithoutFactor, entersUnapproved } = principal;
    const key = [...who, setsUpFactor, entersWithoutFactor, entersUnapproved].join(' ');
    const joined = gathering.get(key);
    if (joined) return joined;
    const { promise, resolve } = Promise.withResolvers<void>();
    gathering.set(key, promise);
    setImmediate(() => {
      gathering.delete(key);
      resolve(db.readTenant(principal, (tx) => tx`select`).then(() => undefined));
    });
    return promise;
  };
}
