import { type BloomFilter, createBloomFilter } from './bloom-filter.ts';
import type { StoreWriter } from './store.ts';
import { uuidLiteral } from './uuid-literal.ts';

/**
 * Remembers the identifiers that the store has, as far as memory can tell: most events are new, and of those
 * it says so without asking the engine. What it says is "surely new" or "ask".
 */
export type KnownIdentifiers = ReturnType<typeof createKnownIdentifiers>;

type Tenant = { filter: BloomFilter; readTo: string; complete: boolean };

const leastUuid = '00000000-0000-0000-0000-000000000000';

type KnownIdentifierOptions = { maxBytes: number; pageRows?: number };

/**
 * Keeps a filter for each tenant that writes, read from the store a page at a time. Above
 * `maxBytes` the tenants that wrote longest ago are forgotten; theirs are asked for again.
 */
export function createKnownIdentifiers(options: KnownIdentifierOptions) {
  const { maxBytes, pageRows = 100_000 } = options;
  // In the order in which they last wrote.
  const tenants = new Map<string, Tenant>();

  /** Reads the next page of a tenant's identifiers; with the first page it also counts them. */
  async function readPage(writer: StoreWriter, tenantId: string, before?: Tenant): Promise<Tenant> {
    const here = `from identifiers where tenant_id = ${uuidLiteral(tenantId)}`;
    const readFrom = uuidLiteral(before?.readTo ?? leastUuid);
    const rows = await writer.select(
      `select event_id ${here} and event_id >= ${readFrom} order by event_id limit ${pageRows}`,
    );
    const complete = rows.length < pageRows;
    const [stored] = before || complete ? [] : await writer.select(`select count() ${here}`);
    // A quarter more than there are, so that the filter need not grow soon.
    const expected = Math.ceil(Number(stored?.[0] ?? rows.length) * 1.25);
    const filter = before?.filter ?? createBloomFilter(expected);
    for (const [id] of rows) filter.add(String(id));
    return { filter, complete, readTo: String(rows.at(-1)?.[0] ?? leastUuid) };
  }

  function bytes(): number {
    let sum = 0;
    for (const { filter } of tenants.values()) sum += filter.bytes;
    return sum;
  }

  return {
    /** Reads on for tenants that are about to write: one page each at most. */
    async prepare(writer: StoreWriter, tenantIds: Iterable<string>): Promise<void> {
      for (const tenantId of tenantIds) {
        const before = tenants.get(tenantId);
        const tenant = before?.complete ? before : await readPage(writer, tenantId, before);
        tenants.delete(tenantId);
        tenants.set(tenantId, tenant);
      }
      for (const [tenantId] of tenants) {
        if (bytes() <= maxBytes) break;
        tenants.delete(tenantId);
      }
    },

    isSurelyNew(tenantId: string, eventId: string): boolean {
      const tenant = tenants.get(tenantId);
      return tenant?.complete === true && !tenant.filter.mayHold(eventId);
    },

    /** Says that the store has an identifier from now on. */
    add(tenantId: string, eventId: string): void {
      tenants.get(tenantId)?.filter.add(eventId);
    },

    forget(tenantId: string): void {
      tenants.delete(tenantId);
    },

    clear(): void {
      tenants.clear();
    },

    bytes,
  };
}
