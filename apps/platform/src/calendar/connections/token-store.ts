import { setTimeout as pause } from 'node:timers/promises';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Logger } from 'pino';
import { createLeases, type Lease, LeaseLost } from '../../background/leases.ts';
import type { ProviderSettings } from '../../calendar-providers.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { ProviderError, type TokenSource } from '../providers/provider.ts';
import type { ConnectionRef } from './connection-queries.ts';
import { refresh, revoke, type Tokens } from './oauth.ts';
import { type TokenCipher, tokensContext } from './token-cipher.ts';

const earlySeconds = 60;
// Longer than whoever has the lease may ask.
const waitMs = 20_000;
const lookMs = 50;

type Means = { db: Db; cipher: TokenCipher; logger: Logger };

/** Keeps a connection's tokens, sealed. Whoever had a lease of those before has lost it. */
export async function saveTokens(
  tx: Tx,
  cipher: TokenCipher,
  ref: ConnectionRef,
  tokens: Tokens,
): Promise<void> {
  const sealed = cipher.seal(JSON.stringify(tokens), tokensContext(ref));
  await tx`
    insert into calendar_tokens (tenant_uuid, connection_uuid, key_id, sealed)
    values (${ref.tenantUuid}, ${ref.connectionUuid}, ${cipher.keyId}, ${sealed})
    on conflict (tenant_uuid, connection_uuid) do update
      set key_id = excluded.key_id, sealed = excluded.sealed,
          version = calendar_tokens.version + 1, updated_at = now(), revoke_at = null,
          lease_token = null, lease_until = null`;
}

export type TokenStore = ReturnType<typeof createTokenStore>;

/**
 * Keeps the tokens of connections. Whoever asks a provider about them holds a lease of their row, so that
 * no transaction is open meanwhile, and of many at once, in whatever process, one asks.
 */
export function createTokenStore({ db, cipher, logger }: Means) {
  const leases = createLeases({
    db,
    logger,
    table: 'calendar_tokens',
    key: 'connectionUuid',
    seconds: 30,
  });

  /** Returns the tokens of a connection for as long as it is used. Throws AUTH when the grant is gone. */
  function source(settings: ProviderSettings, ref: ConnectionRef): TokenSource {
    let held: Tokens | undefined;

    async function current(): Promise<string> {
      held ??= await inTenant(async (tx) => read(await findSealed(tx, tx``)));
      const soon = Temporal.Now.instant().add({ seconds: earlySeconds });
      if (Temporal.Instant.compare(held.expiresAt, soon) > 0) return held.accessToken;
      return renew(held.accessToken);
    }

    async function renew(refused: string): Promise<string> {
      const until = performance.now() + waitMs;
      while (performance.now() < until) {
        const { kept, lease } = await inTenant(async (tx) => {
          const tokens = read(await findSealed(tx, tx`for no key update`));
          if (tokens.accessToken !== refused) return { kept: tokens };
          const [taken] = await leases.take(tx, [ref]);
          return { kept: tokens, lease: taken?.lease };
        });
        held = kept.accessToken === refused ? lease && (await refreshUnder(lease, kept)) : kept;
        if (held) return held.accessToken;
        await pause(lookMs);
      }
      throw new ProviderError('RETRY', 'PROVIDER_UNAVAILABLE');
    }

    /** Asks the provider; undefined when somebody else has written tokens meanwhile. */
    async function refreshUnder(lease: Lease, { refreshToken }: Tokens) {
      try {
        const renewed = await refresh(settings, refreshToken);
        await inTenant(async (tx) => {
          await lease.hold(tx);
          await saveTokens(tx, cipher, ref, renewed);
        });
        return renewed;
      } catch (error) {
        if (error instanceof LeaseLost) return undefined;
        throw error;
      } finally {
        await lease.release();
      }
    }

    function read(kept: Sealed | undefined): Tokens {
      if (!kept) throw new ProviderError('AUTH', 'AUTH_EXPIRED');
      return JSON.parse(cipher.open(kept.sealed, tokensContext(ref))) as Tokens;
    }

    async function findSealed(tx: Tx, lock: Fragment): Promise<Sealed | undefined> {
      const [kept] = await tx<Sealed[]>`
        select sealed from calendar_tokens where connection_uuid = ${ref.connectionUuid} ${lock}`;
      return kept;
    }

    const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.asTenant(ref.tenantUuid, system, work);
    return { current, renew };
  }

  /**
   * Ends the grant of a disconnected calendar at the provider and deletes its tokens. A grant on which
   * another connection to the same account rests is left, since providers end it for all of them. What
   * cannot be reached is tried again for a day. The tokens of a person who connects the calendar again
   * meanwhile stay.
   */
  async function endGrant(settings: ProviderSettings, ref: ConnectionRef): Promise<void> {
    const { tenantUuid, connectionUuid } = ref;
    const isShared = await db.asPlatform((tx) => isAccountConnected(tx, ref));
    const found = await db.asTenant(tenantUuid, system, async (tx) => {
      if (!(await findEnded(tx, connectionUuid))) return undefined;
      return leases.take(tx, [ref]);
    });
    if (!found) return;
    const [taken] = found;
    // Somebody asks for new tokens, or ends the grant as well.
    if (!taken) throw new ProviderError('RETRY', 'PROVIDER_UNAVAILABLE');
    const { lease } = taken;
    try {
      const ended = await db.asTenant(tenantUuid, system, (tx) => findEnded(tx, connectionUuid));
      if (!ended) return;
      const text = tryOpen(cipher, ended.sealed, tokensContext(ref));
      const isOver = text === undefined || isShared || ended.givenUp || (await isRevoked(text));
      await db.asTenant(tenantUuid, system, async (tx) => {
        await lease.hold(tx);
        if (isOver) await tx`delete from calendar_tokens where connection_uuid = ${connectionUuid}`;
        else await revokeLater(tx, connectionUuid);
      });
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      await lease.release();
    }

    function isRevoked(text: string): Promise<boolean> {
      const { refreshToken } = JSON.parse(text) as Tokens;
      return revoke(settings, refreshToken);
    }
  }

  return { source, endGrant };
}

type Sealed = { sealed: string };

/** Returns the tokens of a calendar that is disconnected, and whether their grant is given up. */
async function findEnded(tx: Tx, connectionUuid: string) {
  const [ended] = await tx<(Sealed & { givenUp: boolean })[]>`
    select t.sealed, c.disconnected_at < now() - interval '1 day' as given_up
      from calendar_connections c join calendar_tokens t using (tenant_uuid, connection_uuid)
     where c.connection_uuid = ${connectionUuid} and c.status = 'DISCONNECTED'`;
  return ended;
}

async function revokeLater(tx: Tx, connectionUuid: string): Promise<void> {
  await tx`
    update calendar_tokens set revoke_at = now() + interval '10 minutes'
     where connection_uuid = ${connectionUuid}`;
}

/** Tells whether the same account at the provider is connected by another connection, of whatever tenant. */
async function isAccountConnected(tx: Tx, { connectionUuid }: ConnectionRef): Promise<boolean> {
  const rows = await tx`
    select 1 from calendar_connections ended
      join calendar_connections other using (provider, account_id)
     where ended.connection_uuid = ${connectionUuid} and other.status = 'CONNECTED'
       and other.connection_uuid <> ended.connection_uuid limit 1`;
  return rows.length > 0;
}

/** Seals anew what an older key sealed, some at a time; answers how many it did. */
export async function resealTokens(db: Db, cipher: TokenCipher, atATime = 100): Promise<number> {
  return db.asPlatform(async (tx) => {
    const rows = await tx<(ConnectionRef & { sealed: string })[]>`
      select tenant_uuid, connection_uuid, sealed from calendar_tokens
       where key_id <> ${cipher.keyId} limit ${atATime} for update skip locked`;
    let done = 0;
    for (const { sealed, ...ref } of rows) {
      const text = tryOpen(cipher, sealed, tokensContext(ref));
      if (text === undefined) continue;
      done += 1;
      const anew = cipher.seal(text, tokensContext(ref));
      await tx`
        update calendar_tokens set sealed = ${anew}, key_id = ${cipher.keyId}
         where tenant_uuid = ${ref.tenantUuid} and connection_uuid = ${ref.connectionUuid}`;
    }
    return done;
  });
}

/** Opens what was sealed; undefined when its key is not given any more: its connection fails then. */
function tryOpen(cipher: TokenCipher, sealed: string, context: string): string | undefined {
  try {
    return cipher.open(sealed, context);
  } catch {
    return undefined;
  }
}
