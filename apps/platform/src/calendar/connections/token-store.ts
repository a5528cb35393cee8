import type { Fragment } from '@atrium/kit/sql.ts';
import type { ProviderSettings } from '../../calendar-providers.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { ProviderError, type TokenSource } from '../providers/provider.ts';
import type { ConnectionRef } from './connection-queries.ts';
import { refresh, revoke, type Tokens } from './oauth.ts';
import type { TokenCipher } from './token-cipher.ts';

const earlySeconds = 60;

const contextOf = ({ tenantUuid, connectionUuid }: ConnectionRef) =>
  `calendar tokens ${tenantUuid} ${connectionUuid}`;

/** Keeps a connection's tokens, sealed. */
export async function saveTokens(
  tx: Tx,
  cipher: TokenCipher,
  ref: ConnectionRef,
  tokens: Tokens,
): Promise<void> {
  const sealed = cipher.seal(JSON.stringify(tokens), contextOf(ref));
  await tx`
    insert into calendar_tokens (tenant_uuid, connection_uuid, key_id, sealed)
    values (${ref.tenantUuid}, ${ref.connectionUuid}, ${cipher.keyId}, ${sealed})
    on conflict (tenant_uuid, connection_uuid) do update
      set key_id = excluded.key_id, sealed = excluded.sealed,
          version = calendar_tokens.version + 1, updated_at = now(), revoke_at = null`;
}

/**
 * Returns the tokens of a connection for as long as it is used. A refresh holds the row's lock, so
 * that of many at once, in whatever process, one asks the provider and the others find what it got.
 * Throws AUTH when the grant is gone.
 */
export function tokenSource(
  db: Db,
  cipher: TokenCipher,
  settings: ProviderSettings,
  ref: ConnectionRef,
): TokenSource {
  let held: Tokens | undefined;

  async function current(): Promise<string> {
    held ??= await inTenant((tx) => read(tx, tx``));
    const soon = Temporal.Now.instant().add({ seconds: earlySeconds });
    if (Temporal.Instant.compare(held.expiresAt, soon) > 0) return held.accessToken;
    return renew(held.accessToken);
  }

  async function renew(refused: string): Promise<string> {
    held = await inTenant(async (tx) => {
      const kept = await read(tx, tx`for update`);
      if (kept.accessToken !== refused) return kept;
      const renewed = await refresh(settings, kept.refreshToken);
      await saveTokens(tx, cipher, ref, renewed);
      return renewed;
    });
    return held.accessToken;
  }

  async function read(tx: Tx, lock: Fragment): Promise<Tokens> {
    const [kept] = await tx<{ sealed: string }[]>`
      select sealed from calendar_tokens where connection_uuid = ${ref.connectionUuid} ${lock}`;
    if (!kept) throw new ProviderError('AUTH', 'AUTH_EXPIRED');
    return JSON.parse(cipher.open(kept.sealed, contextOf(ref))) as Tokens;
  }

  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.asTenant(ref.tenantUuid, system, work);
  return { current, renew };
}

/**
 * Ends the grant of a disconnected calendar at the provider and deletes its tokens. A grant on which
 * another connection to the same account rests is left, since providers end it for all of them. What
 * cannot be reached is tried again for a day.
 */
export async function endGrant(
  db: Db,
  cipher: TokenCipher,
  settings: ProviderSettings,
  ref: ConnectionRef,
): Promise<void> {
  const isShared = await db.asPlatform((tx) => isAccountConnected(tx, ref));
  await db.asTenant(ref.tenantUuid, system, async (tx) => {
    // A person who connects the calendar again meanwhile waits, so that the new grant is not the one ended.
    const [kept] = await tx<{ sealed: string; givenUp: boolean }[]>`
      select t.sealed, c.disconnected_at < now() - interval '1 day' as given_up
        from calendar_connections c join calendar_tokens t using (tenant_uuid, connection_uuid)
       where c.connection_uuid = ${ref.connectionUuid} and c.status = 'DISCONNECTED'
         for no key update of c`;
    if (!kept) return;
    const text = tryOpen(cipher, kept.sealed, contextOf(ref));
    if (text !== undefined && !isShared && !kept.givenUp) {
      const { refreshToken } = JSON.parse(text) as Tokens;
      if (!(await revoke(settings, refreshToken))) {
        await tx`
          update calendar_tokens set revoke_at = now() + interval '10 minutes'
           where connection_uuid = ${ref.connectionUuid}`;
        return;
      }
    }
    await tx`delete from calendar_tokens where connection_uuid = ${ref.connectionUuid}`;
  });
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
      const text = tryOpen(cipher, sealed, contextOf(ref));
      if (text === undefined) continue;
      done += 1;
      const anew = cipher.seal(text, contextOf(ref));
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
