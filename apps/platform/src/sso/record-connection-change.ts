import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import type { ConnectionRow } from './queries.ts';

/** Records what was changed of a connection, without anything that names the provider. */
export async function recordConnectionChange(
  tx: Tx,
  row: ConnectionRow,
  domainCount: number,
  changed: string[],
) {
  const { isActive, signIn, createStaff, trustsSecondFactor, breakGlass } = row;
  await recordEvent(tx, {
    eventType: 'tenant.sso_updated',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
    attributes: {
      changedFields: changed.join(),
      isActive: String(isActive),
      signIn,
      createStaff: String(createStaff),
      trustsSecondFactor: String(trustsSecondFactor),
      breakGlassCount: String(breakGlass.length),
      domainCount: String(domainCount),
    },
  });
}
