import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import { deriveKey } from '../database/key-ring.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';

type Keys = Pick<Config, 'secretKeys' | 'tokens'>;
export type KeyAge = { name: string; days: number };

/** Notes the keys that are in use, so that their age can be told; of those that are noted nothing changes. */
export async function noteKeys(db: Pick<Db, 'asPlatform'>, keys: Keys): Promise<void> {
  const { names, marks } = marksOf(keys);
  await db.asPlatform(
    (tx) => tx`
      insert into key_ages (tenant_uuid, name, mark)
      select ${platformTenantUuid}, name, mark from unnest(${names}::text[], ${marks}::text[]) as given (name, mark)
      on conflict do nothing`,
  );
}

/** Lists for how many whole days each key has been in use, of those that a start has noted. */
export function listKeyAges(tx: Tx, keys: Keys): Promise<KeyAge[]> {
  const { names, marks } = marksOf(keys);
  return tx<KeyAge[]>`
    select name, floor(extract(epoch from now() - since) / 86400)::int as days
      from key_ages join unnest(${names}::text[], ${marks}::text[]) as given (name, mark) using (name, mark)
     order by name`;
}

/** Returns the keys' names, and of each a mark that does not lead back to it. */
function marksOf({ secretKeys: [secretKey], tokens }: Keys) {
  const keys = { SECRET_KEY: secretKey, TOKEN_SIGNING_KEY: tokens.signingKey };
  const marks = Object.values(keys).map((key) => deriveKey(key, 'age of a key').toString('hex'));
  return { names: Object.keys(keys), marks };
}
