import { keyOfPath } from './attribute-path.ts';
import { findStored, type Identity } from './find-stored.ts';
import type { KnownIdentifiers } from './known-identifiers.ts';
import type { Store } from './store.ts';
import { uuidLiteral } from './uuid-literal.ts';

const staging = `
  (
    tenant_id UUID, event_type LowCardinality(String), occurred_at DateTime64(3, 'UTC'),
    event_id UUID, received_at DateTime64(3, 'UTC'), actor_type LowCardinality(String),
    actor_id String, entity_type LowCardinality(String), entity_id String,
    schema_version UInt32, attribute JSON(max_dynamic_paths = 16)
  ) engine = Memory`;

const prepare = [
  `create temporary table if not exists incoming ${staging}`,
  'create temporary table if not exists known (tenant_id UUID, event_id UUID) engine = Memory',
  'truncate table incoming',
  'truncate table known',
];

const identified =
  'select tenant_id, event_id from identifiers ' +
  'where (tenant_id, event_id) global in (select tenant_id, event_id from incoming)';

const unknown = 'where (tenant_id, event_id) not in (select tenant_id, event_id from known)';

// The trace of a crash between the two inserts: events that are stored but not yet identified.
const completeIdentifiers = `
  insert into identifiers
  select distinct tenant_id, event_id from events
  where (tenant_id, event_type, occurred_at, event_id) global in
      (select tenant_id, event_type, occurred_at, event_id from incoming)
    and (tenant_id, event_id) global not in (${identified})`;

/** An event of a batch: its identifiers, what the catalogue needs, and the row itself. */
type BatchRow = {
  readonly tenantId: string;
  readonly eventId: string;
  /** Tenant, type and paths of attributes with spaces between: one for all events alike. */
  readonly shape: string;
  /** The row as a JSON array in the order of the columns. */
  readonly line: string;
};

/** The part of a store that a batch writer needs. */
type BatchStore = Pick<Store, 'writer' | 'term' | 'mutable'>;

const rememberedShapes = 20_000;

// So many single look-ups cost what the tables for joining all of a batch cost.
const fewLookUps = 500;

/**
 * Stores batches of events, each exactly once for ever: those whose identifier is known already
 * are left out. One writer stores one batch at a time.
 */
export function createBatchWriter(store: BatchStore, known: KnownIdentifiers) {
  const { writer } = store;
  const termNow = () => store.term ?? 0;
  let term = termNow();
  const shapes = new Set<string>();

  /** Adds types and keys to the catalogue that this process has not added before; the engine merges repeats. */
  async function extendCatalogue(rows: readonly BatchRow[]): Promise<void> {
    const fresh = new Set<string>();
    for (const { shape } of rows) if (!shapes.has(shape)) fresh.add(shape);
    if (fresh.size === 0) return;
    await writer.load('catalogue', [...fresh].map(catalogueLines).join(''));
    if (shapes.size > rememberedShapes) shapes.clear();
    for (const shape of fresh) shapes.add(shape);
  }

  /** Stores rows that are surely new: the identifiers last, so that a crash leaves none without its event. */
  async function storeNew(rows: readonly BatchRow[], token?: string): Promise<void> {
    if (rows.length === 0) return;
    await writer.load('events', linesOf(rows), token);
    await writer.load('identifiers', rows.map(identifierLine).join(''), token);
  }

  /** Stores all rows but some. */
  async function storeBut(
    some: readonly BatchRow[],
    rows: readonly BatchRow[],
    token?: string,
  ): Promise<void> {
    const out = new Set(some);
    await storeNew(out.size > 0 ? rows.filter((row) => !out.has(row)) : rows, token);
  }

  /** Stores those rows that the table of identifiers does not hold, and returns the others. */
  async function storeUnknown(rows: readonly BatchRow[], again: boolean): Promise<Identity[]> {
    if (rows.length === 0) return [];
    for (const statement of prepare) await writer.command(statement);
    await writer.load('incoming', linesOf(rows));
    if (again) await writer.command(completeIdentifiers);
    await writer.command(`insert into known ${identified}`);
    const found = await writer.select('select tenant_id, event_id from known');
    await writer.command(`insert into events select * from incoming ${unknown}`);
    await writer.command(
      `insert into identifiers select tenant_id, event_id from incoming ${unknown}`,
    );
    return found.map(([tenantId, eventId]) => ({
      tenantId: String(tenantId),
      eventId: String(eventId),
    }));
  }

  return {
    /**
     * Stores rows of which no two have the same identifier and returns those that were known.
     * `again` says that they may have been tried before and cut short. When this resolves, what
     * it stored is on disk. With a `token` a batch that was cut short is repeated as the same one: the
     * store leaves out what it had, so that nothing but the identifiers has to be looked up.
     */
    async write(rows: readonly BatchRow[], again: boolean, token?: string): Promise<Identity[]> {
      if (termNow() !== term) known.clear();
      term = termNow();
      await known.prepare(writer, new Set(rows.map(({ tenantId }) => tenantId)));
      const isNew = ({ tenantId, eventId }: BatchRow) => known.isSurelyNew(tenantId, eventId);
      const doubtful = again ? rows : rows.filter((row) => !isNew(row));
      await extendCatalogue(rows);
      let found: Identity[];
      if (token !== undefined || (!again && doubtful.length <= fewLookUps)) {
        const stored = await findStored(writer, doubtful);
        await storeBut(stored, rows, token);
        found = stored.map(({ tenantId, eventId }) => ({ tenantId, eventId }));
      } else {
        found = await storeUnknown(doubtful, again);
        await storeBut(doubtful, rows);
      }
      for (const { tenantId, eventId } of rows) known.add(tenantId, eventId);
      return found;
    },

    /** Deletes all that is stored of a tenant, from the disk too, and returns how much it was. */
    async purge(tenantUuid: string) {
      const here = `tenant_id = ${uuidLiteral(tenantUuid)}`;
      const count = async (table: string) =>
        Number((await writer.select(`select count() from ${table} where ${here}`))[0]?.[0]);
      const removed = { events: await count('events'), identifiers: await count('identifiers') };
      for (const table of ['events', 'identifiers', 'catalogue']) {
        await writer.command(
          `alter table ${store.mutable(table)} delete where ${here} settings mutations_sync = 2`,
        );
      }
      known.forget(tenantUuid);
      shapes.clear();
      return removed;
    },
  };
}

function linesOf(rows: readonly BatchRow[]): string {
  return `${rows.map(({ line }) => line).join('\n')}\n`;
}

function identifierLine({ tenantId, eventId }: BatchRow): string {
  return `["${tenantId}","${eventId}"]\n`;
}

function catalogueLines(shape: string): string {
  const [tenantId, eventType, ...paths] = shape.split(' ');
  return ['', ...paths.map(keyOfPath)]
    .map((key) => `${JSON.stringify([tenantId, eventType, key])}\n`)
    .join('');
}
