import type { Tx } from '../database/transaction.ts';
import type { FirmAddresses } from '../tenants/domains/firm-addresses.ts';

/** What the routes need to know where a firm is reached. */
export type WithAddresses = { addresses: FirmAddresses };

/** Returns how the addresses of a firm's SCIM resources begin. */
export const baseOf =
  ({ addresses }: WithAddresses) =>
  async (tx: Tx): Promise<string> =>
    `${await addresses.originOf(tx, tx.tenantUuid)}/scim/v2`;
