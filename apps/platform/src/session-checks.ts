import type { Db, Entrant } from './db.ts';

/**
 * Asks the database whether a session still stands. One question answers every request of the
 * session that had arrived when it was asked; whoever comes while it is under way waits for the next.
 * So a session that has ended ends at once, and a busy one asks as often as the database answers.
 */
export function createSessionChecks(db: Pick<Db, 'readOneStatement'>) {
  const checks = new Map<string, { running: Promise<void>; next?: Promise<void> }>();

  function begin(key: string, entrant: Entrant): Promise<void> {
    const running = db.readOneStatement(
      entrant,
      async (tx) => void (await tx`select ${tx.entered}`),
    );
    const check: { running: Promise<void>; next?: Promise<void> } = { running };
    checks.set(key, check);
    const ended = () => {
      if (!check.next) checks.delete(key);
    };
    running.then(ended, ended);
    return running;
  }

  /** Resolves when the caller may enter; throws what the database refuses it with. */
  return function check(entrant: Entrant): Promise<void> {
    const { tenantUuid, homeTenantUuid, userUuid, sessionUuid } = entrant;
    const key = `${tenantUuid} ${homeTenantUuid} ${userUuid} ${sessionUuid}`;
    const current = checks.get(key);
    if (!current) return begin(key, entrant);
    const again = () => begin(key, entrant);
    current.next ??= current.running.then(again, again);
    return current.next;
  };
}
