import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fetchPage } from '@atrium/kit/lists/fetch-page.ts';
import { readKnownPage } from '@atrium/kit/lists/known-page.ts';
import type { ListQuery, PageRequest, toPage } from '@atrium/kit/lists/page.ts';
import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { actorOf } from '../auth/login.ts';
import type { Db, Entrant, Tx } from '../database/db.ts';
import { onceByKey } from './idempotency.ts';

type Work<T> = (tx: Tx) => Promise<T>;
type PageOf<Row> = ReturnType<typeof toPage<Row>>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs work in one transaction of the caller's tenant (a SYSTEM_ADMIN may name another). */
    inTenant<T>(work: Work<T>, tenantUuid?: string): Promise<T>;
    /** The same for work that is one statement; see `Db.inOneStatement`. */
    inOneStatement<T>(work: Work<T>): Promise<T>;
    /** The same for one statement that only reads. */
    readOneStatement<T>(work: Work<T>): Promise<T>;
    /** The same for work that only reads. */
    readTenant<T>(work: Work<T>, tenantUuid?: string): Promise<T>;
    /** A page of a list of the caller's tenant, by one statement if its total is known. */
    readPage<Row>(page: PageRequest, list: (tx: Tx) => ListQuery): Promise<PageOf<Row>>;
    /** Runs a SYSTEM_ADMIN's work in one transaction that sees every tenant. */
    inPlatform<T>(work: Work<T>): Promise<T>;
  }
  interface FastifyContextConfig {
    /** The route creates something: an Idempotency-Key makes a repeat replay the first answer. */
    creates?: boolean;
  }
}

/**
 * The way from a request to its rows: one transaction, the caller's session checked in it, and,
 * where the route creates something, done once for each Idempotency-Key.
 */
export const transactions = fastifyPlugin<{ db: Db; secretKey: string }>(
  async (app, { db, secretKey }) => {
    const once = <T>(request: FastifyRequest, work: Work<T>): Work<T> =>
      onceByKey(request, secretKey, work);

    app.decorateRequest('inTenant', function <
      T,
    >(this: FastifyRequest, work: Work<T>, tenantUuid?: string) {
      return db.inTenant(toEntrant(this.caller, tenantUuid), once(this, work));
    });
    // What an Idempotency-Key makes of it is more than one statement.
    app.decorateRequest('inOneStatement', function <T>(this: FastifyRequest, work: Work<T>) {
      return this.headers['idempotency-key'] === undefined
        ? db.inOneStatement(toEntrant(this.caller), work)
        : this.inTenant(work);
    });
    app.decorateRequest('readOneStatement', function <T>(this: FastifyRequest, work: Work<T>) {
      return db.readOneStatement(toEntrant(this.caller), work);
    });
    app.decorateRequest('readTenant', function <
      T,
    >(this: FastifyRequest, work: Work<T>, tenantUuid?: string) {
      return db.readTenant(toEntrant(this.caller, tenantUuid), work);
    });
    app.decorateRequest('readPage', async function <
      Row,
    >(this: FastifyRequest, page: PageRequest, list: (tx: Tx) => ListQuery) {
      const entrant = toEntrant(this.caller);
      const known = await db.readOneStatement(entrant, (tx) =>
        readKnownPage<Row>(tx, list(tx), page),
      );
      return known ?? db.readStatements(entrant, (tx) => fetchPage<Row>(tx, list(tx), page));
    });
    app.decorateRequest('inPlatform', function <T>(this: FastifyRequest, work: Work<T>) {
      return db.inPlatform(toEntrant(this.caller), once(this, work));
    });
  },
);

/** The caller as the database checks it at the door. */
export function toEntrant(caller: Caller, tenantUuid = caller.tenantUuid): Entrant {
  const { homeTenantUuid, userUuid, sessionUuid } = caller;
  return { tenantUuid, homeTenantUuid, userUuid, sessionUuid, ...actorOf(caller) };
}
