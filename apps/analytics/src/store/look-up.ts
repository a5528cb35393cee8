import type { StoreWriter } from './store.ts';
import { uuidLiteral } from './uuid-literal.ts';

/** What identifies an event for ever. */
export type Identity = { readonly tenantId: string; readonly eventId: string };

/** Answers those of some identities that the store holds. */
export type LookUp = <T extends Identity>(identities: readonly T[]) => Promise<T[]>;

/**
 * Asks the store for single identifiers, one statement at a time: questions that come meanwhile
 * share the next one, since what a statement costs hardly depends on how many it asks for.
 */
export function createLookUp(reader: Pick<StoreWriter, 'select'>): LookUp {
  let next: { identities: Identity[]; answer: Promise<Set<string>> } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function join(identities: readonly Identity[]): Promise<Set<string>> {
    if (!next) {
      const batch: Identity[] = [];
      const ask = () => {
        next = undefined;
        return findAll(reader, batch);
      };
      next = { identities: batch, answer: last.then(ask, ask) };
      last = next.answer;
    }
    next.identities.push(...identities);
    return next.answer;
  }

  return async (identities) => {
    if (identities.length === 0) return [];
    const found = await join(identities);
    return identities.filter((each) => found.has(keyOf(each)));
  };
}

async function findAll(
  { select }: Pick<StoreWriter, 'select'>,
  identities: readonly Identity[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < identities.length; at += mostAtOnce) {
    const some = identities.slice(at, at + mostAtOnce);
    const list = (values: Iterable<string>) => [...new Set(values)].map(uuidLiteral).join(', ');
    // A few pairs more than were asked for, which is cheaper than to look for pairs.
    const rows = await select(
      `select tenant_id, event_id from identifiers where tenant_id in (${list(some.map(({ tenantId }) => tenantId))}) ` +
        `and event_id in (${list(some.map(({ eventId }) => eventId))})`,
    );
    for (const [tenantId, eventId] of rows)
      found.add(keyOf({ tenantId: String(tenantId), eventId: String(eventId) }));
  }
  return found;
}

// A server takes statements of 256 KiB.
const mostAtOnce = 2_000;

function keyOf({ tenantId, eventId }: Identity): string {
  return `${tenantId}${eventId}`;
}
