import type { StoreWriter } from './store.ts';
import { uuidLiteral } from './uuid-literal.ts';

/** The pair that identifies an event for ever. */
export type Identity = { readonly tenantId: string; readonly eventId: string };

// A server takes statements of 256 KiB.
const mostAtOnce = 2_000;

/** Returns those of some identities that the store holds. */
export async function findStored<T extends Identity>(
  { select }: Pick<StoreWriter, 'select'>,
  identities: readonly T[],
): Promise<T[]> {
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
  return identities.filter((each) => found.has(keyOf(each)));
}

/** Returns a text that is the same for the same identity only. */
export function keyOf({ tenantId, eventId }: Identity): string {
  return `${tenantId}${eventId}`;
}
