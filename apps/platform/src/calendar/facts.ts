import { findCallerName } from '../auth/find-caller-name.ts';
import type { Tx } from '../database/transaction.ts';
import { findClientNames } from './connections/connection-queries.ts';
import type { ClientNames } from './connections/connection-schemas.ts';
import type { SyncContext } from './sync-context.ts';

/** Says what a worker needs to know for each meeting and event of a connection, and is read once. */
export type Facts = {
  clientNames: ClientNames;
  host: { name: string; email: string; type: 'TENANT_STAFF' | 'PARTNER_STAFF' };
};

const known = new WeakMap<SyncContext, Facts>();

/** Returns the facts of a worker's connection, as of when it began. */
export async function factsOf(tx: Tx, context: SyncContext): Promise<Facts> {
  const held = known.get(context);
  if (held) return held;
  const { userUuid, email } = context.lease;
  const { name, email: hostEmail } = await findCallerName(tx, { userUuid, email });
  const [staff] = await tx<{ partnerUuid: string | null }[]>`
    select partner_uuid from staff_members where staff_uuid = ${userUuid}`;
  const type = staff?.partnerUuid ? 'PARTNER_STAFF' : 'TENANT_STAFF';
  const facts: Facts = {
    clientNames: await findClientNames(tx),
    host: { name, email: hostEmail, type },
  };
  known.set(context, facts);
  return facts;
}
