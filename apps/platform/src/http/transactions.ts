import { boundPartner } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { plainAddress } from '@atrium/kit/http/counted-address.ts';
import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import type { Db, Reading } from '../database/db.ts';
import type { KeyRing } from '../database/key-ring.ts';
import type { Actor, Principal } from '../database/principal.ts';
import type { Tx, Work } from '../database/transaction.ts';
import type { PlatformEvent } from '../events.ts';
import type { Totals } from '../lists/fetch-page.ts';
import { actorOf } from './actor-of.ts';
import { onceByKey } from './idempotency.ts';
import { laggingReads } from './lagging-reads.ts';
import { isHeldToNetworks } from './networks.ts';
import { needsProof } from './proof.ts';
import { createTenantEntries, type TellEntry } from './tenant-entries.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs work in one transaction of the caller's tenant (a SYSTEM_ADMIN may name another). */
    inTenant<T>(work: Work<T>, tenantUuid?: string): Promise<T>;
    /** Runs the work that ends a creation whose body streamed in; the digest stands for the body. */
    inTenantOnce<T>(bodyDigest: string, work: Work<T>, tenantUuid?: string): Promise<T>;
    /** The same for work that only reads: all its statements see one state. */
    readTenant<T>(work: Work<T>, tenantUuid?: string): Promise<T>;
    /** Runs a SYSTEM_ADMIN's work in one transaction that sees every tenant. */
    inPlatform<T>(work: Work<T>): Promise<T>;
    /**
     * Runs what the platform has to record of the request when its answer ends, whatever became of
     * the caller's session meanwhile.
     */
    afterwards<T>(work: Work<T>): Promise<T>;
    /** Where the reads of the request go; null where none may lag. */
    reading: Reading | null;
    /** Is true once a transaction of the request was begun, which checks the caller's session. */
    hasEntered: boolean;
    /** Records that a SYSTEM_ADMIN begins to work in the tenant, where none of the above says so. */
    noteEntry(): Promise<void>;
    /**
     * Returns the totals that are remembered of an entity's lists. Of partner staff there are none:
     * what they see depends on further entities.
     */
    totalsOf(tx: Tx, entityType: PlatformEvent['entityType']): Totals | undefined;
  }
  interface FastifyContextConfig {
    /**
     * The route creates something: an Idempotency-Key makes a repeat replay the first answer. One
     * whose body streams in does so by `inTenantOnce`, the others by every transaction that writes.
     */
    creates?: boolean | 'STREAMED';
    /** The fields of the answer that hold secrets: they are not kept, and a replay has null there. */
    shownOnce?: readonly string[];
    /**
     * True for a route of one's own sign-in: it may be called without the second factor that the
     * own firm requires.
     */
    setsUpFactor?: boolean;
    /**
     * True for a route by which a SYSTEM_ADMIN without a second factor sees to a firm that requires
     * one.
     */
    entersWithoutFactor?: boolean;
    /** True for a route by which a SYSTEM_ADMIN sees of a firm what needs no approval of it. */
    entersUnapproved?: boolean;
  }
}

/**
 * The way from a request to its rows: one transaction, the caller's session checked in it, and,
 * where the route creates something, done once for each Idempotency-Key.
 */
export const transactions = fastifyPlugin<{ db: Db; secretKeys: KeyRing; tellEntry: TellEntry }>(
  async (app, { db, secretKeys, tellEntry }) => {
    const once = <T>(request: FastifyRequest, work: Work<T>): Work<T> =>
      request.routeOptions.config.creates === 'STREAMED'
        ? work
        : onceByKey(request, secretKeys, work);

    const noteEntry = createTenantEntries(db, tellEntry);

    /** Runs what works in a tenant once it is recorded that somebody of another one entered it. */
    function entered<T>(principal: Principal, run: () => Promise<T>): Promise<T> {
      return noteEntry(principal)?.then(run) ?? run();
    }

    app.decorateRequest('hasEntered', false);
    app.decorateRequest('reading', null);
    app.decorateRequest('noteEntry', async function (this: FastifyRequest) {
      await noteEntry(principalOf(this));
    });
    app.decorateRequest('inTenant', function <
      T,
    >(this: FastifyRequest, work: Work<T>, tenantUuid?: string) {
      const principal = enter(this, tenantUuid);
      return entered(principal, () => db.inTenant(principal, once(this, work)));
    });
    app.decorateRequest('inTenantOnce', function <
      T,
    >(this: FastifyRequest, bodyDigest: string, work: Work<T>, tenantUuid?: string) {
      const principal = enter(this, tenantUuid);
      const onlyOnce = onceByKey(this, secretKeys, work, bodyDigest);
      return entered(principal, () => db.inTenant(principal, onlyOnce));
    });
    app.decorateRequest('readTenant', function <
      T,
    >(this: FastifyRequest, work: Work<T>, tenantUuid?: string) {
      const principal = enter(this, tenantUuid);
      const { operationId = '' } = this.routeOptions.schema ?? {};
      if (laggingReads.has(operationId)) this.reading ??= { mayLag: true };
      return entered(principal, () => db.readTenant(principal, work, this.reading ?? undefined));
    });
    app.decorateRequest('inPlatform', function <T>(this: FastifyRequest, work: Work<T>) {
      return db.inPlatform(enter(this), once(this, work));
    });
    app.decorateRequest('afterwards', function <T>(this: FastifyRequest, work: Work<T>) {
      return db.asTenant(this.caller.tenantUuid, actorOfRequest(this), work);
    });
    app.decorateRequest('totalsOf', function (this: FastifyRequest, tx, entityType) {
      return boundPartner(this.caller) === undefined ? db.totals.of(tx, entityType) : undefined;
    });
  },
);

function enter(request: FastifyRequest, tenantUuid?: string): Principal {
  request.hasEntered = true;
  return principalOf(request, tenantUuid);
}

/** Returns the principal of a request, with what its route asks of it and what it waives. */
export function principalOf(request: FastifyRequest, tenantUuid?: string): Principal {
  const { config } = request.routeOptions;
  const { setsUpFactor = false, entersWithoutFactor = setsUpFactor } = config;
  return {
    ...toPrincipal(request.caller, tenantUuid),
    ...actorOfRequest(request),
    ...addressOf(request),
    setsUpFactor,
    entersWithoutFactor,
    entersUnapproved: config.entersUnapproved ?? false,
    needsProof: needsProof(request),
  };
}

/** Returns the address of who is held to the own firm's networks. Directories are let in by their token alone. */
function addressOf({ caller, ip, routeOptions }: FastifyRequest): Pick<Principal, 'address'> {
  const isHeld = isHeldToNetworks(caller.roles) && !routeOptions.config.provisions;
  return isHeld ? { address: plainAddress(ip) ?? null } : {};
}

/** Returns the actor of a request; what an identity provider changes is told from what else its credential does. */
function actorOfRequest({ caller, routeOptions }: FastifyRequest): Actor {
  const actor = actorOf(caller);
  return routeOptions.config.provisions ? { ...actor, via: 'SCIM' } : actor;
}

/** Returns the principal of a caller, which the database checks. */
export function toPrincipal(caller: Caller, tenantUuid = caller.tenantUuid): Principal {
  const { homeTenantUuid, userUuid, sessionUuid, branchUuid } = caller;
  const branch = branchUuid === undefined ? {} : { branchUuid };
  return { tenantUuid, homeTenantUuid, userUuid, sessionUuid, ...branch, ...actorOf(caller) };
}
